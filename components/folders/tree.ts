/**
 * The folder picker's state. Each folder is in the tree once, so a listing that contains its own parent can't make the tree endless. Pure.
 */
import type { CatalogFolder } from '../../lib/catalog/file.ts';
import { compareByName } from '../../lib/folders/compare-by-name.ts';
import { type FolderRef, rootFolder, rootId } from '../../lib/folders/folder.ts';
import type { Problem } from '../../lib/protocol.ts';
import { foldText } from '../../lib/search/fold.ts';
import { folderName } from '../format/names.ts';
import { createLine, folderLines, type LineEvent, type TreeLine } from './tree-lines.ts';

interface FolderNode {
  readonly folder: FolderRef;
  readonly parentId: string | null;
  /** Null while unknown. */
  readonly children: readonly string[] | null;
  /** Listed by the service. The catalog may be older. */
  readonly isListed: boolean;
  readonly isLoading: boolean;
  readonly problem: Problem | null;
}

export interface FolderTreeState {
  readonly nodes: ReadonlyMap<string, FolderNode>;
  readonly openIds: ReadonlySet<string>;
  readonly selectedId: string;
  /** Selected once known, unless the user selects first. */
  readonly suggestedId: string | null;
  /** Selected after typing the filter, so no better match replaces it. */
  readonly isChosen: boolean;
  readonly filter: string;
}

export type TreeEvent =
  | { readonly type: 'known'; readonly folders: readonly CatalogFolder[]; readonly isComplete: boolean }
  | { readonly type: 'filtered'; readonly text: string }
  /** `isAgain`: the problem is shown until there is a result. */
  | { readonly type: 'requested'; readonly id: string; readonly isAgain?: boolean }
  | { readonly type: 'listed'; readonly id: string; readonly folders: readonly FolderRef[] }
  | { readonly type: 'failed'; readonly id: string; readonly problem: Problem }
  | LineEvent
  | { readonly type: 'created'; readonly parentId: string; readonly folder: FolderRef };

const newNode = (folder: FolderRef, parentId: string | null): FolderNode => ({
  folder,
  parentId,
  children: null,
  isListed: false,
  isLoading: false,
  problem: null,
});

export const createTree = (suggestedId = rootId): FolderTreeState => ({
  nodes: new Map([[rootId, newNode(rootFolder, null)]]),
  openIds: new Set([rootId]),
  selectedId: rootId,
  suggestedId: suggestedId === rootId ? null : suggestedId,
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
      return withNode(tree, event.id, { isLoading: true, ...(!event.isAgain && { problem: null }) });
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

/** A selection that is gone moves up to this folder. */
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

/** Adds the catalog's folders where the service hasn't listed them. */
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
  visit(rootId);
  return { ...tree, nodes };
}

function putChildren(nodes: Map<string, FolderNode>, id: string, folders: readonly FolderRef[]): void {
  const node = nodes.get(id);
  if (!node) return;
  const children: string[] = [];
  for (const folder of folders.toSorted(compareByName)) {
    const existing = nodes.get(folder.id);
    const hasOtherParent = existing !== undefined && existing.parentId !== id;
    if (hasOtherParent || children.includes(folder.id)) continue;
    nodes.set(folder.id, existing ? { ...existing, folder } : newNode(folder, id));
    children.push(folder.id);
  }
  nodes.set(id, { ...node, children });
}

/** Keeps the selection visible when the filter is cleared. */
function withFilter(tree: FolderTreeState, filter: string): FolderTreeState {
  return filter.trim() === '' ? withSelectionInSight({ ...tree, filter }) : { ...tree, filter };
}

function withSelectionInSight(tree: FolderTreeState): FolderTreeState {
  return { ...tree, openIds: new Set([...tree.openIds, ...listParents(tree, tree.selectedId)]) };
}

function withSuggestion(tree: FolderTreeState): FolderTreeState {
  const { suggestedId, nodes } = tree;
  if (suggestedId === null || !nodes.has(suggestedId)) return tree;
  return withSelectionInSight({ ...tree, selectedId: suggestedId, suggestedId: null });
}

/** Keeps the user's choice while it is visible. */
const withMatch = (tree: FolderTreeState) =>
  tree.isChosen && isSelectionShown(tree) ? tree : withBestMatch(tree);

/** Keeps the selection if it matches as well as the best. */
function withBestMatch(tree: FolderTreeState): FolderTreeState {
  const foldedFilter = foldText(tree.filter.trim());
  if (foldedFilter === '') return tree;
  const matches = treeLines(tree).filter(({ isMatch }) => isMatch);
  // The root matches only by its whole name, because folders inside are more likely meant.
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

/** Innermost first. */
function listParents({ nodes }: FolderTreeState, id: string): readonly string[] {
  const parents: string[] = [];
  const getParentId = (each: string) => nodes.get(each)?.parentId ?? null;
  for (let each = getParentId(id); each !== null; each = getParentId(each)) parents.push(each);
  return parents;
}

const isWithin = (tree: FolderTreeState, inner: string, outer: string): boolean =>
  inner === outer || listParents(tree, inner).includes(outer);

/** A filter applies to all known folders. */
export function treeLines(tree: FolderTreeState): readonly TreeLine[] {
  const { nodes, openIds } = tree;
  const foldersIn = (id: string) =>
    nodes.get(id)?.children?.flatMap((child) => nodes.get(child)?.folder ?? []) ?? null;
  const lines = folderLines(createLine(rootFolder, 1, 1, 1), {
    foldersIn,
    openIds,
    filtered: findMatches(tree),
  });
  return lines.map((line) => {
    const node = nodes.get(line.id);
    return { ...line, isLoading: node?.isLoading === true && node.children === null };
  });
}

function findMatches(tree: FolderTreeState) {
  const foldedFilter = foldText(tree.filter.trim());
  if (foldedFilter === '') return null;
  const matches = new Set<string>();
  for (const { folder } of tree.nodes.values())
    if (foldText(folderName(folder)).includes(foldedFilter)) matches.add(folder.id);
  return { matches, shown: new Set([...matches].flatMap((id) => [id, ...listParents(tree, id)])) };
}

/** Whether the selection is visible: a match of the filter, or the user's choice. */
export function isSelectionShown(tree: FolderTreeState): boolean {
  if (tree.filter.trim() === '') return !isSuggestionAwaited(tree);
  return treeLines(tree).some(({ id, isMatch }) => id === tree.selectedId && (isMatch || tree.isChosen));
}

/** The suggested folder may be in the first listing. */
function isSuggestionAwaited({ suggestedId, nodes }: FolderTreeState): boolean {
  const root = nodes.get(rootId);
  return suggestedId !== null && root?.isListed === false && root.problem === null;
}
