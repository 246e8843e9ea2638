/** A catalog of its own on the disk, written and read as in the extension. */
import type { CatalogFile } from '../../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../../lib/catalog/query/snapshot.ts';
import { type CatalogDatabase, createCatalogDatabase } from '../../../../lib/catalog/storage/database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter, type SyncedCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { readState, type SyncState } from '../../../../lib/catalog/sync/state.ts';

export interface CatalogOnDisk {
  readonly database: CatalogDatabase;
  readonly writer: SyncedCatalogWriter;
  /** The writer of another worker process. */
  newWriter(): SyncedCatalogWriter;
  read(accountId: string): Promise<Snapshot>;
  /** What the sync has stored last, and how many files there are; cheaper than reading it all. */
  syncStatus(accountId: string): Promise<SyncState & { readonly files: number }>;
  close(): void;
}

let count = 0;

export function openCatalog(): CatalogOnDisk {
  count += 1;
  const database = createCatalogDatabase(`catalog-${count}`);
  const reader = createCatalogReader(database);
  return {
    database,
    writer: createCatalogWriter(database),
    newWriter: () => createCatalogWriter(database),
    read: (accountId) => reader.read(accountId),
    async syncStatus(accountId) {
      const account = await database.use((db) => db.get('accounts', accountId));
      return { ...readState(account?.state), files: account?.files ?? 0 };
    },
    close: () => database.close(),
  };
}

export function filesOf(snapshot: Snapshot): readonly CatalogFile[] {
  return Array.from(snapshot.rows(), (row) => snapshot.file(row)).filter((file) => file !== null);
}

/** Files and folders in one form that can be compared: code, title and folder; id, name and parent. */
export function contentsOf(snapshot: Snapshot) {
  return {
    files: filesOf(snapshot)
      .map(({ fileCode, title, folderId }) => [fileCode, title, folderId])
      .sort(),
    folders: [...snapshot.folders.values()].map(({ id, name, parentId }) => [id, name, parentId]).sort(),
  };
}
