/** The outbox's database, `linkhaul-outbox`: what stands in it. The background writes it (`store.ts`), pages read it (`read.ts`). */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../storage/database.ts';
import type { OutboxItem, OutboxState } from './item.ts';
import type { Hold } from './store-types.ts';

interface Schema extends DBSchema {
  items: {
    key: string;
    value: OutboxItem;
    indexes: { order: [string, OutboxState, number]; state: OutboxState; position: number };
  };
  claims: {
    /** Ascending, so that the oldest can be dropped first. */
    key: number;
    value: { accountId: string; fileCode: string };
    indexes: { file: [string, string] };
  };
  holds: { key: string; value: Hold };
  switches: { key: 'paused'; value: boolean };
}

export type OutboxDatabase = IDBPDatabase<Schema>;

export function openOutboxDatabase(name = 'linkhaul-outbox'): Promise<OutboxDatabase> {
  return openDatabase(name, 1, migrate);
}

function migrate(db: OutboxDatabase, from: number): void {
  switch (from) {
    case 0: {
      const items = db.createObjectStore('items', { keyPath: 'id' });
      items.createIndex('order', ['accountId', 'state', 'position']);
      items.createIndex('state', 'state');
      items.createIndex('position', 'position');
      const claims = db.createObjectStore('claims', { autoIncrement: true });
      claims.createIndex('file', ['accountId', 'fileCode'], { unique: true });
      db.createObjectStore('holds', { keyPath: 'accountId' });
      db.createObjectStore('switches');
    }
  }
}
