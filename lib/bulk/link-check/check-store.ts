/** Stores the one link check, in parts, because a batch changes only a few links. Each method is one transaction. */
import { type BulkDatabase, createBulkDatabase } from '../bulk-database.ts';
import { readCheck } from '../read-jobs.ts';
import type { LinkCheck } from './checked-link.ts';

const partSize = 100;
const stores = ['checks', 'checkParts'] as const;

export type CheckStore = ReturnType<typeof createCheckStore>;

export function createCheckStore(database: BulkDatabase = createBulkDatabase()) {
  const { use } = database;
  return {
    read: () => readCheck(database),

    replace: ({ links, ...head }: LinkCheck) =>
      use(async (db) => {
        const tx = db.transaction(stores, 'readwrite');
        const parts = tx.objectStore('checkParts');
        const writes: Promise<unknown>[] = [tx.objectStore('checks').put(head, 'last'), parts.clear()];
        for (let at = 0; at < links.length; at += partSize)
          writes.push(parts.put(links.slice(at, at + partSize), at / partSize));
        await Promise.all([...writes, tx.done]);
      }),

    /**
     * Writes nothing if the check was replaced meanwhile.
     * @param indexes of the links that have changed
     */
    writeLinks: ({ startedAtMs, links }: LinkCheck, indexes: readonly number[]) =>
      use(async (db) => {
        const tx = db.transaction(stores, 'readwrite');
        const head = await tx.objectStore('checks').get('last');
        const isSame = head?.startedAtMs === startedAtMs;
        const numbers = new Set(indexes.map((index) => Math.floor(index / partSize)));
        const writes = Array.from(isSame ? numbers : [], (number) =>
          tx.objectStore('checkParts').put(links.slice(number * partSize, (number + 1) * partSize), number),
        );
        await Promise.all([...writes, tx.done]);
      }),

    setStopped: (isStopped: boolean) =>
      use(async (db) => {
        const tx = db.transaction('checks', 'readwrite');
        const head = await tx.store.get('last');
        await Promise.all([head && tx.store.put({ ...head, isStopped }, 'last'), tx.done]);
      }),

    remove: () =>
      use(async (db) => {
        const tx = db.transaction(stores, 'readwrite');
        await Promise.all([...stores.map((name) => tx.objectStore(name).clear()), tx.done]);
      }),
  };
}
