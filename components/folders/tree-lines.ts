/** A folder tree as lines, and its keys. Shared by the folder picker and the sidebar of Files. Pure. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import { foldText } from '../../lib/search/fold.ts';
import { findByTyping, type TypedKey } from '../keys/find-by-typing.ts';

export interface TreeLine {
  readonly id: string;
  readonly folder: FolderRef;
  /** 1 is the root. */
  readonly level: number;
  /** Undefined: not announced. */
  readonly position: number | undefined;
  readonly setSize: number | undefined;
  /** Null for an empty folder. */
  readonly isOpen: boolean | null;
  /** The folder matches the filter, not just one inside it. */
  readonly isMatch: boolean;
  readonly isLoading: boolean;
  readonly isPin?: boolean;
  /** A hint, or a folder that doesn't exist yet. */
  readonly isNote?: boolean;
}

export interface LineEvent {
  readonly type: 'opened' | 'closed' | 'selected';
  readonly id: string;
}

export const createLine = (
  folder: FolderRef,
  level: number,
  position: number,
  setSize: number,
): TreeLine => ({
  id: folder.id,
  folder,
  level,
  position,
  setSize,
  isOpen: null,
  isMatch: true,
  isLoading: false,
});

interface FolderSource {
  /** Null while unknown. */
  readonly foldersIn: (id: string) => readonly FolderRef[] | null;
  readonly openIds: ReadonlySet<string>;
  /** The matches and the folders around them. Null without a filter. */
  readonly filtered: { readonly matches: ReadonlySet<string>; readonly shown: ReadonlySet<string> } | null;
}

/**
 * The visible lines. A filter shows the matching folders and their parents, open or not. Each folder appears once, even if the service's
 * tree has a cycle.
 */
export function folderLines(top: TreeLine, { foldersIn, openIds, filtered }: FolderSource): TreeLine[] {
  const lines: TreeLine[] = [];
  const seen = new Set<string>();
  const visit = (line: TreeLine) => {
    const { id, level } = line;
    if (seen.has(id)) return;
    seen.add(id);
    const known = foldersIn(id);
    const children = (known ?? []).filter((folder) => filtered?.shown.has(folder.id) ?? true);
    const isOpen = filtered ? children.length > 0 : openIds.has(id);
    const isLeaf = known !== null && children.length === 0;
    lines.push({ ...line, isOpen: isLeaf ? null : isOpen, isMatch: filtered?.matches.has(id) ?? true });
    if (!isOpen) return;
    for (const [at, folder] of children.entries())
      visit(createLine(folder, level + 1, at + 1, children.length));
  };
  if (filtered?.shown.has(top.id) ?? true) visit(top);
  return lines;
}

/** Null: the key does nothing. `forward` is the arrow in reading direction. */
export function treeKey(
  press: TypedKey,
  allLines: readonly TreeLine[],
  currentId: string,
  nameOf: (folder: FolderRef) => string,
): LineEvent | null {
  const lines = allLines.filter(({ isNote }) => !isNote);
  const at = lines.findIndex(({ id }) => id === currentId);
  const line = lines[at];
  const select = (target: TreeLine | undefined): LineEvent | null =>
    target ? { type: 'selected', id: target.id } : null;
  if (!line) return select(lines[0]);

  switch (press.key) {
    case 'ArrowDown':
      return select(lines[at + 1]);
    case 'ArrowUp':
      return select(lines[at - 1]);
    case 'Home':
      return select(lines[0]);
    case 'End':
      return select(lines.at(-1));
    case 'forward':
      if (line.isOpen === false) return { type: 'opened', id: line.id };
      return line.isOpen ? select(lines[at + 1]) : null;
    case 'back':
      if (line.isOpen) return { type: 'closed', id: line.id };
      return select(lines.slice(0, at).findLast(({ level }) => level === line.level - 1));
    default:
      return select(findByTyping(press, lines, at, ({ folder }) => nameOf(folder), foldText));
  }
}
