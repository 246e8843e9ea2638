/** Sorts files by a column: numbers as they are, titles by their ranks (`title-order.ts`). */
import type { Block } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { getBlockNumber, getSlot } from '../columns/file-ids.ts';
import type { NumberColumn } from '../columns/number-columns.ts';
import { type CatalogContents, onceFor } from './contents.ts';
import type { FileIds, Sorting } from './file-filter.ts';
import { fileIdsIn } from './filter.ts';
import { currentRanks, earlierRanks, titleRanks } from './title-order.ts';

/** By file id. NaN or missing: unknown. */
type Values = Float64Array | Uint32Array;

export function sortFiles(contents: CatalogContents, fileIds: FileIds, by: Sorting): FileIds {
  // The default order is cached.
  const isUsual = by.column === 'uploaded' && by.descending && fileIds === fileIdsIn(contents);
  return isUsual ? newestFirst(contents) : sortByColumn(contents, fileIds, by);
}

export const newestFirst = onceFor((contents) =>
  sortByColumn(contents, fileIdsIn(contents), { column: 'uploaded', descending: true }),
);

function sortByColumn(contents: CatalogContents, fileIds: FileIds, { column, descending }: Sorting): FileIds {
  const values = column === 'title' ? findTitleRanks(contents, fileIds) : readValues(contents.blocks, column);
  if (values === null) return fileIds;
  const runs = splitRuns(values, fileIds, descending);
  if (runs === null) return sortByKeys(values, fileIds, descending);
  return runs.reduce((one, other) => mergeRuns(values, one, other, descending), new Uint32Array());
}

function readValues(blocks: readonly Block[], column: NumberColumn): Float64Array {
  const values = new Float64Array(blocks.length * blockSize);
  for (const [number, block] of blocks.entries()) values.set(block.numbers(column), number * blockSize);
  return values;
}

/** Comparing titles is slow, so more files need prepared ranks. */
const maxUnprepared = 1_000;

/** Null if the order must be prepared first. */
function findTitleRanks(contents: CatalogContents, fileIds: FileIds): Values | null {
  const { blocks } = contents;
  const isFew = fileIds.length <= maxUnprepared;
  const ranks = currentRanks(contents) ?? (isFew ? null : earlierRanks(contents));
  if (ranks !== null || !isFew) return ranks;
  const titles = Array.from(
    fileIds,
    (fileId) => blocks[getBlockNumber(fileId)]?.titles.at(getSlot(fileId)) ?? '',
  );
  const values = new Float64Array(blocks.length * blockSize);
  for (const [at, rank] of titleRanks(titles).entries()) values[fileIds[at] ?? 0] = rank;
  return values;
}

/** Each merge copies all ids, so with more runs, files are sorted by keys. */
const maxRuns = 16;

/** Runs that are already in order. Null for more than `maxRuns`. Files are stored newest first, except for late pages and later files. */
function splitRuns(values: Values, fileIds: FileIds, descending: boolean): FileIds[] | null {
  const runs: FileIds[] = [];
  let start = 0;
  for (let at = 1; at <= fileIds.length; at += 1) {
    if (at < fileIds.length && isInOrder(values[fileIds[at - 1] ?? 0], values[fileIds[at] ?? 0], descending))
      continue;
    if (runs.length === maxRuns) return null;
    runs.push(fileIds.subarray(start, at));
    start = at;
  }
  return runs;
}

/** Of equal values, those of `one` come first. */
function mergeRuns(values: Values, one: FileIds, other: FileIds, descending: boolean): FileIds {
  const merged = new Uint32Array(one.length + other.length);
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    const next = values[other[second] ?? 0];
    const end = partitionPoint(one, first, (fileId) => isInOrder(values[fileId], next, descending));
    merged.set(one.subarray(first, end), first + second);
    first = end;
    if (first === one.length) break;
    const waiting = values[one[first] ?? 0];
    const stop = partitionPoint(other, second, (fileId) => !isInOrder(waiting, values[fileId], descending));
    merged.set(other.subarray(second, stop), first + second);
    second = stop;
  }
  merged.set(one.subarray(first), first + second);
  merged.set(other.subarray(second), one.length + second);
  return merged;
}

/** Where the first part of the ids ends, from `from` on. */
function partitionPoint(fileIds: FileIds, from: number, isInFirstPart: (fileId: number) => boolean): number {
  let [low, high] = [from, fileIds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isInFirstPart(fileIds[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isInOrder(one = Number.NaN, other = Number.NaN, descending: boolean): boolean {
  return Number.isNaN(other) || (descending ? one >= other : one <= other);
}

/** Puts value and position into one number, because a comparator makes sorting much slower. */
function sortByKeys(valuesByFileId: Values, fileIds: FileIds, descending: boolean): FileIds {
  const values = Float64Array.from(fileIds, (fileId) => valuesByFileId[fileId] ?? Number.NaN);
  const width = 2 ** Math.ceil(Math.log2(values.length + 1));
  const { ranks, last } = toRanks(values, Number.MAX_SAFE_INTEGER / width);
  const keys = ranks.map((rank, position) => {
    const directed = descending ? last - rank : rank;
    return (Number.isNaN(rank) ? last + 1 : directed) * width + position;
  });
  return Uint32Array.from(keys.sort(), (key) => fileIds[key % width] ?? 0);
}

/** Integers in the order of the values: differences from the smallest, or dense ranks if those grow too large. */
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
  const positions = new Map(distinct.map((value, position) => [value, position]));
  return { ranks: values.map((value) => positions.get(value) ?? Number.NaN), last: distinct.length - 1 };
}
