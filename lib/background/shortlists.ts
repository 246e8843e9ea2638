/** The accounts' shortlists of folders, in `storage.local`, one entry each. */
import type { FolderShortlist } from '../folders/folder.ts';
import { readShortlist } from '../folders/shortlist.ts';
import { type StorageArea, type Stored, stored } from '../storage/stored.ts';

/** The name of an account's entry; pages read it too. */
export const shortlistKey = (accountId: string) => `folders:${accountId}`;

/** `onChange` is told after each change. */
export function createShortlists(local: StorageArea, onChange: () => void) {
  // One `Stored` for each account, kept, because it is what puts updates in turn.
  const entries = new Map<string, Stored<FolderShortlist>>();
  const entry = (accountId: string) => {
    const known = entries.get(accountId) ?? stored(local, shortlistKey(accountId), readShortlist);
    entries.set(accountId, known);
    return known;
  };

  return {
    of: (accountId: string) => entry(accountId).get(),
    async change(accountId: string, change: (shortlist: FolderShortlist) => FolderShortlist): Promise<void> {
      await entry(accountId).update(change);
      onChange();
    },
    drop: (accountId: string) => entry(accountId).remove(),
  };
}
