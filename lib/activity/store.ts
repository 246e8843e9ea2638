/** The activity on disk: IndexedDB, database `linkhaul-activity`. Opens in the background and in pages alike. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../storage/database.ts';
import type { ActivityEntry, NewEntry } from './entry.ts';

interface Schema extends DBSchema {
  entries: { key: number; value: ActivityEntry | NewEntry; indexes: { ref: string } };
}

/** What the activity asks of a store; each method is one transaction. */
export interface ActivityStore {
  /** Adds an entry unless its `ref` is there already, and drops the oldest beyond `kept`. False: it was there. */
  append(entry: NewEntry, kept: number): Promise<boolean>;
  /** Newest first: those for which `accept` holds, at most `limit`, older than the id `before`. */
  list(
    accept: (entry: ActivityEntry) => boolean,
    limit: number,
    before: number,
  ): Promise<readonly ActivityEntry[]>;
  clear(): Promise<void>;
}

function migrate(db: IDBPDatabase<Schema>, from: number): void {
  switch (from) {
    case 0: {
      const entries = db.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      // Entries without a ref have null there, which is no key: the index leaves them out.
      entries.createIndex('ref', 'ref', { unique: true });
    }
  }
}

/** Opens the database; pages and background may have it open at the same time. */
export async function openActivityStore(
  name = 'linkhaul-activity',
): Promise<ActivityStore & { close(): void }> {
  const db = await openDatabase<Schema>(name, 1, migrate);
  return {
    async append(entry, kept) {
      const tx = db.transaction('entries', 'readwrite');
      if (entry.ref !== null && (await tx.store.index('ref').getKey(entry.ref)) !== undefined) return false;
      const surplus = (await tx.store.count()) + 1 - kept;
      const oldest = surplus > 0 ? await tx.store.getAllKeys(null, surplus) : [];
      await Promise.all([...oldest.map((id) => tx.store.delete(id)), tx.store.add(entry), tx.done]);
      return true;
    },
    async list(accept, limit, before) {
      const entries: ActivityEntry[] = [];
      const older = IDBKeyRange.upperBound(before, true);
      let cursor = limit > 0 ? await db.transaction('entries').store.openCursor(older, 'prev') : null;
      while (cursor !== null && entries.length < limit) {
        const entry = cursor.value as ActivityEntry; // stored entries have their id
        if (accept(entry)) entries.push(entry);
        cursor = await cursor.continue();
      }
      return entries;
    },
    async clear() {
      await db.clear('entries');
    },
    close: () => db.close(),
  };
}
