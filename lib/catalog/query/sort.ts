/** Sorts rows by a column: numbers as they are, titles by their ranks (`title-order.ts`). */
import type { Block } from '../columns/block.ts';
import { blockOf, slotOf } from '../columns/rows.ts';
import type { CatalogContents } from './contents.ts';
import { rowsIn } from './filter.ts';
import type { Rows, Sorting } from './snapshot.ts';
import { currentRanks, earlierRanks, titleRanks } from './title-order.ts';

/**
 * Stable; unknown values come last in either direction. Many rows stay in the given order by title until
 * `prepareTitleOrder` has resolved.
 */
export function sortRows(contents: CatalogContents, rows: Rows, by: Sorting): Rows {
  // The default order, cached.
  const isUsual = by.column === 'uploaded' && by.descending && rows === rowsIn(contents);
  return isUsual ? newestFirst(contents) : sortByColumn(contents, rows, by);
}

const newestFirstCache = new WeakMap<CatalogContents, Rows>();

/** All files, newest first. */
export function newestFirst(contents: CatalogContents): Rows {
  const rows =
    newestFirstCache.get(contents) ??
    sortByColumn(contents, rowsIn(contents), { column: 'uploaded', descending: true });
  newestFirstCache.set(contents, rows);
  return rows;
}

function sortByColumn(contents: CatalogContents, rows: Rows, { column, descending }: Sorting): Rows {
  const values =
    column === 'title'
      ? ranksOf(contents, rows)
      : valuesOf(contents.blocks, rows, (block) => block.numbers(column));
  if (values === null) return rows;
  return placesInOrder(values, descending).map((place) => rows[place] ?? 0);
}

function valuesOf(
  blocks: readonly Block[],
  rows: Rows,
  columnOf: (block: Block) => Float64Array,
): Float64Array {
  const columns = blocks.map(columnOf);
  const values = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    values[at] = columns[blockOf(row)]?.[slotOf(row)] ?? Number.NaN;
  }
  return values;
}

/** More rows are sorted by title only by prepared ranks: comparing titles is slow. */
const maxUnprepared = 1_000;

/** Null where the order has to be prepared first. */
function ranksOf(contents: CatalogContents, rows: Rows): Float64Array | null {
  const { blocks } = contents;
  const isFew = rows.length <= maxUnprepared;
  const ranks = currentRanks(contents) ?? (isFew ? null : earlierRanks(contents));
  if (ranks !== null) return Float64Array.from(rows, (row) => ranks[row] ?? Number.NaN);
  if (!isFew) return null;
  const titles = Array.from(rows, (row) => blocks[blockOf(row)]?.titles.at(slotOf(row)) ?? '');
  return Float64Array.from(titleRanks(titles));
}

/**
 * Indices in the order of the values, stable, unknown ones last. A run that is in order already is kept: files are stored as the
 * service lists them, newest first, with later ones behind.
 */
function placesInOrder(values: Float64Array, descending: boolean): Uint32Array {
  const run = initialRunLength(values, descending);
  if (run < values.length / 2) return sortByKeys(values, descending);
  const rest = sortByKeys(values.subarray(run), descending);
  const places = new Uint32Array(values.length);
  let [first, second] = [0, 0];
  for (let at = 0; at < places.length; at += 1) {
    const other = run + (rest[second] ?? 0);
    const isFirst =
      second === rest.length || (first < run && isInOrder(values[first], values[other], descending));
    places[at] = isFirst ? first : other;
    if (isFirst) first += 1;
    else second += 1;
  }
  return places;
}

function initialRunLength(values: Float64Array, descending: boolean): number {
  let length = 1;
  while (length < values.length && isInOrder(values[length - 1], values[length], descending)) length += 1;
  return Math.min(length, values.length);
}

/** Whether the second may stand behind the first. */
function isInOrder(one = Number.NaN, other = Number.NaN, descending: boolean): boolean {
  return Number.isNaN(other) || (descending ? one >= other : one <= other);
}

/** Sorts value and index in one number, because numbers sort much faster than by comparator. */
function sortByKeys(values: Float64Array, descending: boolean): Uint32Array {
  const width = 2 ** Math.ceil(Math.log2(values.length + 1));
  const { ranks, last } = toRanks(values, Number.MAX_SAFE_INTEGER / width);
  const keys = ranks.map((rank, place) => {
    const directed = descending ? last - rank : rank;
    return (Number.isNaN(rank) ? last + 1 : directed) * width + place;
  });
  return Uint32Array.from(keys.sort(), (key) => key % width);
}

/** Integers in the order of the values: differences from the smallest one, or dense ranks where those grow too large. */
function toRanks(values: Float64Array, limit: number): { ranks: Float64Array; last: number } {
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  if (largest - smallest + 2 < limit || smallest > largest) {
    return { ranks: values.map((value) => value - smallest), last: Math.max(largest - smallest, 0) };
  }
  const distinct = [...new Set(values.filter((value) => !Number.isNaN(value)).sort())];
  const places = new Map(distinct.map((value, place) => [value, place]));
  return { ranks: values.map((value) => places.get(value) ?? Number.NaN), last: distinct.length - 1 };
}
