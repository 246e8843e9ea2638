/** The stores, opened together: databases that the background writes and pages read, and what is kept in memory only. */
import { type ActivityStore, openActivityStore } from '../activity/store.ts';
import { type BulkStore, openBulkStore } from '../bulk/store.ts';
import { openCatalogDatabase } from '../catalog/database.ts';
import { createCatalogWriter, type SyncedCatalogWriter } from '../catalog/writer.ts';
import { combineStores as combineOutboxes } from '../outbox/combined-store.ts';
import { createSessionStore as createSessionOutbox, type KeyValueArea } from '../outbox/session-store.ts';
import { openOutboxStore } from '../outbox/store.ts';
import type { OutboxStore } from '../outbox/store-types.ts';
import { createSessionStore as createSessionWatch } from '../watch/session-store.ts';
import { openWatchStore } from '../watch/store.ts';
import { combineStores as combineWatches, type WatchStore } from '../watch/store-types.ts';

export interface Stores {
  readonly outbox: OutboxStore;
  readonly watch: WatchStore;
  readonly activity: ActivityStore;
  readonly catalog: SyncedCatalogWriter;
  readonly bulk: BulkStore;
}

/** `session` holds what comes from private windows: memory that outlives the worker, but not the browser. */
export async function openStores(session: KeyValueArea): Promise<Stores> {
  const [outbox, watch, activity, catalog, bulk] = await Promise.all([
    openOutboxStore(),
    openWatchStore(),
    openActivityStore(),
    openCatalogDatabase(),
    openBulkStore(),
  ]);
  return {
    outbox: combineOutboxes(outbox, createSessionOutbox(session)),
    watch: combineWatches(watch, createSessionWatch(session)),
    activity,
    catalog: createCatalogWriter(catalog),
    bulk,
  };
}
