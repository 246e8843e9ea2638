/**
 * What the Files screen shows, as the part of the address behind `#` says it, so that Back, reload and links work. Pure.
 *
 * `#files` is every file of the account, `#files/<folder>` one folder, `#files/<folder>/<file>` a file in it with its
 * details; search, filters and sorting stand behind a `?`.
 */
import type { SortColumn, Sorting } from '../../../lib/catalog/query/snapshot.ts';
import { type Conditions, noConditions, readDay } from './conditions.ts';
import { encoded } from './place.ts';

export interface FilesRoute {
  /** Null: all files of the account; "0" is the root. */
  readonly folderId: string | null;
  /** The file whose details are open. */
  readonly fileCode: string | null;
  /** What is searched for. */
  readonly text: string;
  /** Search in the folder and those below it, not in the whole account. */
  readonly here: boolean;
  /** Show also what is in the folders below. */
  readonly below: boolean;
  /** Null: newest first, or the best match first where something is searched for. */
  readonly sorting: Sorting | null;
  readonly conditions: Conditions;
}

export const allFiles: FilesRoute = {
  folderId: null,
  fileCode: null,
  text: '',
  here: false,
  below: false,
  sorting: null,
  conditions: noConditions,
};

export const sortColumns: readonly SortColumn[] = ['title', 'uploaded', 'length', 'size', 'views'];

/** Anything that is not understood is passed over: an address may be old, or typed by hand. */
export function parseRoute(hash: string): FilesRoute {
  const [path = '', query = ''] = split(hash.replace(/^#/u, ''), '?');
  const [, folderId = '', fileCode = ''] = path.split('/').map(decoded);
  const read = new URLSearchParams(query);
  return {
    folderId: folderId === '' ? null : folderId,
    fileCode: fileCode === '' ? null : fileCode,
    text: read.get('q') ?? '',
    here: read.has('here'),
    below: read.has('below'),
    sorting: readSorting(read.get('sort')),
    conditions: {
      from: readDay(read.get('from')),
      to: readDay(read.get('to')),
      atLeast: readSeconds(read.get('least')),
      atMost: readSeconds(read.get('most')),
      canPlay: readFlag(read.get('playable')),
      isPublic: readFlag(read.get('public')),
    },
  };
}

export function routeHash(route: FilesRoute): string {
  const { folderId, fileCode, text, here, below, sorting, conditions } = route;
  const parts = ['#files'];
  if (folderId !== null || fileCode !== null) parts.push(encoded(folderId ?? ''));
  if (fileCode !== null) parts.push(encoded(fileCode));
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null) => value !== null && query.set(name, `${value}`);
  if (text !== '') put('q', text);
  if (here) put('here', 1);
  if (below) put('below', 1);
  if (sorting) put('sort', `${sorting.descending ? '-' : ''}${sorting.column}`);
  put('from', conditions.from);
  put('to', conditions.to);
  put('least', conditions.atLeast);
  put('most', conditions.atMost);
  put('playable', flagText(conditions.canPlay));
  put('public', flagText(conditions.isPublic));
  return parts.join('/') + (query.size > 0 ? `?${query}` : '');
}

/** Another folder: what was searched for and filtered stays behind, how it is sorted comes along. */
export function inFolder(route: FilesRoute, folderId: string | null): FilesRoute {
  return { ...allFiles, folderId, sorting: route.sorting };
}

/** The list without what narrows it down. */
export function unfiltered(route: FilesRoute): FilesRoute {
  return { ...route, text: '', here: false, conditions: noConditions };
}

/** Which list it is, whatever details are open beside it. */
export const placeOf = (route: FilesRoute): string => routeHash({ ...route, fileCode: null });

function readSorting(text: string | null): Sorting | null {
  const [, minus, name] = /^(-?)(\w+)$/u.exec(text ?? '') ?? [];
  const column = sortColumns.find((each) => each === name);
  return column === undefined ? null : { column, descending: minus === '-' };
}

function readSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : null;
}

const readFlag = (text: string | null): boolean | null => (text === '1' ? true : text === '0' ? false : null);
const flagText = (flag: boolean | null): string | null => (flag === null ? null : flag ? '1' : '0');

function split(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
