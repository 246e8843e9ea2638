/**
 * The items in order: folders, catalog files, then near matches and files that only the service found, below headings. Those two are
 * appended, so nothing visible moves. Pure.
 */
import { numberColumnNames } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile, CatalogFolder } from '../../../lib/catalog/file.ts';
import type { DuplicateFiles } from '../../../lib/catalog/query/duplicates.ts';
import type {
  FileFilter,
  FileIds,
  Range,
  Snapshot,
  SortColumn,
  Sorting,
} from '../../../lib/catalog/query/snapshot.ts';
import { type FolderRef, rootId } from '../../../lib/folders/folder.ts';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
import type { ListRows } from '../../list/useRovingFocus.ts';
import { countConditions, type FilterContext, limitedColumns, toFilter } from './conditions.ts';
import type { FilesRoute } from './route.ts';

export type Item =
  | { readonly kind: 'folder'; readonly key: string; readonly folder: CatalogFolder }
  | { readonly kind: 'file'; readonly key: string; readonly fileId: number }
  | { readonly kind: 'heading'; readonly key: 'closest' | 'found' }
  | { readonly kind: 'found'; readonly key: string; readonly file: ServiceSearchResult };

export interface Listing {
  readonly folders: readonly CatalogFolder[];
  readonly matches: FileIds;
  /** Files whose titles nearly match. */
  readonly closest: FileIds;
  /** The files that can be selected, in order. */
  readonly fileIds: FileIds;
  readonly found: readonly ServiceSearchResult[];
  /** Includes headings. */
  readonly length: number;
}

/** Null: best match first, or copies side by side. */
export function effectiveSorting({ sorting, text, conditions }: FilesRoute): Sorting | null {
  if (sorting) return sorting;
  return isSearch(text) || conditions.isDuplicate ? null : { column: 'uploaded', descending: true };
}

export const isSearch = (text: string): boolean => text.trim() !== '';

/** Columns of the current sorting and filters. */
export function askedColumns({ sorting, conditions }: FilesRoute): ReadonlySet<SortColumn> {
  const asked = new Set<SortColumn>(
    limitedColumns.filter((column) => (conditions[column].least ?? conditions[column].most) !== null),
  );
  if (conditions.unviewed !== null) asked.add('lastView');
  if (sorting) asked.add(sorting.column);
  return asked;
}

export const isFiltered = ({ text, conditions }: FilesRoute): boolean =>
  isSearch(text) || countConditions(conditions) > 0;

/** Shown if the list may have files of several folders. */
export const showsLocation = ({ folderId, text, withSubfolders }: FilesRoute): boolean =>
  folderId === null || withSubfolders || isSearch(text);

const noContext: FilterContext = { serviceTime: 0, takedowns: [] };

export function filterFor(
  { folderId, text, inFolderOnly, withSubfolders, conditions }: FilesRoute,
  context = noContext,
): FileFilter {
  const filter = toFilter(conditions, context);
  if (folderId === null || (isSearch(text) && !inFolderOnly)) return filter;
  return { ...filter, folderId, isDeep: withSubfolders || isSearch(text) };
}

const root: CatalogFolder = { id: rootId, name: '', parentId: '', code: null };

/** The root and the pinned folders, above all files if there is no folder tree. */
export const topFolders = (snapshot: Snapshot, pinned: readonly FolderRef[]): readonly CatalogFolder[] => [
  // Not in an empty account.
  ...(snapshot.size > 0 || snapshot.folders.size > 0 ? [root] : []),
  ...pinned.flatMap(({ id }) => snapshot.folders.get(id) ?? []),
];

/**
 * @param top folders above all files
 * @param closest ids of near matches
 * @param duplicates null: unknown
 */
export function createListing(
  snapshot: Snapshot,
  route: FilesRoute,
  found: readonly ServiceSearchResult[],
  top: readonly CatalogFolder[] = [],
  closest: FileIds = noFileIds,
  duplicates: DuplicateFiles | null = null,
  context = noContext,
): Listing {
  const filter = filterFor(route, context);
  const sorting = effectiveSorting(route);
  const matches = isSearch(route.text) ? snapshot.search(route.text, filter) : snapshot.fileIds(filter);
  if (route.conditions.isDuplicate) {
    const isMatch = new Set(matches);
    const copies = (duplicates?.fileIds ?? noFileIds).filter((fileId) => isMatch.has(fileId));
    return assembleListing([], sorting ? snapshot.sorted(copies, sorting) : copies, []);
  }
  const serviceOnly = isSearch(route.text) ? notInCatalog(found, snapshot, filter) : [];
  const isTop = route.folderId === null;
  const inside = isTop ? top : snapshot.foldersIn(route.folderId ?? rootId);
  const plain = isFiltered(route) || route.withSubfolders ? [] : inside;
  // Filters apply to files.
  const isFolderSearch = isSearch(route.text) && countConditions(route.conditions) === 0;
  const folders = isFolderSearch ? snapshot.searchFolders(route.text, filter.folderId) : plain;
  return assembleListing(
    folders,
    sorting ? snapshot.sorted(matches, sorting) : matches,
    serviceOnly,
    closest,
  );
}

function assembleListing(
  folders: readonly CatalogFolder[],
  matches: FileIds,
  found: readonly ServiceSearchResult[],
  closest: FileIds = noFileIds,
): Listing {
  const length = folders.length + matches.length + withHeading(closest.length) + withHeading(found.length);
  const fileIds = closest.length === 0 ? matches : Uint32Array.of(...matches, ...closest);
  return { folders, matches, closest, fileIds, found, length };
}

const noFileIds: FileIds = new Uint32Array();
const withHeading = (count: number): number => (count > 0 ? count + 1 : 0);

export function itemAt({ folders, matches, closest, found }: Listing, index: number): Item | null {
  const folder = folders[index];
  if (folder) return { kind: 'folder', key: `folder ${folder.id}`, folder };
  const fileId = matches[index - folders.length];
  if (fileId !== undefined) return { kind: 'file', key: `file ${fileId}`, fileId };
  let at = index - folders.length - matches.length;
  if (at === 0 && closest.length > 0) return { kind: 'heading', key: 'closest' };
  const near = closest[at - 1];
  if (near !== undefined) return { kind: 'file', key: `file ${near}`, fileId: near };
  at -= withHeading(closest.length);
  if (at === 0 && found.length > 0) return { kind: 'heading', key: 'found' };
  const file = found[at - 1];
  return file ? { kind: 'found', key: `found ${file.fileCode}`, file } : null;
}

/** -1: not listed. */
export function indexOfKey({ folders, matches, closest, found }: Listing, key: string): number {
  const [, kind, name = ''] = /^(\w+) (.*)$/su.exec(key) ?? [];
  const after = (at: number, before: number) => (at === -1 ? -1 : before + at);
  if (kind === 'folder') return folders.findIndex(({ id }) => id === name);
  const filesEnd = folders.length + matches.length;
  if (kind === 'file') {
    const at = after(matches.indexOf(Number(name)), folders.length);
    return at === -1 ? after(closest.indexOf(Number(name)), filesEnd + 1) : at;
  }
  return after(
    found.findIndex(({ fileCode }) => fileCode === name),
    filesEnd + withHeading(closest.length) + 1,
  );
}

/** Headings can't have the focus. */
export const createListRows = (listing: Listing): ListRows => ({
  length: listing.length,
  at(index) {
    const item = itemAt(listing, index);
    return item === null || item.kind === 'heading' ? null : item.key;
  },
  indexOf: (key) => indexOfKey(listing, key),
});

/** Only results that pass the filter. */
function notInCatalog(
  found: readonly ServiceSearchResult[],
  snapshot: Snapshot,
  filter: FileFilter,
): readonly ServiceSearchResult[] {
  const codes = new Set<string>();
  return found.filter((file) => {
    if (snapshot.fileId(file.fileCode) !== null || codes.has(file.fileCode)) return false;
    codes.add(file.fileCode);
    return passesFilter(file, filter, snapshot);
  });
}

function passesFilter(file: CatalogFile, filter: FileFilter, snapshot: Snapshot): boolean {
  const { folderId, ranges = {}, unviewedAfter, canPlay, isPublic, codes } = filter;
  const isInside =
    folderId === undefined ||
    folderId === rootId ||
    file.folderId === folderId ||
    snapshot.getPath(file.folderId).some(({ id }) => id === folderId);
  return (
    isInside &&
    numberColumnNames.every((column) => isWithin(file[column], ranges[column])) &&
    // Search results have no views.
    unviewedAfter === undefined &&
    (canPlay === undefined || file.canPlay === canPlay) &&
    (isPublic === undefined || file.isPublic === isPublic) &&
    (codes === undefined || codes.among.includes(file.fileCode) === codes.isWanted)
  );
}

function isWithin(value: number | null, range: Range | undefined): boolean {
  if (range === undefined) return true;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return value !== null && value >= from && value <= to;
}
