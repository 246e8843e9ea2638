/**
 * Where the items of a listing stand: each kind of item in a section of its own, in one column or in several. Pure.
 *
 * A line is what stands side by side; a list has one item in each, a view of tiles as many as there is room for.
 */
import type { Band } from '../../virtual/bands.ts';
import { rowAt, rowsOf, topOf } from '../../virtual/bands.ts';
import type { Listing } from '../model/listing.ts';

export interface Measures {
  readonly columns: number;
  /** Pixels of a line of folders, of files, and of the heading above what the service has found. */
  readonly folder: number;
  readonly file: number;
  readonly heading: number;
}

interface Section extends Band {
  /** Index of its first item. */
  readonly start: number;
  readonly count: number;
  readonly columns: number;
}

export interface Layout {
  readonly bands: readonly Band[];
  readonly sections: readonly Section[];
  /** Index of the item that nobody can be led to; -1 where there is none. */
  readonly heading: number;
  readonly length: number;
}

export function layoutOf({ folders, rows, found, length }: Listing, measures: Measures): Layout {
  const { columns, folder, file, heading } = measures;
  const sections: Section[] = [];
  const add = (count: number, height: number, across: number) => {
    const last = sections.at(-1);
    const start = last ? last.start + last.count : 0;
    sections.push({ start, count, columns: across, rows: Math.ceil(count / across), height });
  };
  add(folders.length, folder, columns);
  add(rows.length, file, columns);
  add(found.length > 0 ? 1 : 0, heading, 1);
  add(found.length, file, columns);
  return {
    bands: sections,
    sections,
    heading: found.length > 0 ? folders.length + rows.length : -1,
    length,
  };
}

/** The line that an item stands in, and its place in it. */
export function lineOf({ sections }: Layout, index: number): { line: number; column: number } {
  let line = 0;
  for (const { start, count, columns, rows } of sections) {
    const at = index - start;
    if (at < count) return { line: line + Math.floor(at / columns), column: at % columns };
    line += rows;
  }
  return { line, column: 0 };
}

/** The items of a line: index of the first, and of the one behind the last. */
export function itemsOf({ sections, length }: Layout, line: number): { first: number; end: number } {
  let left = line;
  for (const { start, count, columns, rows } of sections) {
    if (left < rows) {
      const first = start + left * columns;
      return { first, end: Math.min(first + columns, start + count) };
    }
    left -= rows;
  }
  return { first: length, end: length };
}

/** A way through the items: along the line of reading, between lines, or by what fits into the window. */
export type Way = 'next' | 'previous' | 'down' | 'up' | 'page-down' | 'page-up' | 'first' | 'last';

/**
 * The item that a way leads to; where it leads out of the list, its end.
 *
 * @param page pixels of what is seen of the list
 */
export function led(layout: Layout, index: number, way: Way, page: number): number {
  const last = layout.length - 1;
  if (last < 0) return 0;
  const to = Math.min(Math.max(wanted(layout, index, way, page), 0), last);
  if (to !== layout.heading) return to;
  // The heading is read, not visited: there is always something found below it, and perhaps nothing above it.
  const isUp = to < index || way === 'last';
  return isUp && to > 0 ? to - 1 : to + 1;
}

function wanted(layout: Layout, index: number, way: Way, page: number): number {
  switch (way) {
    case 'next':
      return index + 1;
    case 'previous':
      return index - 1;
    case 'first':
      return 0;
    case 'last':
      return layout.length - 1;
    case 'down':
    case 'up':
      return besides(layout, index, way === 'down' ? 1 : -1);
    case 'page-down':
    case 'page-up':
      return byPage(layout, index, way === 'page-down' ? page : -page);
  }
}

function besides(layout: Layout, index: number, by: number): number {
  const { line, column } = lineOf(layout, index);
  let to = line + by;
  if (layout.heading !== -1 && to === lineOf(layout, layout.heading).line) to += by;
  if (to < 0 || to >= rowsOf(layout.bands)) return index;
  const { first, end } = itemsOf(layout, to);
  return Math.min(first + column, end - 1);
}

function byPage(layout: Layout, index: number, by: number): number {
  const { line, column } = lineOf(layout, index);
  const lines = rowsOf(layout.bands);
  const place = topOf(line, layout.bands) + by;
  const to = Math.min(Math.max(rowAt(place, layout.bands), 0), lines - 1);
  // A window lower than a line still turns a page.
  const moved = to === line ? Math.min(Math.max(line + Math.sign(by), 0), lines - 1) : to;
  const { first, end } = itemsOf(layout, moved);
  return Math.min(first + column, end - 1);
}
