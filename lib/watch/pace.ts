/**
 * When to look at the transfers next. Pure.
 *
 * Nothing moves: never. With a page open: every 2 to 5 s; with none: 30 s and up. Both slow down while nothing changes,
 * and after failures in a row.
 */

export interface PaceInput {
  /** Milliseconds since the epoch, like all times here. */
  readonly now: number;
  /** Whether a page that shows transfers is open. */
  readonly looking: boolean;
  /** Transfers that may still change by themselves. */
  readonly moving: number;
  /** When the next vanished transfer is to be verified; null: there is none. */
  readonly verifyAt: number | null;
  /** When the service was last asked; null: never. */
  readonly lookedAt: number | null;
  /** When a look last showed something new; null: never. */
  readonly movedAt: number | null;
  /** Looks that failed in a row. */
  readonly failures: number;
}

const second = 1_000;
const paces = {
  looking: { shortest: 2 * second, longest: 5 * second, failing: 60 * second },
  alone: { shortest: 30 * second, longest: 15 * 60 * second, failing: 30 * 60 * second },
};

/** Milliseconds since the epoch, never in the past; null where nothing is to be seen. */
export function nextLookAt({
  now,
  looking,
  moving,
  verifyAt,
  lookedAt,
  movedAt,
  failures,
}: PaceInput): number | null {
  if (moving === 0 && verifyAt === null) return null;
  // A last look in the future was noted by a clock that has since been set back.
  if (lookedAt === null || lookedAt > now) return now;
  const { shortest, longest, failing } = looking ? paces.looking : paces.alone;
  if (failures > 0) return Math.max(now, lookedAt + Math.min(failing, shortest * 2 ** failures));
  // What has stood still for long is likely to do so for a tenth as long again.
  const still = movedAt === null ? 0 : Math.max(0, now - movedAt) / 10;
  const interval = Math.min(longest, Math.max(shortest, still));
  const verifyIn = verifyAt === null ? Number.POSITIVE_INFINITY : Math.max(shortest, verifyAt - lookedAt);
  return Math.max(now, lookedAt + (moving === 0 ? verifyIn : Math.min(interval, verifyIn)));
}
