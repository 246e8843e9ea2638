/** The accounts' shortlists of folders, in `storage.local`, one entry each. */
import type { FolderShortlist } from '../folders/folder.ts';
import { createShortlistStore } from '../folders/shortlist.ts';
import type { StorageArea } from '../storage/stored.ts';
import { createSerialQueues } from '../timing/serial-queue.ts';

export type Shortlists = ReturnType<typeof createShortlists>;

export function createShortlists(local: StorageArea, onChange: () => void) {
  const openStore = (accountId: string) => createShortlistStore(local, accountId);
  const enqueue = createSerialQueues();

  return {
    get: (accountId: string) => openStore(accountId).get(),
    async change(accountId: string, change: (shortlist: FolderShortlist) => FolderShortlist): Promise<void> {
      await enqueue(accountId, () => openStore(accountId).update(change));
      onChange();
    },
    remove: (accountId: string) => enqueue(accountId, () => openStore(accountId).remove()),
  };
}
