/**
 * Which files are chosen, by their rows, and how clicks and keys change that. Pure: every change gives a new selection.
 *
 * A row belongs to a file for good, so the choice survives sorting, filtering and whatever becomes of the catalog.
 */
export interface Selection {
  readonly rows: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: number | null;
}

export const nothing: Selection = { rows: new Set(), anchor: null };

export const only = (row: number): Selection => ({ rows: new Set([row]), anchor: row });

export function toggled({ rows }: Selection, row: number): Selection {
  const next = new Set(rows);
  if (!next.delete(row)) next.add(row);
  return { rows: next, anchor: row };
}

/**
 * From the anchor to `row`, as `listed` has them in its order; the anchor stays. Where it is not listed (any more), the
 * range is `row` alone, and begins there.
 *
 * @param keep what was chosen before stays chosen
 */
export function ranged(
  { rows, anchor }: Selection,
  listed: ArrayLike<number>,
  row: number,
  keep: boolean,
): Selection {
  const from = anchor === null ? -1 : indexIn(listed, anchor);
  const to = indexIn(listed, row);
  const next = new Set(keep ? rows : []);
  if (from === -1 || to === -1) return { rows: next.add(row), anchor: row };
  for (let at = Math.min(from, to); at <= Math.max(from, to); at++) next.add(listed[at] ?? row);
  return { rows: next, anchor };
}

export function withAll({ rows, anchor }: Selection, more: Iterable<number>): Selection {
  const next = new Set(rows);
  for (const row of more) next.add(row);
  return { rows: next, anchor };
}

/** The same selection where all its files are still there. */
export function pruned(selection: Selection, isThere: (row: number) => boolean): Selection {
  const { rows, anchor } = selection;
  const next = new Set<number>();
  for (const row of rows) if (isThere(row)) next.add(row);
  if (next.size === rows.size) return selection;
  return { rows: next, anchor: anchor !== null && isThere(anchor) ? anchor : null };
}

/** How many of the chosen files are listed. */
export function countListed({ rows }: Selection, listed: ArrayLike<number> & Iterable<number>): number {
  let count = 0;
  if (rows.size > 0) for (const row of listed) if (rows.has(row)) count += 1;
  return count;
}

function indexIn(listed: ArrayLike<number>, row: number): number {
  for (let at = 0; at < listed.length; at++) if (listed[at] === row) return at;
  return -1;
}
