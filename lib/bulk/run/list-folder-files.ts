/** Lists the files directly inside a folder. */
import type { FileEntry } from '../../api/index.ts';
import { type BulkClient, lane } from './bulk-context.ts';

/** Larger folders are not searched for a clone. */
const maxFiles = 2_000;

/** All files of a folder; null where there are too many. */
export async function listFolderFiles(
  client: BulkClient,
  folderId: string,
): Promise<readonly FileEntry[] | null> {
  const files: FileEntry[] = [];
  for await (const entry of client.files.iterate({ folderId }, lane)) {
    if (files.length === maxFiles) return null;
    files.push(entry);
  }
  return files;
}
