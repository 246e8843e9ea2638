/**
 * Pages read storage directly, so that they paint before the worker is awake. They load no code that writes. Only the popup stores its
 * unsent input (`popup/main.tsx`).
 */
import { browser } from 'wxt/browser';
import type { Accounts } from '../lib/accounts/account.ts';
import { createAccountsStore } from '../lib/accounts/accounts-store.ts';
import { emptyShortlist, type FolderShortlist, rootId } from '../lib/folders/folder.ts';
import { createShortlistStore } from '../lib/folders/shortlist.ts';
import type { Topic } from '../lib/protocol.ts';
import { isResumable, queryHeldLocks } from '../lib/uploads/local-file.ts';
import { readUploads } from '../lib/uploads/read-uploads.ts';
import { createUploadsDatabase } from '../lib/uploads/storage/uploads-database.ts';
import type { AccountUploads, CreateArrange } from '../lib/uploads/upload-items.ts';
import { useStored } from './hooks.ts';
import { notifyListeners } from './live.ts';
import { reportProblems } from './storage-problems.ts';

const { local, session } = browser.storage;

/** Displays copies, if there are any. Set by `entrypoints/mount/mount.tsx`, because it is in `components`. */
export const arrangeModule: { load?: () => Promise<{ readonly createArrange: CreateArrange }> } = {};

export const uploads = reportProblems(createUploadsDatabase());

export const readAccounts = (): Promise<Accounts> => createAccountsStore(local).get();

/** How many packs of each batch this page reads. */
let packLimit = 1;

export function showMoreUploads(): void {
  packLimit *= 4;
  notifyListeners(['uploads']);
}

export async function readCurrentUploads(): Promise<AccountUploads | null> {
  // Open the database meanwhile. The next use reports errors.
  uploads.use(async () => {}).catch(() => {});
  const { currentId } = await readAccounts();
  return currentId === null ? null : readUploadsOf(currentId, packLimit);
}

export async function readUploadsOf(accountId: string, limit?: number): Promise<AccountUploads> {
  const view = await readUploads({ database: uploads, local, session }, accountId, limit);
  const hasFiles = view.uploads.some(isResumable);
  const isIncomplete =
    Object.keys(view.encodings).length > 0 ||
    view.uploads.some(
      ({ private: isPrivate, folder, linkId, reroute, url }) =>
        isPrivate ||
        url.includes('xn--') ||
        (folder.name === '' && folder.id !== rootId) ||
        linkId ||
        reroute,
    );
  const completed = isIncomplete
    ? await import('./complete-uploads.ts').then((module) =>
        module.completeUploads(accountId, view, uploads, arrangeModule.load),
      )
    : view;
  return { accountId, ...completed, ...(hasFiles && { heldLocks: await queryHeldLocks() }) };
}

/** Newest first. Loaded at the first read. */
const readActivity = () => import('./activity.ts').then((module) => module.readOwnActivity());

export const readShortlistOf = (accountId: string): Promise<FolderShortlist> =>
  createShortlistStore(local, accountId).get();

interface AccountData<T> {
  readonly accountId: string;
  readonly data: T;
}

export async function readForCurrentAccount<T>(
  read: (accountId: string) => Promise<T>,
): Promise<AccountData<T>> {
  const accountId = (await readAccounts()).currentId ?? '';
  return { accountId, data: await read(accountId) };
}

export const readCurrentShortlist = () => readForCurrentAccount(readShortlistOf);

/** Null until first read. */
export const useAccounts = () => useStored(readAccounts, 'accounts');

/** Null until the current account's value is read, because accounts and values are read concurrently. */
export function useForCurrentAccount<T>(read: () => Promise<AccountData<T>>, topic: Topic): T | null {
  const currentId = useAccounts()?.currentId ?? '';
  const found = useStored(read, topic, 'accounts');
  return found?.accountId === currentId ? found.data : null;
}

export const useUploads = () => useStored(readCurrentUploads, 'uploads', 'accounts');
export const useActivity = () => useStored(readActivity, 'activity');

export const useShortlist = () => useForCurrentAccount(readCurrentShortlist, 'folders') ?? emptyShortlist;
