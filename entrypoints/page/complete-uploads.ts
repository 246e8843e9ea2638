/** What few stored uploads need before they are shown; loaded where there is one of them. */
import {
  createCatalogDatabase,
  readFolders,
  readRecords,
} from '../../lib/catalog/storage/catalog-database.ts';
import type { Upload } from '../../lib/uploads/upload.ts';

const catalog = createCatalogDatabase();

/**
 * Leaves out those of private windows that are closed, and names folders: of a transfer that was started elsewhere, the service
 * gives only the folder's id.
 */
export async function completeUploads(accountId: string, all: readonly Upload[]): Promise<readonly Upload[]> {
  const shown = all.some((upload) => upload.private)
    ? await (await import('./private-windows.ts')).withoutClosedWindows(all)
    : all;
  // A catalog that cannot be read names nothing; its own pages say so.
  const lists = await catalog
    .use((db) => readRecords(db.transaction('folderLists').store, accountId))
    .catch(() => []);
  const names = new Map(readFolders(lists).map(({ id, name }) => [id, name]));
  return shown.map((upload) => {
    const { id, name } = upload.folder;
    return name === '' ? { ...upload, folder: { id, name: names.get(id) ?? '' } } : upload;
  });
}
