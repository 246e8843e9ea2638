/** Row positions of a long list. Each section has rows of one height. Pure. */

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

export interface VirtualSection {
  readonly rows: number;
  /** Pixels per row. */
  readonly height: number;
}

/** Drawn beyond the visible part on either side, so that quick scrolling shows no gap. */
export const overscanPx = { scrolling: 352, resting: 88 } as const;

export const countRows = (sections: readonly VirtualSection[]): number =>
  sections.reduce((sum, { rows }) => sum + rows, 0);

/** Pixels. */
export const totalHeight = (sections: readonly VirtualSection[]): number =>
  sections.reduce((sum, { rows, height }) => sum + rows * height, 0);

/** Pixels from the top. The row after the last gives the list's height. */
export function getRowTop(row: number, sections: readonly VirtualSection[]): number {
  let top = 0;
  let left = row;
  for (const { rows, height } of sections) {
    if (left <= rows) return top + left * height;
    top += rows * height;
    left -= rows;
  }
  return top;
}

/** 0: no such row. */
export function rowHeight(row: number, sections: readonly VirtualSection[]): number {
  return getRowTop(row + 1, sections) - getRowTop(row, sections);
}

/** `offset` is pixels from the top. Past the end, returns the row after the last. */
export function rowAt(offset: number, sections: readonly VirtualSection[]): number {
  let row = 0;
  let left = Math.max(offset, 0);
  for (const { rows, height } of sections) {
    if (left < rows * height) return row + Math.floor(left / height);
    left -= rows * height;
    row += rows;
  }
  return row;
}

/** In pixels. `margin` is drawn beyond the viewport on either side. */
export function drawnRange(
  top: number,
  height: number,
  sections: readonly VirtualSection[],
  margin: number = overscanPx.scrolling,
): RowRange {
  const seen = Math.max(top, 0);
  const end = Math.min(rowAt(seen + height + margin, sections) + 1, countRows(sections));
  // A list that became shorter may be scrolled past its end.
  return { first: Math.min(rowAt(seen - margin, sections), end), end };
}
