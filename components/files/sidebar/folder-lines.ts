import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { type FolderRef, rootFolder } from '../../../lib/folders/folder.ts';
import type { TreeLine } from '../../folders/tree.ts';

/** Id of the line "All files"; no folder has it. */
export const allFilesId = '';

export type Folders = Pick<Snapshot, 'folders' | 'foldersIn' | 'pathOf' | 'searchFolders'>;

/**
 * Pinned folders, all files, the root, and the folders whose parents are expanded. With a filter: matching folders with their
 * ancestors. Each folder of the tree appears once, also where the service's tree has a cycle.
 */
export function folderLines(
  snapshot: Folders,
  openIds: ReadonlySet<string>,
  words = '',
  pinned: readonly FolderRef[] = [],
): readonly TreeLine[] {
  const found = words.trim() === '' ? null : new Set(snapshot.searchFolders(words).map(({ id }) => id));
  const matchingIds = found && withAncestors(snapshot, found);
  const lines: TreeLine[] = [];
  const seen = new Set<string>();

  const visit = (folder: FolderRef, level: number, position: number, setSize: number) => {
    if (seen.has(folder.id)) return;
    seen.add(folder.id);
    const inside = snapshot.foldersIn(folder.id);
    const children = matchingIds ? inside.filter(({ id }) => matchingIds.has(id)) : inside;
    const isOpen = matchingIds ? children.length > 0 : openIds.has(folder.id);
    lines.push({
      ...line(folder, level, position, setSize),
      isOpen: children.length === 0 ? null : isOpen,
      isMatch: found?.has(folder.id) ?? true,
    });
    if (isOpen) children.forEach((child, at) => void visit(child, level + 1, at + 1, children.length));
  };

  const setSize = pinned.length + 2;
  if (!matchingIds) {
    for (const [at, { id, name }] of pinned.entries()) {
      const folder = { id, name: snapshot.folders.get(id)?.name ?? name };
      lines.push({ ...line(folder, 1, at + 1, setSize), id: `pin ${id}`, isPin: true });
    }
    lines.push(line({ id: allFilesId, name: '' }, 1, setSize - 1, setSize));
    visit(rootFolder, 1, setSize, setSize);
  } else if (matchingIds.size > 0) visit(rootFolder, 1, 1, 1);
  return lines;
}

const line = (folder: FolderRef, level: number, position: number, setSize: number): TreeLine => ({
  id: folder.id,
  folder,
  level,
  position,
  setSize,
  isOpen: null,
  isMatch: true,
  isLoading: false,
});

function withAncestors(snapshot: Folders, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].flatMap((id) => [id, ...snapshot.pathOf(id).map((ancestor) => ancestor.id)]));
}

export function ancestorIds(snapshot: Folders, folderId: string): readonly string[] {
  const ancestors = snapshot.pathOf(folderId).slice(0, -1);
  return [rootFolder.id, ...ancestors.map(({ id }) => id)];
}

/** Id of the line of a new folder; no folder has it. */
export const newFolderId = '\n';

/** The new folder comes first in its parent; no line where the parent is not shown. */
export function withNewFolder(lines: readonly TreeLine[], parentId: string): readonly TreeLine[] {
  const at = lines.findIndex(({ id }) => id === parentId);
  if (at === -1) return lines;
  const level = (lines[at]?.level ?? 1) + 1;
  return lines.toSpliced(at + 1, 0, line({ id: newFolderId, name: '' }, level, 1, 1));
}
