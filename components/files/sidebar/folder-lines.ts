/** The account's folders as lines of a tree, over a snapshot of the catalog. Pure. */
import type { CatalogFolder } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { rootFolder } from '../../../lib/folders/folder.ts';
import { createMatcher, createSearchText } from '../../../lib/search/words.ts';
import type { TreeLine } from '../../folders/tree.ts';

/** The line of all files; no folder has this id. */
export const everything = '';

/** What of a snapshot the lines are made of. */
export type Folders = Pick<Snapshot, 'folders' | 'foldersIn' | 'pathOf'>;

/**
 * Top to bottom: all files, the root, and the folders whose parents are open. With words: every folder whose name has
 * them, under its parents, whether these are open or not.
 *
 * Promise: a folder stands there once, also where a service lists a folder inside of itself.
 */
export function folderLines(snapshot: Folders, open: ReadonlySet<string>, words = ''): readonly TreeLine[] {
  const wanted = words.trim() === '' ? null : foldersWith(snapshot, words);
  const lines: TreeLine[] = [];
  const seen = new Set<string>();

  const visit = (folder: { id: string; name: string }, level: number, position: number, setSize: number) => {
    if (seen.has(folder.id)) return;
    seen.add(folder.id);
    const inside = snapshot.foldersIn(folder.id);
    const children = wanted ? inside.filter(({ id }) => wanted.has(id)) : inside;
    const isOpen = wanted ? children.length > 0 : open.has(folder.id);
    const state = inside.length === 0 ? null : isOpen;
    lines.push(line(folder, level, position, setSize, state));
    if (isOpen) children.forEach((child, at) => void visit(child, level + 1, at + 1, children.length));
  };

  if (!wanted) lines.push(line({ id: everything, name: '' }, 1, 1, 2, null));
  if (!wanted || wanted.size > 0) visit(rootFolder, 1, wanted ? 1 : 2, wanted ? 1 : 2);
  return lines;
}

const line = (
  folder: { id: string; name: string },
  level: number,
  position: number,
  setSize: number,
  open: boolean | null,
): TreeLine => ({ id: folder.id, folder, level, position, setSize, open, loading: false, problem: null });

/** Ids of the folders whose names have the words, and of everything above them. */
function foldersWith(snapshot: Folders, words: string): ReadonlySet<string> {
  const fits = createMatcher(words);
  const wanted = new Set<string>();
  for (const folder of snapshot.folders.values()) {
    if (!fits(createSearchText(folder.name))) continue;
    wanted.add(folder.id);
    for (const above of snapshot.pathOf(folder.id)) wanted.add(above.id);
  }
  return wanted;
}

/** The folders that must be open for a folder to be seen. */
export const above = (snapshot: Folders, folderId: string): readonly string[] => [
  rootFolder.id,
  ...snapshot
    .pathOf(folderId)
    .slice(0, -1)
    .map(({ id }: CatalogFolder) => id),
];

/** The line of a folder that has no name yet: no folder has this id. */
export const newId = '\n';

/** With a line for a new folder, first of all in its parent. */
export function withNew(lines: readonly TreeLine[], parentId: string): readonly TreeLine[] {
  const at = lines.findIndex(({ id }) => id === parentId);
  const level = (lines[at]?.level ?? 1) + 1;
  return lines.toSpliced(at + 1, 0, line({ id: newId, name: '' }, level, 1, 1, null));
}
