/**
 * What the middle of the Files screen lists, in its order: folders, then the catalog's files, then, under a heading of
 * their own, files that only the service's search knows. Pure.
 *
 * Promise: what the service finds is only ever added at the end, so nothing that is in sight moves when its answer comes.
 */
import type { CatalogFile, CatalogFolder } from '../../../lib/catalog/file.ts';
import type { FileFilter, Rows, Snapshot, Sorting } from '../../../lib/catalog/query/snapshot.ts';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
import { countOf, filterOf } from './conditions.ts';
import type { FilesRoute } from './route.ts';

export type Item =
  | { readonly kind: 'folder'; readonly key: string; readonly folder: CatalogFolder }
  | { readonly kind: 'file'; readonly key: string; readonly row: number }
  /** Above what only the service has found. */
  | { readonly kind: 'heading'; readonly key: string }
  | { readonly kind: 'found'; readonly key: string; readonly file: ServiceSearchResult };

export interface Listing {
  readonly folders: readonly CatalogFolder[];
  readonly rows: Rows;
  readonly found: readonly ServiceSearchResult[];
  /** Of all of these, and the heading where there is one. */
  readonly length: number;
}

/** What sorts the files; null where the best match comes first. */
export function sortingOf({ sorting, text }: FilesRoute): Sorting | null {
  if (sorting) return sorting;
  return isSearch(text) ? null : { column: 'uploaded', descending: true };
}

export const isSearch = (text: string): boolean => text.trim() !== '';

/** Whether something keeps files of this place from being shown. */
export const isNarrowed = ({ text, conditions }: FilesRoute): boolean =>
  isSearch(text) || countOf(conditions) > 0;

/** Whether files of more than one folder may be listed, so that each says where it is. */
export const isWide = ({ folderId, text, below }: FilesRoute): boolean =>
  folderId === null || below || isSearch(text);

/** What the route asks the catalog for. */
export function filterFor({ folderId, text, here, below, conditions }: FilesRoute): FileFilter {
  const filter = filterOf(conditions);
  if (folderId === null || (isSearch(text) && !here)) return filter;
  return { ...filter, folderId, deep: below || isSearch(text) };
}

/** Stands above all files where no tree beside the list leads into the folders. */
const root: CatalogFolder = { id: '0', name: '', parentId: '', code: null };

/**
 * @param found what the service's search has found so far
 * @param withRoot all files are listed below the way into the folders
 */
export function listing(
  snapshot: Snapshot,
  route: FilesRoute,
  found: readonly ServiceSearchResult[],
  withRoot = false,
): Listing {
  const filter = filterFor(route);
  const sorting = sortingOf(route);
  const rows = isSearch(route.text) ? snapshot.search(route.text, filter) : snapshot.rows(filter);
  const beyond = isSearch(route.text) ? onlyFound(found, snapshot, filter) : [];
  const isTop = route.folderId === null;
  // In an account with nothing in it, the way leads nowhere.
  const hasWay = withRoot && (snapshot.size > 0 || snapshot.folders.size > 0);
  const inside = isTop ? (hasWay ? [root] : []) : snapshot.foldersIn(route.folderId ?? '0');
  const folders = isNarrowed(route) || route.below ? [] : inside;
  return assembled(folders, sorting ? snapshot.sorted(rows, sorting) : rows, beyond);
}

export function assembled(
  folders: readonly CatalogFolder[],
  rows: Rows,
  found: readonly ServiceSearchResult[],
): Listing {
  const length = folders.length + rows.length + (found.length > 0 ? found.length + 1 : 0);
  return { folders, rows, found, length };
}

export function itemAt({ folders, rows, found }: Listing, index: number): Item | null {
  const folder = folders[index];
  if (folder) return { kind: 'folder', key: `folder ${folder.id}`, folder };
  const row = rows[index - folders.length];
  if (row !== undefined) return { kind: 'file', key: `file ${row}`, row };
  const at = index - folders.length - rows.length;
  if (at === 0 && found.length > 0) return { kind: 'heading', key: 'heading' };
  const file = found[at - 1];
  return file ? { kind: 'found', key: `found ${file.fileCode}`, file } : null;
}

/** Where an item stands; -1 where it is not listed (any more). */
export function indexOfKey({ folders, rows, found }: Listing, key: string): number {
  const [, kind, name = ''] = /^(\w+) (.*)$/su.exec(key) ?? [];
  const after = (at: number, before: number) => (at === -1 ? -1 : before + at);
  if (kind === 'folder') return folders.findIndex(({ id }) => id === name);
  if (kind === 'file') return after(rows.indexOf(Number(name)), folders.length);
  return after(
    found.findIndex(({ fileCode }) => fileCode === name),
    folders.length + rows.length + 1,
  );
}

/** What the catalog does not know and what still fits the filter. */
function onlyFound(
  found: readonly ServiceSearchResult[],
  snapshot: Snapshot,
  filter: FileFilter,
): readonly ServiceSearchResult[] {
  const codes = new Set<string>();
  return found.filter((file) => {
    if (snapshot.row(file.fileCode) !== null || codes.has(file.fileCode)) return false;
    codes.add(file.fileCode);
    return fits(file, filter, snapshot);
  });
}

function fits(file: CatalogFile, filter: FileFilter, snapshot: Snapshot): boolean {
  const { folderId, uploadedFrom, uploadedTo, lengthFrom, lengthTo, canPlay, isPublic } = filter;
  const isInside =
    folderId === undefined ||
    folderId === '0' ||
    file.folderId === folderId ||
    snapshot.pathOf(file.folderId).some(({ id }) => id === folderId);
  return (
    isInside &&
    within(file.uploaded, uploadedFrom, uploadedTo) &&
    within(file.length, lengthFrom, lengthTo) &&
    (canPlay === undefined || file.canPlay === canPlay) &&
    (isPublic === undefined || file.isPublic === isPublic)
  );
}

/** What is unknown lies in no span that has an end. */
function within(value: number | null, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return (
    value !== null && value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Number.POSITIVE_INFINITY)
  );
}
