/** The watch's database, `linkhaul-watch`: what stands in it. The background writes it (`store.ts`), pages read it (`read.ts`). */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../storage/database.ts';
import type { Pulse } from './store-types.ts';
import type { WatchedTransfer } from './transfer.ts';

interface Schema extends DBSchema {
  transfers: { key: [string, string]; value: WatchedTransfer };
  pulses: { key: string; value: Pulse };
}

export type WatchDatabase = IDBPDatabase<Schema>;

export function openWatchDatabase(name = 'linkhaul-watch'): Promise<WatchDatabase> {
  return openDatabase(name, 1, migrate);
}

function migrate(db: WatchDatabase, from: number): void {
  switch (from) {
    case 0:
      db.createObjectStore('transfers', { keyPath: ['accountId', 'fileCode'] });
      db.createObjectStore('pulses', { keyPath: 'accountId' });
  }
}
