/** Plans "Move contents of folder…" from the folder tree of a snapshot. Pure. */
import type { FolderRef } from '../folders/folder.ts';
import type { BulkFile, BulkFolder, BulkWork } from './work.ts';

/** A part of `Snapshot`. */
export interface FolderContentsSource {
  foldersIn(folderId: string): readonly BulkFolder[];
  /** With `isDeep`, includes files of subfolders. */
  fileIds(filter: { readonly folderId: string; readonly isDeep: boolean }): Iterable<number>;
  file(fileId: number): BulkFile | null;
}

/** Each after its parent. Ends even if the tree has a cycle. */
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

/** `inside`: the target is a subfolder of the source. */
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
