/**
 * When to poll an account's transfers next. Pure.
 *
 * Nothing moves: never. With a page open: every 2 to 5 s, or 10 s while links go out; with none: 30 s and up. They slow down
 * while nothing changes, and after failures in a row. A random share of each interval keeps what was interrupted together
 * from coming back together.
 */

/** How the polling of one account goes. Milliseconds since the epoch. */
export interface PollState {
  readonly accountId: string;
  /** When the service was last asked; null: never. */
  readonly polledAtMs: number | null;
  /** When a poll last showed something new; null: never. */
  readonly changedAtMs: number | null;
  /** Polls that failed in a row. */
  readonly failures: number;
  /** Since when files have to be searched for twins of what has arrived; null: nothing has arrived since the last search. */
  readonly twinsSinceMs: number | null;
  /** The random share of the next interval, from 0 up to 1: drawn once for each poll, so that asking twice gives the same. */
  readonly share?: number;
}

export interface PollNeed {
  readonly nowMs: number;
  /** Whether a page that shows uploads is open. */
  readonly isWatched: boolean;
  /** The shortest interval that the user wants; not given: the shortest there is. */
  readonly shortestMs?: number;
  /** Transfers that may still change by themselves. */
  readonly moving: number;
  /** Whether links go out: the service's limit is theirs then, and polls take little of it. */
  readonly isSending?: boolean;
  /** When one of them last began to move. */
  readonly newestMs: number | null;
  /** When the next transfer that left the list is to be verified; null: there is none. */
  readonly verifyAtMs: number | null;
  readonly state: PollState;
}

const second = 1_000;
const intervals = {
  watched: { shortest: 2 * second, longest: 5 * second, failing: 60 * second, spread: 0.25 },
  alone: { shortest: 30 * second, longest: 15 * 60 * second, failing: 30 * 60 * second, spread: 0.5 },
};
/** The shortest interval while links go out. */
const shortestSendingMs = 10 * second;

/** Milliseconds from the sending of what has arrived until its twins are searched for, while others are on their way. */
export const twinsDelayMs = 60_000;

/** Milliseconds since the epoch, never in the past; null where nothing is to be seen. */
export function nextPollMs({
  nowMs,
  isWatched,
  shortestMs = 0,
  isSending = false,
  moving,
  newestMs,
  verifyAtMs,
  state,
}: PollNeed): number | null {
  const { polledAtMs, failures, twinsSinceMs, share = 0 } = state;
  const twinsAtMs = twinsSinceMs === null ? null : twinsSinceMs + twinsDelayMs;
  if (moving === 0 && verifyAtMs === null && twinsAtMs === null) return null;
  // A last poll in the future was noted by a clock that has since been set back.
  if (polledAtMs === null || polledAtMs > nowMs) return nowMs;
  const { longest, failing, spread, ...limits } = isWatched ? intervals.watched : intervals.alone;
  const shortest = Math.max(limits.shortest, shortestMs);
  if (failures > 0) {
    const full = Math.min(failing, shortest * 2 ** failures);
    return Math.max(nowMs, Math.round(polledAtMs + full * (1 - share / 2)));
  }
  // Back off: the poll interval is a tenth of the time without change, as it was at the last poll.
  const changedAtMs = Math.max(state.changedAtMs ?? 0, newestMs ?? 0) || polledAtMs;
  const least = isSending ? Math.max(shortest, shortestSendingMs) : shortest;
  const still = Math.max(least, Math.min(longest, (polledAtMs - changedAtMs) / 10));
  const interval = Math.round(still * (1 + share * spread));
  const searchAtMs = Math.min(verifyAtMs ?? Number.POSITIVE_INFINITY, twinsAtMs ?? Number.POSITIVE_INFINITY);
  const searchInMs = Math.max(least, searchAtMs - polledAtMs);
  return Math.max(nowMs, polledAtMs + (moving === 0 ? searchInMs : Math.min(interval, searchInMs)));
}
