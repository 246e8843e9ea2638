/** Sorts rows by a column. Numbers are sorted in place of the rows; titles are numbered first (`title-order.ts`). Pure. */
import { type Block, blockSize } from '../columns/block.ts';
import { blockOf, slotOf } from '../columns/rows.ts';
import type { CatalogContents } from './contents.ts';
import { rowsIn } from './filter.ts';
import type { Rows, Sorting } from './snapshot.ts';
import { titleRanks } from './title-order.ts';

/** Stable; unknown values come last in either direction. */
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
  return sortedPlaces(values, descending).map((place) => rows[place] ?? 0);
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

/** Ranks of all titles by row, once a good part of them was sorted; and the titles of each block then. */
let known: { readonly titles: readonly string[]; readonly ranks: Uint32Array } | null = null;

function ranksOf(contents: CatalogContents, rows: Rows): Float64Array {
  const { blocks } = contents;
  const titleAt = (row: number) => blocks[blockOf(row)]?.titles.at(slotOf(row)) ?? '';
  const isFew = rows.length * 4 < blocks.reduce((sum, { slots }) => sum + slots, 0);
  // Files that are moved by the thousands, several times a second, keep their titles.
  const titles = blocks.map((block) => block.titles.text);
  const isKnown =
    known?.titles.length === titles.length && titles.every((text, at) => text === known?.titles[at]);
  let ranks = isKnown ? known?.ranks : undefined;
  if (ranks === undefined && isFew) return Float64Array.from(titleRanks(Array.from(rows, titleAt)));
  ranks ??= titleRanks(Array.from({ length: blocks.length * blockSize }, (_, row) => titleAt(row)));
  known = { titles, ranks };
  return Float64Array.from(rows, (row) => ranks[row] ?? Number.NaN);
}

/**
 * Where the values stand, in their order. Value and place are made one number, because numbers alone are sorted many
 * times as fast as anything with a comparing function.
 */
function sortedPlaces(values: Float64Array, descending: boolean): Uint32Array {
  const width = 2 ** Math.ceil(Math.log2(values.length + 1));
  const { ranks, last } = toRanks(values, Number.MAX_SAFE_INTEGER / width);
  const keys = ranks.map((rank, place) => {
    const turned = descending ? last - rank : rank;
    return (Number.isNaN(rank) ? last + 1 : turned) * width + place;
  });
  return Uint32Array.from(keys.sort(), (key) => key % width);
}

/** Whole numbers from 0 up, in the order of the values: distances from the smallest, or their places where those grow too large. */
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
