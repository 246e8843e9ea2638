/**
 * Everything that pages read, straight from the extension's own storage, so that they paint before the worker is
 * awake. Pages load nothing that writes; the popup stores what is typed in it (`popup/main.tsx`).
 */
import { browser } from 'wxt/browser';
import type { AccountUploads } from '../../components/uploads/upload-items.ts';
import type { Accounts } from '../../lib/accounts/account.ts';
import { createAccountsStore } from '../../lib/accounts/store.ts';
import { shortlistKey } from '../../lib/background/shortlists.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import { readShortlist } from '../../lib/folders/shortlist.ts';
import { createStoredValue } from '../../lib/storage/stored.ts';
import type { ActivityEntry } from '../../lib/uploads/activity.ts';
import { isResumable, queryHeldLocks } from '../../lib/uploads/local-file.ts';
import { readUploads } from '../../lib/uploads/read.ts';
import { createUploadsDatabase } from '../../lib/uploads/storage/database.ts';
import { useStored } from './hooks.ts';
import { reportProblems } from './storage-problems.ts';

const { local, session } = browser.storage;

const uploads = reportProblems(createUploadsDatabase());

export const readAccounts = (): Promise<Accounts> => createAccountsStore(local).get();

/** Of the current account; null where there is none. */
export async function readCurrentUploads(): Promise<AccountUploads | null> {
  // The database is opened while the accounts are read; what goes wrong is reported by the next use.
  uploads.use(async () => {}).catch(() => {});
  const { currentId } = await readAccounts();
  return currentId === null ? null : readUploadsOf(currentId);
}

export async function readUploadsOf(accountId: string): Promise<AccountUploads> {
  const view = await readUploads({ database: uploads, local, session }, accountId);
  const hasFiles = view.uploads.some(isResumable);
  const shown = view.uploads.some(
    (upload) => upload.private || (upload.folder.name === '' && upload.folder.id !== '0'),
  )
    ? await (await import('./complete-uploads.ts')).completeUploads(accountId, view.uploads)
    : view.uploads;
  return { accountId, ...view, uploads: shown, ...(hasFiles && { heldLocks: await queryHeldLocks() }) };
}

/** Newest first. Its code comes with the first read, because few pages show it at first. */
export const readActivity = async (): Promise<readonly ActivityEntry[]> =>
  (await import('../../lib/uploads/activity.ts')).listActivity(uploads, session);

export const readShortlistOf = (accountId: string): Promise<FolderShortlist> =>
  createStoredValue(local, shortlistKey(accountId), readShortlist).get();

/** The shortlist of the current account. */
export async function readCurrentShortlist(): Promise<FolderShortlist> {
  const { currentId } = await readAccounts();
  return readShortlistOf(currentId ?? '');
}

/** Each of these is null until it has been read for the first time. */
export const useAccounts = () => useStored(readAccounts, 'accounts');
export const useUploads = () => useStored(readCurrentUploads, 'uploads', 'accounts');
export const useActivity = () => useStored(readActivity, 'activity');

/** Default, pinned and recent folders of the current account. */
export const useShortlist = () => useStored(readCurrentShortlist, 'folders', 'accounts') ?? emptyShortlist;
