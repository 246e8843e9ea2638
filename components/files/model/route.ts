/**
 * The screen's state in the fragment: `#files` (all files), `#files/<folder>`, `#files/<folder>/<file>` (with details). Search, filters and
 * sorting follow after `?`.
 */
import { useCallback, useMemo } from 'preact/hooks';
import { shownColumnNames } from '../../../lib/catalog/columns/number-columns.ts';
import type { SortColumn, Sorting } from '../../../lib/catalog/query/snapshot.ts';
import { decodePercent } from '../../../lib/links/decode-percent.ts';
import { type Address, type Step, useAddress } from '../../hooks/address.ts';
import { encodeSegment } from '../../page-api.ts';
import {
  type FileConditions,
  type LimitedColumn,
  limitedColumns,
  noConditions,
  readDay,
} from './conditions.ts';

export interface FilesRoute {
  /** Null: all files of the account; "0" is the root. */
  readonly folderId: string | null;
  /** Its details are open. */
  readonly fileCode: string | null;
  readonly text: string;
  /** The folder and its descendants, not the whole account. */
  readonly inFolderOnly: boolean;
  readonly withSubfolders: boolean;
  /** Null: newest first, or best match first in a search. */
  readonly sorting: Sorting | null;
  readonly conditions: FileConditions;
}

export const allFiles: FilesRoute = {
  folderId: null,
  fileCode: null,
  text: '',
  inFolderOnly: false,
  withSubfolders: false,
  sorting: null,
  conditions: noConditions,
};

export const sortColumns: readonly SortColumn[] = ['title', ...shownColumnNames];

/** Ignores invalid parts, because addresses may be typed by hand. */
export function parseRoute(hash: string): FilesRoute {
  const [path = '', query = ''] = split(hash.replace(/^#/u, ''), '?');
  const [, folderId = '', fileCode = ''] = path.split('/').map(decodePercent);
  const read = new URLSearchParams(query);
  return {
    folderId: folderId === '' ? null : folderId,
    fileCode: fileCode === '' ? null : fileCode,
    text: read.get('q') ?? '',
    inFolderOnly: read.has('here'),
    withSubfolders: read.has('below'),
    sorting: readSorting(read.get('sort')),
    conditions: {
      from: readDay(read.get('from')),
      to: readDay(read.get('to')),
      ...mapLimits((column) => ({
        least: readCount(read.get(limitNames[column][0])),
        most: readCount(read.get(limitNames[column][1])),
      })),
      unviewed: readUnviewed(read.get('unviewed')),
      canPlay: readFlag(read.get('playable')),
      isPublic: readFlag(read.get('public')),
      isTakedown: readFlag(read.get('takedown')),
      isDuplicate: read.has('duplicates') || null,
    },
  };
}

export function routeHash(route: FilesRoute): string {
  const { folderId, fileCode, text, inFolderOnly, withSubfolders, sorting, conditions } = route;
  const parts = ['#files'];
  if (folderId !== null || fileCode !== null) parts.push(encodeSegment(folderId ?? ''));
  if (fileCode !== null) parts.push(encodeSegment(fileCode));
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null) => value !== null && query.set(name, `${value}`);
  if (text !== '') put('q', text);
  if (inFolderOnly) put('here', 1);
  if (withSubfolders) put('below', 1);
  if (sorting) put('sort', `${sorting.descending ? '-' : ''}${sorting.column}`);
  put('from', conditions.from);
  put('to', conditions.to);
  for (const column of limitedColumns) {
    put(limitNames[column][0], conditions[column].least);
    put(limitNames[column][1], conditions[column].most);
  }
  put('unviewed', conditions.unviewed);
  put('playable', flagText(conditions.canPlay));
  put('public', flagText(conditions.isPublic));
  put('takedown', flagText(conditions.isTakedown));
  put('duplicates', flagText(conditions.isDuplicate));
  return parts.join('/') + (query.size > 0 ? `?${query}` : '');
}

/** Longest unviewed first. */
export const unviewedFiles = (days: number): FilesRoute => ({
  ...allFiles,
  sorting: { column: 'lastView', descending: false },
  conditions: { ...noConditions, unviewed: days },
});

export const takenDownFiles: FilesRoute = {
  ...allFiles,
  conditions: { ...noConditions, isTakedown: true },
};

export const mostViewedFiles: FilesRoute = {
  ...allFiles,
  sorting: { column: 'views', descending: true },
};

/** Keeps the sorting. Drops search and filters. */
export function inFolder(route: FilesRoute, folderId: string | null): FilesRoute {
  return { ...allFiles, folderId, sorting: route.sorting };
}

export function unfiltered(route: FilesRoute): FilesRoute {
  return { ...route, text: '', inFolderOnly: false, conditions: noConditions };
}

export const isPlainList = (route: FilesRoute): boolean => routeHash(route) === routeHash(allFiles);

/** Identifies the list, whatever details are open. */
export const listHash = (route: FilesRoute): string => routeHash({ ...route, fileCode: null });

function readSorting(text: string | null): Sorting | null {
  const [, minus, name] = /^(-?)(\w+)$/u.exec(text ?? '') ?? [];
  const column = sortColumns.find((each) => each === name);
  return column === undefined ? null : { column, descending: minus === '-' };
}

const limitNames: Readonly<Record<LimitedColumn, readonly [least: string, most: string]>> = {
  length: ['least', 'most'],
  views: ['minviews', 'maxviews'],
  size: ['minsize', 'maxsize'],
};

const mapLimits = <T>(read: (column: LimitedColumn) => T) =>
  Object.fromEntries(limitedColumns.map((column) => [column, read(column)])) as Record<LimitedColumn, T>;

/** Up to 999 TB. */
const readCount = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/u.test(text) ? Number(text) : null;

const readUnviewed = (text: string | null): FileConditions['unviewed'] =>
  text === 'never' ? text : text !== null && /^[1-9]\d{0,3}$/u.test(text) ? Number(text) : null;

const readFlag = (text: string | null): boolean | null => (text === '1' ? true : text === '0' ? false : null);
const flagText = (flag: boolean | null): string | null => (flag === null ? null : flag ? '1' : '0');

function split(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** `debounced`: like `push`, once no step follows for a while. */
export type Navigate = (route: FilesRoute, step?: Step | 'debounced') => void;

export function useRoute(address: Address): readonly [route: FilesRoute, go: Navigate] {
  const hash = useAddress(address, (each) => each);
  const route = useMemo(() => parseRoute(hash), [hash]);
  const go: Navigate = useCallback(
    (next, step = 'push') => address.go(routeHash(next), step === 'replace' ? step : 'push', step !== 'push'),
    [address],
  );
  return [route, go];
}
