/** "Move contents of folder…": what there is to do, from the tree that a page knows. Pure. */
import type { FolderRef } from '../folders/folder.ts';
import type { BulkFile, BulkFolder, BulkWork } from './work.ts';

/** The tree and its files, as a catalog's snapshot has them. */
export interface FolderTree {
  foldersIn(folderId: string): readonly BulkFolder[];
  /** Files right inside, or with `deep` also in the folders below, by row. */
  rows(filter: { readonly folderId: string; readonly deep: boolean }): Iterable<number>;
  file(row: number): BulkFile | null;
}

/** Every folder below one, each after the one it stands in; a listing that holds its own parent does not make it endless. */
export function foldersBelow(tree: Pick<FolderTree, 'foldersIn'>, folderId: string): readonly BulkFolder[] {
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

/**
 * The work that brings everything below `source` into `target`.
 *
 * @returns `same` where the target is the source itself, `inside` where it lies below it: that cannot be moved into itself
 */
export function moveContents(
  tree: FolderTree,
  source: FolderRef,
  target: FolderRef,
): Extract<BulkWork, { kind: 'move-contents' }> | 'same' | 'inside' {
  if (source.id === target.id) return 'same';
  const folders = foldersBelow(tree, source.id);
  if (folders.some(({ id }) => id === target.id)) return 'inside';
  const files = [...tree.rows({ folderId: source.id, deep: true })].flatMap((row) => {
    const file = tree.file(row);
    if (file === null) return [];
    const { fileCode, title, folderId } = file;
    return [{ fileCode, title, folderId }];
  });
  return { kind: 'move-contents', files, source, folders, folder: target };
}
