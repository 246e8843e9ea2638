/** The accounts' shortlists of folders, in `storage.local`, one entry each. */
import type { FolderShortlist } from '../folders/folder.ts';
import { createShortlistStore } from '../folders/shortlist.ts';
import type { StorageArea, StoredValue } from '../storage/stored.ts';

/** `onChange` is called after each change. */
export function createShortlists(local: StorageArea, onChange: () => void) {
  // One stored value for each account, because it serialises updates.
  const entries = new Map<string, StoredValue<FolderShortlist>>();
  const entry = (accountId: string) => {
    const known = entries.get(accountId) ?? createShortlistStore(local, accountId);
    entries.set(accountId, known);
    return known;
  };

  return {
    get: (accountId: string) => entry(accountId).get(),
    async change(accountId: string, change: (shortlist: FolderShortlist) => FolderShortlist): Promise<void> {
      await entry(accountId).update(change);
      onChange();
    },
    remove: (accountId: string) => entry(accountId).remove(),
  };
}
