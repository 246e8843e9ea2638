/** Sorts rows by a column: numbers as they are, titles by their ranks (`title-order.ts`). */
import type { Block } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import type { NumberColumn } from '../columns/number-columns.ts';
import { blockOf, slotOf } from '../columns/row-numbers.ts';
import { type CatalogContents, onceFor } from './contents.ts';
import type { Rows, Sorting } from './file-filter.ts';
import { rowsIn } from './filter.ts';
import { currentRanks, earlierRanks, titleRanks } from './title-order.ts';

/** By row; NaN or missing: unknown. */
type Values = Float64Array | Uint32Array;

export function sortRows(contents: CatalogContents, rows: Rows, by: Sorting): Rows {
  // The default order, cached.
  const isUsual = by.column === 'uploaded' && by.descending && rows === rowsIn(contents);
  return isUsual ? newestFirst(contents) : sortByColumn(contents, rows, by);
}

export const newestFirst = onceFor((contents) =>
  sortByColumn(contents, rowsIn(contents), { column: 'uploaded', descending: true }),
);

function sortByColumn(contents: CatalogContents, rows: Rows, { column, descending }: Sorting): Rows {
  const values = column === 'title' ? ranksOf(contents, rows) : valuesOf(contents.blocks, column);
  if (values === null) return rows;
  const runs = splitRuns(values, rows, descending);
  if (runs === null) return sortByKeys(values, rows, descending);
  return runs.reduce((one, other) => mergeRuns(values, one, other, descending), new Uint32Array());
}

function valuesOf(blocks: readonly Block[], column: NumberColumn): Float64Array {
  const values = new Float64Array(blocks.length * blockSize);
  for (const [number, block] of blocks.entries()) values.set(block.numbers(column), number * blockSize);
  return values;
}

/** More rows are sorted by title only by prepared ranks: comparing titles is slow. */
const maxUnprepared = 1_000;

/** Null where the order has to be prepared first. */
function ranksOf(contents: CatalogContents, rows: Rows): Values | null {
  const { blocks } = contents;
  const isFew = rows.length <= maxUnprepared;
  const ranks = currentRanks(contents) ?? (isFew ? null : earlierRanks(contents));
  if (ranks !== null || !isFew) return ranks;
  const titles = Array.from(rows, (row) => blocks[blockOf(row)]?.titles.at(slotOf(row)) ?? '');
  const values = new Float64Array(blocks.length * blockSize);
  for (const [at, rank] of titleRanks(titles).entries()) values[rows[at] ?? 0] = rank;
  return values;
}

/** More runs than this are sorted by keys: merging copies all rows for each. */
const maxRuns = 16;

/** The runs in order already; null for more than `maxRuns`. Files are stored newest first, except late pages and later files. */
function splitRuns(values: Values, rows: Rows, descending: boolean): Rows[] | null {
  const runs: Rows[] = [];
  let start = 0;
  for (let at = 1; at <= rows.length; at += 1) {
    if (at < rows.length && isInOrder(values[rows[at - 1] ?? 0], values[rows[at] ?? 0], descending)) continue;
    if (runs.length === maxRuns) return null;
    runs.push(rows.subarray(start, at));
    start = at;
  }
  return runs;
}

/** Of equal values, those of `one` come first. */
function mergeRuns(values: Values, one: Rows, other: Rows, descending: boolean): Rows {
  const merged = new Uint32Array(one.length + other.length);
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    const next = values[other[second] ?? 0];
    const end = partitionPoint(one, first, (row) => isInOrder(values[row], next, descending));
    merged.set(one.subarray(first, end), first + second);
    first = end;
    if (first === one.length) break;
    const waiting = values[one[first] ?? 0];
    const stop = partitionPoint(other, second, (row) => !isInOrder(waiting, values[row], descending));
    merged.set(other.subarray(second, stop), first + second);
    second = stop;
  }
  merged.set(one.subarray(first), first + second);
  merged.set(other.subarray(second), one.length + second);
  return merged;
}

/** The end of the rows from `from` on that belong to the first part. */
function partitionPoint(rows: Rows, from: number, isInFirstPart: (row: number) => boolean): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isInFirstPart(rows[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isInOrder(one = Number.NaN, other = Number.NaN, descending: boolean): boolean {
  return Number.isNaN(other) || (descending ? one >= other : one <= other);
}

/** Sorts value and place in one number, because numbers sort much faster than by comparator. */
function sortByKeys(valuesByRow: Values, rows: Rows, descending: boolean): Rows {
  const values = Float64Array.from(rows, (row) => valuesByRow[row] ?? Number.NaN);
  const width = 2 ** Math.ceil(Math.log2(values.length + 1));
  const { ranks, last } = toRanks(values, Number.MAX_SAFE_INTEGER / width);
  const keys = ranks.map((rank, place) => {
    const directed = descending ? last - rank : rank;
    return (Number.isNaN(rank) ? last + 1 : directed) * width + place;
  });
  return Uint32Array.from(keys.sort(), (key) => rows[key % width] ?? 0);
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
