/**
 * State of the folder tree, and the lines to draw. Pure; `useFolderTree.ts` asks the service, `FolderTree.tsx` draws.
 * A folder is in the tree once, so a listing that contains its own parent cannot make the tree endless.
 */
import type { CatalogFolder } from '../../lib/catalog/file.ts';
import { compareByName } from '../../lib/folders/compare-by-name.ts';
import { type FolderRef, rootFolder } from '../../lib/folders/folder.ts';
import type { Problem } from '../../lib/protocol.ts';
import { foldText } from '../../lib/search/fold.ts';
import { findByTyping, type TypedKey } from '../keys/find-by-typing.ts';
import { folderName } from './name.ts';

interface FolderNode {
  readonly folder: FolderRef;
  readonly parentId: string | null;
  /** Ids of the folders inside; null while unknown. */
  readonly children: readonly string[] | null;
  /** The service has listed it; the catalog's listing may be older. */
  readonly isListed: boolean;
  readonly isLoading: boolean;
  /** Why listing its folders failed. */
  readonly problem: Problem | null;
}

export interface FolderTreeState {
  readonly nodes: ReadonlyMap<string, FolderNode>;
  readonly openIds: ReadonlySet<string>;
  readonly selectedId: string;
  /** Selected once it is known, unless the user is quicker; null: nothing is to be selected. */
  readonly suggestedId: string | null;
  /** The user selected it since the filter was typed: no better match takes its place. */
  readonly isChosen: boolean;
  readonly filter: string;
}

export type TreeEvent =
  | { readonly type: 'known'; readonly folders: readonly CatalogFolder[]; readonly isComplete: boolean }
  | { readonly type: 'filtered'; readonly text: string }
  | { readonly type: 'requested'; readonly id: string }
  | { readonly type: 'listed'; readonly id: string; readonly folders: readonly FolderRef[] }
  | { readonly type: 'failed'; readonly id: string; readonly problem: Problem }
  | { readonly type: 'opened' | 'closed' | 'selected'; readonly id: string }
  | { readonly type: 'created'; readonly parentId: string; readonly folder: FolderRef };

export interface TreeLine {
  readonly id: string;
  readonly folder: FolderRef;
  /** 1 for the root. */
  readonly level: number;
  /** Undefined: not announced. */
  readonly position: number | undefined;
  readonly setSize: number | undefined;
  /** Null for a folder that is known to hold none. */
  readonly isOpen: boolean | null;
  /** The filter matches it, and not only a folder inside. */
  readonly isMatch: boolean;
  readonly isLoading: boolean;
  readonly isPin?: boolean;
}

const newNode = (folder: FolderRef, parentId: string | null): FolderNode => ({
  folder,
  parentId,
  children: null,
  isListed: false,
  isLoading: false,
  problem: null,
});

export const createTree = (suggestedId = rootFolder.id): FolderTreeState => ({
  nodes: new Map([[rootFolder.id, newNode(rootFolder, null)]]),
  openIds: new Set([rootFolder.id]),
  selectedId: rootFolder.id,
  suggestedId: suggestedId === rootFolder.id ? null : suggestedId,
  isChosen: false,
  filter: '',
});

export function reduceTree(tree: FolderTreeState, event: TreeEvent): FolderTreeState {
  switch (event.type) {
    case 'known':
      return withSuggestion(withMatch(withKnown(tree, event.folders, event.isComplete)));
    case 'filtered':
      return withBestMatch({ ...withFilter(tree, event.text), suggestedId: null, isChosen: false });
    case 'requested':
      return withNode(tree, event.id, { isLoading: true, problem: null });
    case 'failed':
      return withNode(tree, event.id, { isLoading: false, problem: event.problem });
    case 'listed':
      return withSuggestion(withMatch(withListing(tree, event.id, event.folders)));
    case 'opened':
      return { ...tree, openIds: new Set([...tree.openIds, event.id]) };
    case 'closed':
      return {
        ...tree,
        openIds: new Set([...tree.openIds].filter((id) => id !== event.id)),
        selectedId: isWithin(tree, tree.selectedId, event.id) ? event.id : tree.selectedId,
      };
    case 'selected':
      return tree.nodes.has(event.id)
        ? withSelectionInSight({ ...tree, selectedId: event.id, suggestedId: null, isChosen: true })
        : tree;
    case 'created': {
      const parent = tree.nodes.get(event.parentId);
      const existing = (parent?.children ?? []).flatMap((id) => tree.nodes.get(id)?.folder ?? []);
      const extended = withListing(tree, event.parentId, [...existing, event.folder]);
      return {
        ...extended,
        openIds: new Set([...extended.openIds, event.parentId]),
        selectedId: event.folder.id,
        suggestedId: null,
        isChosen: true,
        filter: '',
      };
    }
  }
}

function withNode(tree: FolderTreeState, id: string, change: Partial<FolderNode>): FolderTreeState {
  const node = tree.nodes.get(id);
  return node ? { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, ...change }) } : tree;
}

/** A selection inside a folder that is gone moves up to this one. */
function withListing(tree: FolderTreeState, id: string, folders: readonly FolderRef[]): FolderTreeState {
  if (!tree.nodes.has(id)) return tree;
  const nodes = new Map(tree.nodes);
  putChildren(nodes, id, folders);
  const node = nodes.get(id);
  if (node) nodes.set(id, { ...node, isListed: true, isLoading: false, problem: null });
  const removed = (tree.nodes.get(id)?.children ?? []).filter((child) => !node?.children?.includes(child));
  const isSelectionRemoved = removed.some((child) => isWithin(tree, tree.selectedId, child));
  return isSelectionRemoved ? { ...tree, nodes, selectedId: id, isChosen: false } : { ...tree, nodes };
}

/** Adds what the catalog knows of folders that the service has not listed. */
function withKnown(
  tree: FolderTreeState,
  folders: readonly CatalogFolder[],
  isComplete: boolean,
): FolderTreeState {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId);
  const nodes = new Map(tree.nodes);
  const visit = (id: string) => {
    const existing = inside.get(id) ?? [];
    const isUnknown = nodes.get(id)?.children === null;
    if (isUnknown && (isComplete || existing.length > 0))
      putChildren(
        nodes,
        id,
        existing.map((folder) => ({ id: folder.id, name: folder.name })),
      );
    nodes.get(id)?.children?.forEach(visit);
  };
  visit(rootFolder.id);
  return { ...tree, nodes };
}

function putChildren(nodes: Map<string, FolderNode>, id: string, folders: readonly FolderRef[]): void {
  const node = nodes.get(id);
  if (!node) return;
  const children: string[] = [];
  for (const folder of folders.toSorted(compareByName)) {
    const existing = nodes.get(folder.id);
    const standsElsewhere = existing !== undefined && existing.parentId !== id;
    if (standsElsewhere || children.includes(folder.id)) continue;
    nodes.set(folder.id, existing ? { ...existing, folder } : newNode(folder, id));
    children.push(folder.id);
  }
  nodes.set(id, { ...node, children });
}

/** Keeps the selected folder visible when the filter is cleared. */
function withFilter(tree: FolderTreeState, filter: string): FolderTreeState {
  return filter.trim() === '' ? withSelectionInSight({ ...tree, filter }) : { ...tree, filter };
}

/** Opens the folders around the selected one. */
function withSelectionInSight(tree: FolderTreeState): FolderTreeState {
  const parents: string[] = [];
  for (let id = parentOf(tree, tree.selectedId); id !== null; id = parentOf(tree, id)) parents.push(id);
  return { ...tree, openIds: new Set([...tree.openIds, ...parents]) };
}

function withSuggestion(tree: FolderTreeState): FolderTreeState {
  const { suggestedId, nodes } = tree;
  if (suggestedId === null || !nodes.has(suggestedId)) return tree;
  return withSelectionInSight({ ...tree, selectedId: suggestedId, suggestedId: null });
}

/** Selects the best match of the folders known by now, unless the user has chosen one that is shown. */
const withMatch = (tree: FolderTreeState) =>
  tree.isChosen && isSelectionShown(tree) ? tree : withBestMatch(tree);

/** Selects the best match, unless the selected one is as good. */
function withBestMatch(tree: FolderTreeState): FolderTreeState {
  const foldedFilter = foldText(tree.filter.trim());
  if (foldedFilter === '') return tree;
  const matches = treeLines(tree).filter(({ isMatch }) => isMatch);
  // The top folder is found by its whole name; before that, the folders inside are more likely meant.
  const rank = ({ folder, level }: TreeLine) =>
    matchKind(foldText(folderName(folder)), foldedFilter) * 1_000 + (level === 1 ? 999 : level);
  const selected = matches.find(({ id }) => id === tree.selectedId);
  const best = matches.reduce(
    (one, other) => (one === undefined || rank(other) < rank(one) ? other : one),
    selected,
  );
  return best === undefined ? tree : { ...tree, selectedId: best.id };
}

/** 0: the whole name, 1: its start, 2: a word's start, 3: any place. */
function matchKind(name: string, foldedFilter: string): number {
  if (name === foldedFilter) return 0;
  if (name.startsWith(foldedFilter)) return 1;
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(foldedFilter)) ? 2 : 3;
}

const parentOf = (tree: FolderTreeState, id: string): string | null => tree.nodes.get(id)?.parentId ?? null;

function isWithin(tree: FolderTreeState, inner: string, outer: string): boolean {
  for (let id: string | null = inner; id !== null; id = parentOf(tree, id)) if (id === outer) return true;
  return false;
}

/** Top to bottom. With a filter: every folder known whose name holds it, under its parents, open or not. */
export function treeLines(tree: FolderTreeState): readonly TreeLine[] {
  const foldedFilter = foldText(tree.filter.trim());
  const lines: TreeLine[] = [];

  const isMatch = ({ folder }: FolderNode) => foldText(folderName(folder)).includes(foldedFilter);
  const shown = (id: string): boolean => {
    const node = tree.nodes.get(id);
    if (!node) return false;
    return isMatch(node) || (node.children ?? []).some(shown);
  };
  const visit = (id: string, level: number, position: number, setSize: number) => {
    const node = tree.nodes.get(id);
    if (!node) return;
    const children = (node.children ?? []).filter((child) => foldedFilter === '' || shown(child));
    const isOpen = foldedFilter === '' ? tree.openIds.has(id) : children.length > 0;
    const isLeaf = node.children !== null && children.length === 0;
    const isLoading = node.isLoading && node.children === null;
    const state = { isOpen: isLeaf ? null : isOpen, isMatch: isMatch(node), isLoading };
    lines.push({ id, folder: node.folder, level, position, setSize, ...state });
    if (isOpen) children.forEach((child, index) => void visit(child, level + 1, index + 1, children.length));
  };

  if (foldedFilter === '' || shown(rootFolder.id)) visit(rootFolder.id, 1, 1, 1);
  return lines;
}

/** Whether the user can see the selected folder: a match of the filter, or chosen by the user. */
export function isSelectionShown(tree: FolderTreeState): boolean {
  if (tree.filter.trim() === '') return !isSuggestionAwaited(tree);
  return treeLines(tree).some(({ id, isMatch }) => id === tree.selectedId && (isMatch || tree.isChosen));
}

/** The suggested folder may be in the first listing. */
function isSuggestionAwaited({ suggestedId, nodes }: FolderTreeState): boolean {
  const root = nodes.get(rootFolder.id);
  return suggestedId !== null && root?.isListed === false && root.problem === null;
}

/** What a key does in the tree; null: nothing. `forward` is the arrow in the direction of reading. */
export function treeKey(
  press: TypedKey,
  lines: readonly TreeLine[],
  selectedId: string,
  nameOf: (folder: FolderRef) => string,
): TreeEvent | null {
  const at = lines.findIndex(({ id }) => id === selectedId);
  const line = lines[at];
  const select = (target: TreeLine | undefined): TreeEvent | null =>
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
