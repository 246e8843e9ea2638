/**
 * Everything that pages read, straight from the extension's own storage, so that they paint before the worker is
 * awake. Pages write nothing, and load nothing that writes.
 */
import { browser } from 'wxt/browser';
import type { Accounts } from '../../lib/accounts/account.ts';
import { accountsStore } from '../../lib/accounts/store.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { shortlistKey } from '../../lib/background/shortlists.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { readShortlist } from '../../lib/folders/shortlist.ts';
import { openOutboxDatabase } from '../../lib/outbox/database.ts';
import { type OutboxView, readOutbox } from '../../lib/outbox/read.ts';
import { readSettings, type Settings } from '../../lib/settings/settings.ts';
import { stored } from '../../lib/storage/stored.ts';
import { openWatchDatabase } from '../../lib/watch/database.ts';
import { readWatch } from '../../lib/watch/read.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';

const { local, session } = browser.storage;

const outbox = once(() => openOutboxDatabase());
const watch = once(() => openWatchDatabase());

export const readAccounts = (): Promise<Accounts> => accountsStore(local).get();
export const readAllSettings = (): Promise<Settings> => stored(local, 'settings', readSettings).get();
export const readLinks = async (): Promise<OutboxView> => readOutbox(await outbox(), session);
export const readTransfers = async (): Promise<readonly WatchedTransfer[]> =>
  readWatch(await watch(), session);

/** Newest first. Its code comes with the first read, because few pages show it at first. */
export const readActivity = async (): Promise<readonly ActivityEntry[]> =>
  (await import('./activity.ts')).readActivity();

export const readShortlistOf = (accountId: string): Promise<FolderShortlist> =>
  stored(local, shortlistKey(accountId), readShortlist).get();

/** The shortlist of the current account. */
export async function readCurrentShortlist(): Promise<FolderShortlist> {
  const { currentId } = await readAccounts();
  return readShortlistOf(currentId ?? '');
}

/** What `make` gave the first time. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
