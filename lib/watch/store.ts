/** The watched transfers on disk: IndexedDB, database `linkhaul-watch`. Opens in the background and in pages alike. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Pulse, WatchStore } from './store-types.ts';
import type { WatchedTransfer } from './transfer.ts';

interface Schema extends DBSchema {
  transfers: { key: [string, string]; value: WatchedTransfer };
  pulses: { key: string; value: Pulse };
}

/** A new version of the database is a new case here; each one builds on the one before. */
function migrate(db: IDBPDatabase<Schema>, from: number): void {
  switch (from) {
    case 0:
      db.createObjectStore('transfers', { keyPath: ['accountId', 'fileCode'] });
      db.createObjectStore('pulses', { keyPath: 'accountId' });
  }
}

/** Every key of an account: an array sorts after every string. */
function keysOf(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

/** Opens the database; pages and background may have it open at the same time. */
export async function openWatchStore(name = 'linkhaul-watch'): Promise<WatchStore & { close(): void }> {
  const db = await openDB<Schema>(name, 1, {
    upgrade: (database, from) => migrate(database, from),
    // A newer version of the extension wants to migrate: do not stand in its way.
    blocking: () => db.close(),
  });
  return {
    all: (accountId) => db.getAll('transfers', accountId === undefined ? null : keysOf(accountId)),
    async write({ put, remove }) {
      if (put.length + remove.length === 0) return;
      const tx = db.transaction('transfers', 'readwrite');
      const removed = remove.map(({ accountId, fileCode }) => tx.store.delete([accountId, fileCode]));
      await Promise.all([...removed, ...put.map((transfer) => tx.store.put(transfer)), tx.done]);
    },
    pulses: () => db.getAll('pulses'),
    async setPulse(pulse) {
      await db.put('pulses', pulse);
    },
    async removeAccount(accountId) {
      const tx = db.transaction(['transfers', 'pulses'], 'readwrite');
      const transfers = tx.objectStore('transfers').delete(keysOf(accountId));
      await Promise.all([transfers, tx.objectStore('pulses').delete(accountId), tx.done]);
    },
    close: () => db.close(),
  };
}
