/** Which rows of a long list are to be drawn. Pure. */

export interface RowRange {
  /** The first row to draw. */
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
}

/** Rows that are drawn beyond the visible ones on either side, so that a quick scroll meets no gap. */
const overscan = 8;

/**
 * All lengths in pixels.
 *
 * @param top how far the list is scrolled
 * @param height of what is seen of it
 * @param rowHeight of each row
 * @param count how many rows there are
 */
export function visibleRange(top: number, height: number, rowHeight: number, count: number): RowRange {
  const first = Math.floor(Math.max(top, 0) / rowHeight) - overscan;
  const end = Math.ceil((Math.max(top, 0) + height) / rowHeight) + overscan;
  // A list that has become shorter may still be scrolled past its end for a moment.
  const last = Math.min(count, end);
  return { first: Math.max(0, Math.min(first, last)), end: last };
}
