/**
 * State of the folder tree: loaded folders, open folders, selection, and the lines to draw. Pure; `useFolderTree.ts`
 * asks the service, `FolderTree.tsx` draws.
 *
 * Promise: a folder is in the tree once, so a listing that contains its own parent cannot make the tree endless.
 */

import { compareByName } from '../../lib/folders/compare-by-name.ts';
import { type FolderRef, rootFolder } from '../../lib/folders/folder.ts';
import type { Problem } from '../../lib/protocol.ts';

export interface FolderNode {
  readonly folder: FolderRef;
  readonly parentId: string | null;
  /** Ids of the folders inside; null until the service has been asked. */
  readonly children: readonly string[] | null;
  readonly loading: boolean;
  /** Why the folders inside could not be had. */
  readonly problem: Problem | null;
}

export interface FolderTreeState {
  readonly nodes: ReadonlyMap<string, FolderNode>;
  readonly open: ReadonlySet<string>;
  readonly selectedId: string;
}

export type TreeEvent =
  | { readonly type: 'asked'; readonly id: string }
  | { readonly type: 'listed'; readonly id: string; readonly folders: readonly FolderRef[] }
  | { readonly type: 'failed'; readonly id: string; readonly problem: Problem }
  | { readonly type: 'opened' | 'closed' | 'selected'; readonly id: string }
  | { readonly type: 'created'; readonly parentId: string; readonly folder: FolderRef };

/** One line of the tree as it is drawn. */
export interface TreeLine {
  readonly id: string;
  readonly folder: FolderRef;
  /** 1 for the root. */
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  /** Null for a folder that is known to hold none. */
  readonly open: boolean | null;
  readonly loading: boolean;
  readonly problem: Problem | null;
}

const newNode = (folder: FolderRef, parentId: string | null): FolderNode => ({
  folder,
  parentId,
  children: null,
  loading: false,
  problem: null,
});

export const newTree: FolderTreeState = {
  nodes: new Map([[rootFolder.id, newNode(rootFolder, null)]]),
  open: new Set([rootFolder.id]),
  selectedId: rootFolder.id,
};

export function reduceTree(tree: FolderTreeState, event: TreeEvent): FolderTreeState {
  switch (event.type) {
    case 'asked':
      return withNode(tree, event.id, { loading: true, problem: null });
    case 'failed':
      return withNode(tree, event.id, { loading: false, problem: event.problem });
    case 'listed':
      return withFolders(tree, event.id, event.folders);
    case 'opened':
      return { ...tree, open: new Set([...tree.open, event.id]) };
    case 'closed':
      return {
        ...tree,
        open: new Set([...tree.open].filter((id) => id !== event.id)),
        selectedId: selectionAfterClose(tree, event.id),
      };
    case 'selected':
      return tree.nodes.has(event.id) ? { ...tree, selectedId: event.id } : tree;
    case 'created': {
      const parent = tree.nodes.get(event.parentId);
      const known = (parent?.children ?? []).flatMap((id) => tree.nodes.get(id)?.folder ?? []);
      const grown = withFolders(tree, event.parentId, [...known, event.folder]);
      return { ...grown, open: new Set([...grown.open, event.parentId]), selectedId: event.folder.id };
    }
  }
}

function withNode(tree: FolderTreeState, id: string, change: Partial<FolderNode>): FolderTreeState {
  const node = tree.nodes.get(id);
  return node ? { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, ...change }) } : tree;
}

function withFolders(tree: FolderTreeState, id: string, folders: readonly FolderRef[]): FolderTreeState {
  const nodes = new Map(tree.nodes);
  const node = nodes.get(id);
  if (!node) return tree;
  const children: string[] = [];
  for (const folder of folders.toSorted(compareByName)) {
    const known = nodes.get(folder.id);
    const standsElsewhere = known !== undefined && known.parentId !== id;
    if (standsElsewhere || children.includes(folder.id)) continue;
    nodes.set(folder.id, known ? { ...known, folder } : newNode(folder, id));
    children.push(folder.id);
  }
  nodes.set(id, { ...node, children, loading: false, problem: null });
  return { ...tree, nodes };
}

/** A closing folder takes over the selection from inside it. */
function selectionAfterClose(tree: FolderTreeState, closingId: string): string {
  for (let id: string | null = tree.selectedId; id !== null; id = tree.nodes.get(id)?.parentId ?? null) {
    if (id === closingId) return closingId;
  }
  return tree.selectedId;
}

/**
 * The lines to draw, top to bottom. With a filter: every folder known so far whose name holds it, under its parents,
 * whether these are open or not.
 */
export function treeLines(tree: FolderTreeState, filter = ''): readonly TreeLine[] {
  const wanted = normalize(filter.trim());
  const lines: TreeLine[] = [];

  const shown = (id: string): boolean => {
    const node = tree.nodes.get(id);
    if (!node) return false;
    return normalize(node.folder.name).includes(wanted) || (node.children ?? []).some(shown);
  };
  const visit = (id: string, level: number, position: number, setSize: number) => {
    const node = tree.nodes.get(id);
    if (!node) return;
    const children = (node.children ?? []).filter((child) => wanted === '' || shown(child));
    const isOpen = wanted === '' ? tree.open.has(id) : children.length > 0;
    const isLeaf = node.children?.length === 0;
    const { folder, loading, problem } = node;
    lines.push({ id, folder, level, position, setSize, open: isLeaf ? null : isOpen, loading, problem });
    if (isOpen) children.forEach((child, index) => void visit(child, level + 1, index + 1, children.length));
  };

  if (wanted === '' || shown(rootFolder.id)) visit(rootFolder.id, 1, 1, 1);
  return lines;
}

/** Without case and accents, so that "epa" finds "Épave". */
const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What a key does in the tree; null where it does nothing. `forward` is the arrow in the direction of reading. */
export function treeKey(
  key: string,
  lines: readonly TreeLine[],
  selectedId: string,
  nameOf: (folder: FolderRef) => string,
): TreeEvent | null {
  const at = lines.findIndex(({ id }) => id === selectedId);
  const line = lines[at];
  const select = (target: TreeLine | undefined): TreeEvent | null =>
    target ? { type: 'selected', id: target.id } : null;
  if (!line) return select(lines[0]);

  switch (key) {
    case 'ArrowDown':
      return select(lines[at + 1]);
    case 'ArrowUp':
      return select(lines[at - 1]);
    case 'Home':
      return select(lines[0]);
    case 'End':
      return select(lines.at(-1));
    case 'forward':
      if (line.open === false) return { type: 'opened', id: line.id };
      return line.open ? select(lines[at + 1]) : null;
    case 'back':
      if (line.open) return { type: 'closed', id: line.id };
      return select(lines.slice(0, at).findLast(({ level }) => level === line.level - 1));
    default: {
      if ([...key].length !== 1 || key === ' ') return null;
      const after = [...lines.slice(at + 1), ...lines.slice(0, at)];
      return select(after.find(({ folder }) => normalize(nameOf(folder)).startsWith(normalize(key))));
    }
  }
}
