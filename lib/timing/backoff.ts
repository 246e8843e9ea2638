/**
 * How long to wait after failures in a row. Pure: chance is an argument.
 *
 * `lib/timing`: backoff and serial queues. A base module: anything above may import it.
 */

/** No wait is longer than this; one that seems to be was made by a clock that has since been set back. */
export const maxWaitMs = 60 * 60_000;

/**
 * Milliseconds to wait after the n-th failure in a row: doubles from `first` up to `longest`. The upper half is left to
 * chance, so that what failed together does not come back together.
 */
export function calculateBackoffMs(
  failures: number,
  random: () => number,
  { first: firstMs, longest: maxMs } = { first: 2_000, longest: 5 * 60_000 },
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (0.5 + random() / 2));
}

/** Whether a wait is over, also in the eyes of a clock that was set back. */
export function isWaitOver(until: number, now: number): boolean {
  return until <= now || until - now > maxWaitMs;
}
