import type { FolderRef, FolderShortlist } from '../folders/folder.ts';
import { createShortlistStore, recordUse } from '../folders/shortlist.ts';
import type { StorageArea } from '../storage/stored.ts';
import { createSerialQueues } from '../timing/serial-queue.ts';

export type Shortlists = ReturnType<typeof createShortlists>;

export function createShortlists(local: StorageArea, onChange: () => void) {
  const openStore = (accountId: string) => createShortlistStore(local, accountId);
  const enqueue = createSerialQueues();

  async function change(accountId: string, change: (shortlist: FolderShortlist) => FolderShortlist) {
    await enqueue(accountId, () => openStore(accountId).update(change));
    onChange();
  }

  return {
    get: (accountId: string) => openStore(accountId).get(),
    change,
    /** The user has chosen the folder. */
    recordUse: (accountId: string, folder: FolderRef): Promise<void> =>
      change(accountId, (shortlist) => recordUse(shortlist, folder)),
    remove: (accountId: string) => enqueue(accountId, () => openStore(accountId).remove()),
  };
}
