/** Reads what stands right inside a folder. */
import type { FileEntry } from '../../api/index.ts';
import { type BulkClient, lane } from './context.ts';

/** Files that are read to find a clone in doubt; in a folder with more it cannot be searched for. */
const mostFiles = 2_000;

/** All files of a folder; null where there are too many. */
export async function readFolder(client: BulkClient, folderId: string): Promise<readonly FileEntry[] | null> {
  const files: FileEntry[] = [];
  for await (const entry of client.files.iterate({ folderId }, lane)) {
    if (files.length === mostFiles) return null;
    files.push(entry);
  }
  return files;
}
