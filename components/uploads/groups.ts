/** The groups of the list of uploads. Pure. */
import { type Row, ranks } from './rows.ts';

export type GroupName = (typeof namesByRank)[number];

export interface Group {
  readonly name: GroupName;
  readonly rows: readonly Row[];
  /** Of all its rows together; null where nothing was measured. */
  readonly bytesPerSecond: number | null;
  /** Null where it is unknown of a row. */
  readonly secondsLeft: number | null;
}

/** By rank: what waits at the service and what waits here are one group. */
export const namesByRank = ['active', 'attention', 'waiting', 'waiting', 'finished'] as const;

/** `rows` in the order of `uploadRows`: those of a group stand together. */
export function groupRows(rows: readonly Row[]): readonly Group[] {
  const groups = Map.groupBy(rows, ({ state }) => namesByRank[ranks[state]]);
  return [...groups].map(([name, each]) => ({ name, rows: each, ...totalsOf(each) }));
}

function totalsOf(rows: readonly Row[]): Pick<Group, 'bytesPerSecond' | 'secondsLeft'> {
  let [bytesPerSecond, bytesLeft] = [0, 0];
  for (const { progress } of rows) {
    bytesPerSecond += progress?.bytesPerSecond ?? 0;
    const { bytesDone = null, bytesTotal = null } = progress ?? {};
    bytesLeft += bytesDone === null || bytesTotal === null ? Number.NaN : bytesTotal - bytesDone;
  }
  if (bytesPerSecond === 0) return { bytesPerSecond: null, secondsLeft: null };
  return { bytesPerSecond, secondsLeft: Number.isNaN(bytesLeft) ? null : bytesLeft / bytesPerSecond };
}
