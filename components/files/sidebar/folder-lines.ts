import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { type FolderRef, rootFolder, rootId } from '../../../lib/folders/folder.ts';
import { createLine, folderLines, type TreeLine } from '../../folders/tree-lines.ts';

/** No folder has this id. */
export const allFilesId = '';

export type Folders = Pick<Snapshot, 'folders' | 'foldersIn' | 'getPath' | 'searchFolders'>;

/** Pins, all files, the root and open folders. With a filter, the matching folders. */
export function sidebarLines(
  snapshot: Folders,
  openIds: ReadonlySet<string>,
  words = '',
  pinned: readonly FolderRef[] = [],
): readonly TreeLine[] {
  const { foldersIn, folders, getPath, searchFolders } = snapshot;
  if (words.trim() !== '') {
    const matches = new Set(searchFolders(words).map(({ id }) => id));
    const shown = new Set([...matches].flatMap((id) => [id, rootId, ...getPath(id).map((each) => each.id)]));
    const filtered = { matches, shown };
    return folderLines(createLine(rootFolder, 1, 1, 1), { foldersIn, openIds, filtered });
  }
  const setSize = pinned.length + 2;
  const pins = pinned.map(({ id, name }, at) => {
    const folder = { id, name: folders.get(id)?.name ?? name };
    return { ...createLine(folder, 1, at + 1, setSize), id: `pin ${id}`, isPin: true };
  });
  const allFiles = createLine({ id: allFilesId, name: '' }, 1, setSize - 1, setSize);
  const top = createLine(rootFolder, 1, setSize, setSize);
  return [...pins, allFiles, ...folderLines(top, { foldersIn, openIds, filtered: null })];
}

export function ancestorIds(snapshot: Folders, folderId: string): readonly string[] {
  const ancestors = snapshot.getPath(folderId).slice(0, -1);
  return [rootId, ...ancestors.map(({ id }) => id)];
}

/** No folder has this id. */
export const newFolderId = '\n';

/** First in its parent. No line if the parent isn't shown. */
export function withNewFolder(lines: readonly TreeLine[], parentId: string): readonly TreeLine[] {
  const at = lines.findIndex(({ id }) => id === parentId);
  if (at === -1) return lines;
  const level = (lines[at]?.level ?? 1) + 1;
  return lines.toSpliced(at + 1, 0, {
    ...createLine({ id: newFolderId, name: '' }, level, 1, 1),
    isNote: true,
  });
}
