/** The groups of the list of uploads. Pure. */
import { hasEnded, type Row, ranks } from './rows.ts';

export type GroupName = (typeof groupNames)[number];

export interface Group {
  readonly name: GroupName;
  readonly rows: readonly Row[];
  /** Of all its rows together; null where nothing was measured. */
  readonly bytesPerSecond: number | null;
  /** Null where it is unknown of a row. */
  readonly secondsLeft: number | null;
}

/** In their order. `earlier`: what ended or failed before today. */
export const groupNames = ['active', 'attention', 'waiting', 'finished', 'earlier'] as const;

/** By rank: what waits at the service and what waits here are one group. */
const namesByRank = ['active', 'attention', 'waiting', 'waiting', 'finished'] as const;

/** What has ended this long ago is of today, whatever the date. */
const recentMs = 3 * 3_600_000;

/** `rows` in the order of `uploadRows`. `nowMs`: milliseconds since the epoch. */
export function groupRows(rows: readonly Row[], nowMs: number): readonly Group[] {
  const todayMs = Math.min(new Date(nowMs).setHours(0, 0, 0, 0), nowMs - recentMs);
  const isEarlier = ({ state, upload: { endedAtMs, changedAtMs } }: Row) =>
    hasEnded(state) && (endedAtMs ?? changedAtMs) < todayMs;
  const groups = Map.groupBy(rows, (row) => (isEarlier(row) ? 'earlier' : namesByRank[ranks[row.state]]));
  return groupNames.flatMap((name) => {
    const each = groups.get(name);
    return each ? [{ name, rows: each, ...totalsOf(each) }] : [];
  });
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
