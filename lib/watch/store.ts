/** The watched transfers on disk: IndexedDB, database `linkhaul-watch`. */
import { openWatchDatabase } from './database.ts';
import type { WatchStore } from './store-types.ts';

/** Every key of an account: an array sorts after every string. */
function keysOf(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

export async function openWatchStore(name?: string): Promise<WatchStore & { close(): void }> {
  const db = await openWatchDatabase(name);
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
