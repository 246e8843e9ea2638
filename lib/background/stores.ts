/** The stores, none of which is opened before it is needed, so that each fails alone. */
import { createBulkStore } from '../bulk/store.ts';
import { createCatalogDatabase } from '../catalog/storage/database.ts';
import { createCatalogWriter } from '../catalog/storage/writer.ts';
import type { StorageArea } from '../storage/stored.ts';
import { createUploadsDatabase } from '../uploads/database.ts';
import { createDiskStore } from '../uploads/disk-store.ts';
import { createMemoryStore } from '../uploads/memory-store.ts';
import { combineStores, type UploadStore } from '../uploads/store.ts';
import { takeOverDatabases } from '../uploads/take-over.ts';

export type Stores = ReturnType<typeof createStores>;

/** `session` holds what comes from private windows: memory that outlives the worker, but not the browser. */
export function createStores(session: StorageArea, onFault: (fault: unknown) => void) {
  return {
    uploads: afterTakeOver(
      combineStores(createDiskStore(createUploadsDatabase()), createMemoryStore(session)),
      onFault,
    ),
    catalog: createCatalogWriter(createCatalogDatabase()),
    bulk: createBulkStore(),
  };
}

/** The same store, whose first transaction waits until the databases of version 0.1.0 have been taken over. */
function afterTakeOver(store: UploadStore, onFault: (fault: unknown) => void): UploadStore {
  let done: Promise<unknown> | null = null;
  return {
    async transact(mode, work) {
      // What cannot be taken over keeps nothing new from being sent.
      done ??= takeOverDatabases(store).then((problems) => problems.length > 0 && onFault(problems), onFault);
      await done;
      return store.transact(mode, work);
    },
  };
}
