import type { StorageArea } from '../storage/stored.ts';
import { maxEntries, type NewEntry } from './activity.ts';
import { type ActivityDatabase, createMemoryActivity, orInMemory } from './activity-database.ts';

export type ActivityStore = ReturnType<typeof createActivityStore>;

/** @param session holds the activity if the browser has no IndexedDB */
export function createActivityStore({ use }: Pick<ActivityDatabase, 'use'>, session: StorageArea) {
  const memory = createMemoryActivity(session);

  const addOnDisk = (added: readonly NewEntry[]) =>
    use(async (db) => {
      const tx = db.transaction('entries', 'readwrite');
      for (const entry of added)
        if ((await tx.store.index('ref').getKey(entry.ref)) === undefined) await tx.store.add(entry);
      const surplus = (await tx.store.count()) - maxEntries;
      const last = surplus > 0 ? (await tx.store.getAllKeys(null, surplus)).at(-1) : undefined;
      if (last !== undefined) await tx.store.delete(IDBKeyRange.upperBound(last));
      await tx.done;
    });

  const addInMemory = (added: readonly NewEntry[]) =>
    memory.update((entries) => {
      const known = new Set(entries.map(({ ref }) => ref));
      const firstId = (entries.at(-1)?.id ?? 0) + 1;
      const unknown = added.filter(({ ref }) => known.size < known.add(ref).size);
      return [...entries, ...unknown.map((entry, at) => ({ ...entry, id: firstId + at }))].slice(-maxEntries);
    });

  return {
    /** Oldest first. Leaves out entries whose `ref` is known, and keeps only the newest thousand. */
    add: async (added: readonly NewEntry[]): Promise<void> =>
      void (await orInMemory<unknown>(addOnDisk(added), () => addInMemory(added))),
    clear: (): Promise<void> =>
      orInMemory(
        use((db) => db.clear('entries')),
        memory.remove,
      ),
  };
}
