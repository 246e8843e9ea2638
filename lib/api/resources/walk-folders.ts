import { requireText } from '../arguments.ts';
import { isApiError } from '../errors.ts';
import type { CallOptions } from '../transport.ts';
import type { FileCalls, ListSummary } from './file-calls.ts';
import type { FileEntry } from './file-entry.ts';
import type { Folder, FolderCalls } from './folder-calls.ts';
import { assertFolderExists, rootId } from './folder-exists.ts';

/** A folder or a file below the folder where the walk starts. */
export type TreeEntry = TreeFolder | TreeFile;

/** A folder. Its contents follow. */
export interface TreeFolder {
  /** Distinguishes it from a `TreeFile`. */
  readonly kind: 'folder';
  /** Names below the start folder, its own last. Names may contain slashes. */
  readonly path: readonly string[];
  /** The folder that contains it. */
  readonly parentId: string;
  /** The folder. */
  readonly folder: Folder;
}

/** A file. */
export interface TreeFile {
  /** Distinguishes it from a `TreeFolder`. */
  readonly kind: 'file';
  /** Names below the start folder, the file's title last. Names may contain slashes. */
  readonly path: readonly string[];
  /** The folder that contains it. */
  readonly parentId: string;
  /** The file. */
  readonly file: FileEntry;
}

interface Needs {
  readonly folders: Pick<FolderCalls, 'list'>;
  readonly files: Pick<FileCalls, 'iterate'>;
}

/**
 * Yields each folder before its contents, and files before subfolders.
 * @throws {ApiError} `not-found` if the start folder doesn't exist. A folder that disappears during the walk is left out
 */
export async function* walkFolders(
  { folders, files }: Needs,
  folderId = rootId,
  options: CallOptions = {},
): AsyncGenerator<TreeEntry, ListSummary, undefined> {
  requireText(folderId, 'folderId');
  const summary = { skipped: 0, isComplete: true };
  const seen = new Set([rootId, folderId]);
  const listFolders = async (id: string) => {
    const listed = await folders.list(id, { onlyFolders: true }, options);
    summary.skipped += listed.skipped;
    return listed.folders;
  };
  if (folderId !== rootId) {
    await assertFolderExists({ folders }, folderId, options);
    // For a folder that is gone, services show the root's folders, which aren't in it.
    for (const folder of (await folders.list(rootId, { onlyFolders: true }, options)).folders)
      seen.add(folder.folderId);
  }
  const open: (Pick<TreeFolder, 'path' | 'parentId'> & { readonly folder: Folder | null })[] = [
    { path: [], parentId: '', folder: null },
  ];
  for (let at = open.pop(); at; at = open.pop()) {
    const { path, parentId, folder } = at;
    const id = folder?.folderId ?? folderId;
    if (folder) yield { kind: 'folder', path, parentId, folder };
    const leaveOutGone = (error: unknown) => {
      if (folder === null || !isApiError(error, 'not-found')) throw error;
      summary.isComplete = false;
      return null;
    };
    const inside = await listFolders(id).catch(leaveOutGone);
    if (inside === null) continue;
    const listing = files.iterate({ folderId: id }, options);
    for (;;) {
      const next = await listing.next().catch(leaveOutGone);
      if (next === null) break;
      const { done, value } = next;
      if (done) {
        summary.skipped += value.skipped;
        summary.isComplete &&= value.isComplete;
        break;
      }
      yield { kind: 'file', path: [...path, value.title], parentId: id, file: value };
    }
    const fresh = inside.filter((each) => !seen.has(each.folderId));
    for (const each of fresh) seen.add(each.folderId);
    for (const each of fresh.reverse()) open.push({ path: [...path, each.name], parentId: id, folder: each });
  }
  return { ...summary, isComplete: summary.isComplete && summary.skipped === 0 };
}
