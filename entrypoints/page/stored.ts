/**
 * Everything that pages read, straight from the extension's own storage, so that they paint before the worker is
 * awake. Pages write nothing.
 */
import { browser } from 'wxt/browser';
import type { Accounts } from '../../lib/accounts/account.ts';
import { accountsStore } from '../../lib/accounts/store.ts';
import { listActivity } from '../../lib/activity/activity.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { shortlistKey } from '../../lib/background/shortlists.ts';
import { openStores } from '../../lib/background/stores.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { readShortlist } from '../../lib/folders/shortlist.ts';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import { readSettings, type Settings } from '../../lib/settings/settings.ts';
import { stored } from '../../lib/storage/stored.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';

const { local, session } = browser.storage;
const accounts = accountsStore(local);
const settings = stored(local, 'settings', readSettings);

let opened: ReturnType<typeof openStores> | null = null;
const stores = () => {
  opened ??= openStores(session);
  return opened;
};

export const readAccounts = (): Promise<Accounts> => accounts.get();
export const readAllSettings = (): Promise<Settings> => settings.get();
export const readItems = async (): Promise<readonly OutboxItem[]> => (await stores()).outbox.list();
export const readPaused = async (): Promise<boolean> => (await stores()).outbox.paused();
/** Newest first. */
export const readActivity = async (): Promise<readonly ActivityEntry[]> =>
  listActivity((await stores()).activity);
export const readTransfers = async (): Promise<readonly WatchedTransfer[]> => (await stores()).watch.all();

/** The shortlist of the current account. */
export async function readCurrentShortlist(): Promise<FolderShortlist> {
  const { currentId } = await accounts.get();
  return stored(local, shortlistKey(currentId ?? ''), readShortlist).get();
}
