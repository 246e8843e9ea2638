/** A section for each kind of item. A line has one item in a list and several in tiles. Pure. */
import type { VirtualSection } from '../../list/sections.ts';
import { countRows, getRowTop, rowAt } from '../../list/sections.ts';
import type { Listing } from '../model/listing.ts';

/** In pixels, as in the style sheet. */
export const lineHeights = {
  rows: { folder: 44, file: 44, heading: 44 },
  tall: { folder: 44, file: 60, heading: 44 },
  compact: { folder: 40, file: 60, heading: 40 },
  tiles: { folder: 48, file: 180, heading: 44 },
};
/** Including its border. */
export const headHeight = 32;

interface LineMetrics {
  readonly columns: number;
  /** In pixels. */
  readonly folder: number;
  readonly file: number;
  readonly heading: number;
}

interface Section extends VirtualSection {
  readonly start: number;
  readonly count: number;
  readonly columns: number;
}

export interface Layout {
  readonly sections: readonly Section[];
  /** Indices. Headings can't have the focus. */
  readonly headings: readonly number[];
  readonly length: number;
}

export function createLayout(
  { folders, matches, closest, found, length }: Omit<Listing, 'fileIds'>,
  measures: LineMetrics,
): Layout {
  const { columns, folder, file, heading } = measures;
  const sections: Section[] = [];
  const add = (count: number, height: number, across: number) => {
    const last = sections.at(-1);
    const start = last ? last.start + last.count : 0;
    sections.push({ start, count, columns: across, rows: Math.ceil(count / across), height });
  };
  add(folders.length, folder, columns);
  add(matches.length, file, columns);
  const headings: number[] = [];
  for (const { length: count } of [closest, found]) {
    if (count === 0) continue;
    add(1, heading, 1);
    headings.push(sections.at(-1)?.start ?? 0);
    add(count, file, columns);
  }
  return { sections, headings, length };
}

export function findLine({ sections }: Layout, index: number): { line: number; column: number } {
  let line = 0;
  for (const { start, count, columns, rows } of sections) {
    const at = index - start;
    if (at < count) return { line: line + Math.floor(at / columns), column: at % columns };
    line += rows;
  }
  return { line, column: 0 };
}

/** `end` is exclusive. */
export function getItemRange({ sections, length }: Layout, line: number): { first: number; end: number } {
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

export type CursorDirection =
  | 'next'
  | 'previous'
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'first'
  | 'last';

/** `page` is the visible height in pixels. */
export function moveIndex(layout: Layout, index: number, direction: CursorDirection, page: number): number {
  const last = layout.length - 1;
  if (last < 0) return 0;
  const to = Math.min(Math.max(targetIndex(layout, index, direction, page), 0), last);
  if (!layout.headings.includes(to)) return to;
  // Skips a heading. There is always an item below it, but perhaps none above.
  const isUp = to < index || direction === 'last';
  return isUp && to > 0 ? to - 1 : to + 1;
}

function targetIndex(layout: Layout, index: number, direction: CursorDirection, page: number): number {
  switch (direction) {
    case 'next':
      return index + 1;
    case 'previous':
      return index - 1;
    case 'first':
      return 0;
    case 'last':
      return layout.length - 1;
    case 'down':
      return adjacentLine(layout, index, 1);
    case 'up':
      return adjacentLine(layout, index, -1);
    case 'page-down':
      return findPageIndex(layout, index, page);
    case 'page-up':
      return findPageIndex(layout, index, -page);
  }
}

function adjacentLine(layout: Layout, index: number, by: number): number {
  const { line } = findLine(layout, index);
  const isHeading = layout.headings.some((heading) => findLine(layout, heading).line === line + by);
  const to = line + (isHeading ? 2 * by : by);
  return to < 0 || to >= countRows(layout.sections) ? index : indexInLine(layout, index, to);
}

function findPageIndex(layout: Layout, index: number, by: number): number {
  const { line } = findLine(layout, index);
  const to = rowAt(getRowTop(line, layout.sections) + by, layout.sections);
  const moved = to === line ? line + Math.sign(by) : to;
  return indexInLine(layout, index, Math.min(Math.max(moved, 0), countRows(layout.sections) - 1));
}

/** Stays in the column, or takes the line's last item. */
function indexInLine(layout: Layout, index: number, line: number): number {
  const { first, end } = getItemRange(layout, line);
  return Math.min(first + findLine(layout, index).column, end - 1);
}
