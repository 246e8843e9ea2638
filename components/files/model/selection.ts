/** The selected files by row. Pure. Rows are never reused, so a selection survives sorting, filtering and catalog changes. */
import type { Rows } from '../../../lib/catalog/query/snapshot.ts';

export interface Selection {
  readonly rows: ReadonlySet<number>;
  /** Start of a range. */
  readonly anchor: number | null;
}

export const emptySelection: Selection = { rows: new Set(), anchor: null };

export function toggleRow({ rows }: Selection, row: number): Selection {
  const next = new Set(rows);
  if (!next.delete(row)) next.add(row);
  return { rows: next, anchor: row };
}

/**
 * Selects from the anchor to `row` in the order of `listed`; without a listed anchor, `row` alone, as the new anchor.
 *
 * @param keep keeps the previous selection
 */
export function selectRange(
  { rows, anchor }: Selection,
  listed: Rows | readonly number[],
  row: number,
  keep: boolean,
): Selection {
  const from = anchor === null ? -1 : listed.indexOf(anchor);
  const to = listed.indexOf(row);
  const next = new Set(keep ? rows : []);
  if (from === -1 || to === -1) return { rows: next.add(row), anchor: row };
  for (let at = Math.min(from, to); at <= Math.max(from, to); at++) next.add(listed[at] ?? row);
  return { rows: next, anchor };
}

export function addRows({ rows, anchor }: Selection, more: Iterable<number>): Selection {
  return { rows: rows.union(new Set(more)), anchor };
}

/** The same object where nothing was removed. */
export function pruneSelection(selection: Selection, isThere: (row: number) => boolean): Selection {
  const { rows, anchor } = selection;
  const next = new Set(rows.values().filter(isThere));
  if (next.size === rows.size) return selection;
  return { rows: next, anchor: anchor !== null && isThere(anchor) ? anchor : null };
}

export function countListed({ rows }: Selection, listed: Rows): number {
  let count = 0;
  if (rows.size > 0) for (const row of listed) if (rows.has(row)) count += 1;
  return count;
}
