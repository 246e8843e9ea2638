/** The stores, each opened when it is first needed, so that each fails alone. */
import { createBulkStore } from '../bulk/store.ts';
import { createCatalogDatabase } from '../catalog/storage/database.ts';
import { createCatalogWriter } from '../catalog/storage/writer.ts';
import type { StorageArea } from '../storage/stored.ts';
import { createUploadsDatabase } from '../uploads/storage/database.ts';
import { createDiskStore } from '../uploads/storage/disk-store.ts';
import { importLegacyDatabases } from '../uploads/storage/legacy-import.ts';
import { createMemoryStore } from '../uploads/storage/memory-store.ts';
import { combineStores, type UploadStore } from '../uploads/storage/store.ts';

export type Stores = ReturnType<typeof createStores>;

/** `session` holds what comes from private windows: memory that outlives the worker, but not the browser. */
export function createStores(session: StorageArea, onFault: (fault: unknown) => void) {
  return {
    uploads: withLegacyImport(
      combineStores(createDiskStore(createUploadsDatabase()), createMemoryStore(session)),
      onFault,
    ),
    catalog: createCatalogWriter(createCatalogDatabase()),
    bulk: createBulkStore(),
  };
}

/** Delays the first transaction until the databases of version 0.1.0 are imported. */
function withLegacyImport(store: UploadStore, onFault: (fault: unknown) => void): UploadStore {
  let done: Promise<unknown> | null = null;
  return {
    async transact(mode, work) {
      // A failed import does not block new uploads.
      done ??= importLegacyDatabases(store).then(
        (problems) => problems.length > 0 && onFault(problems),
        onFault,
      );
      await done;
      return store.transact(mode, work);
    },
  };
}
