/** "Move contents of folder…" as a bulk job, from the folder tree of a snapshot. Pure. */
import type { FolderRef } from '../folders/folder.ts';
import type { BulkFile, BulkFolder, BulkWork } from './work.ts';

/** The part of a catalog snapshot that is used. */
export interface FolderContentsSource {
  foldersIn(folderId: string): readonly BulkFolder[];
  /** Ids of the files directly inside. With `isDeep`, of the subfolders too. */
  fileIds(filter: { readonly folderId: string; readonly isDeep: boolean }): Iterable<number>;
  file(fileId: number): BulkFile | null;
}

/** All subfolders, each after its parent. Ends even if the tree has a cycle. */
function listSubfolders(tree: FolderContentsSource, folderId: string): readonly BulkFolder[] {
  const found = new Map<string, BulkFolder>();
  const visit = (id: string) => {
    for (const folder of tree.foldersIn(id)) {
      if (folder.id === folderId || found.has(folder.id)) continue;
      found.set(folder.id, { id: folder.id, name: folder.name, parentId: id });
      visit(folder.id);
    }
  };
  visit(folderId);
  return [...found.values()];
}

/** The job that moves everything. `inside`: the target is a subfolder of the source. */
export function moveContents(
  tree: FolderContentsSource,
  source: FolderRef,
  target: FolderRef,
): Extract<BulkWork, { kind: 'move-contents' }> | 'same' | 'inside' {
  if (source.id === target.id) return 'same';
  const folders = listSubfolders(tree, source.id);
  if (folders.some(({ id }) => id === target.id)) return 'inside';
  const files = [...tree.fileIds({ folderId: source.id, isDeep: true })].flatMap((fileId) => {
    const file = tree.file(fileId);
    if (file === null) return [];
    const { fileCode, title, folderId } = file;
    return [{ fileCode, title, folderId }];
  });
  return { kind: 'move-contents', files, source, folders, folder: target };
}
