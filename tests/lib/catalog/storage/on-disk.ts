/** A separate catalog on disk, written and read as in the extension. */
import type { FileEntry } from '../../../../lib/api/index.ts';
import type { CatalogFile } from '../../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../../lib/catalog/query/snapshot.ts';
import { createCatalogDatabase } from '../../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { readSyncState } from '../../../../lib/catalog/sync/sync-state.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';

export type CatalogOnDisk = ReturnType<typeof openCatalog>;

export function openCatalog() {
  const database = createCatalogDatabase(createDatabaseName());
  const reader = createCatalogReader(database);
  return {
    database,
    writer: createCatalogWriter(database),
    newWriter: () => createCatalogWriter(database),
    read: (accountId: string) => reader.read(accountId),
    /** The last stored state of the sync, and the number of files. Cheaper than reading everything. */
    async syncStatus(accountId: string) {
      const account = await database.use((db) => db.get('accounts', accountId));
      return { ...readSyncState(account?.state), files: account?.files ?? 0 };
    },
    close: () => database.close(),
  };
}

export function listStoredFiles(snapshot: Snapshot): readonly CatalogFile[] {
  return Array.from(snapshot.fileIds(), (fileId) => snapshot.file(fileId)).filter((file) => file !== null);
}

/** Files and folders in a comparable form: code, title and folder, or id, name and parent. */
export function toContents(snapshot: Snapshot) {
  return {
    files: listStoredFiles(snapshot)
      .map(({ fileCode, title, folderId }) => [fileCode, title, folderId])
      .sort(),
    folders: [...snapshot.folders.values()].map(({ id, name, parentId }) => [id, name, parentId]).sort(),
  };
}

export const sampleEntry = (fileCode: string, changes: Partial<FileEntry> = {}): FileEntry => ({
  fileCode,
  title: `Title of ${fileCode}`,
  downloadUrl: `https://x.example/d/${fileCode}`,
  folderId: '0',
  singleImage: null,
  canPlay: true,
  length: 60,
  views: 1,
  uploaded: '2026-11-21 05:00:00',
  isPublic: true,
  ...changes,
});
