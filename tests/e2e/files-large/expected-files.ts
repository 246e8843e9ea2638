/** An account's content as the service reports it, and what the list should show. */
import type { AdminFile } from '../../../service/src/index.ts';

/** By file code. */
export type FilesByCode = ReadonlyMap<string, AdminFile>;

export function byFileCode(files: readonly AdminFile[]): FilesByCode {
  const expectedFiles = new Map(files.map((file) => [file.fileCode, file]));
  if (expectedFiles.size < files.length) throw new Error('The service has files of the same code.');
  return expectedFiles;
}

export function changed(
  expectedFiles: FilesByCode,
  files: readonly AdminFile[],
  change: (file: AdminFile, at: number) => Partial<AdminFile>,
): FilesByCode {
  const next = new Map(expectedFiles);
  for (const [at, { fileCode }] of files.entries()) {
    const file = expectedFiles.get(fileCode);
    if (file) next.set(fileCode, { ...file, ...change(file, at) });
  }
  return next;
}

/** One per line, including missing and unexpected files. */
export function differences(wanted: FilesByCode, found: FilesByCode): readonly string[] {
  const codes = new Set([...wanted.keys(), ...found.keys()]);
  const lines = [...codes].flatMap((code) => {
    const [should, is] = [said(wanted.get(code)), said(found.get(code))];
    return should === is ? [] : `${code}: ${is} instead of ${should}`;
  });
  return lines.slice(0, few);
}

/** Maximum lines in a failure message. */
const few = 20;

const said = (file: AdminFile | undefined) => (file ? `“${file.title}” in ${file.folderId}` : 'nothing');

/** Negative if the first file comes first. */
export type Order = (one: AdminFile, other: AdminFile) => number;

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ascending. */
export const orders = {
  Title: (one, other) => compare(one.title, other.title),
  Length: (one, other) => one.length - other.length,
  Views: (one, other) => one.views - other.views,
  Uploaded: (one, other) => one.uploaded - other.uploaded,
} as const satisfies Record<string, Order>;

export const reversed =
  (order: Order): Order =>
  (one, other) =>
    order(other, one);

/** Files of equal rank may be in any order. */
export interface Expected {
  readonly files: readonly AdminFile[];
  readonly order: Order;
  readonly byTitle: ReadonlyMap<string, AdminFile>;
}

/** @param before files that may still have their old title */
export function expected(
  files: Iterable<AdminFile>,
  order: Order,
  before: readonly AdminFile[] = [],
): Expected {
  const sorted = [...files].sort(order);
  return { files: sorted, order, byTitle: new Map([...before, ...sorted].map((file) => [file.title, file])) };
}

/** Removes case and accents. For Unicode, the stroke of the Polish l isn't an accent, but users omit it. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

/** In any order. */
export function finder(files: readonly AdminFile[]): (typed: string) => readonly AdminFile[] {
  const titles = files.map((file) => ({ file, title: plain(file.title) }));
  return (typed) => {
    const words = plain(typed).split(/\s+/);
    return titles.flatMap(({ file, title }) => (words.every((word) => title.includes(word)) ? file : []));
  };
}
