/**
 * How long to wait after failures in a row. Pure: random is an argument.
 *
 * `lib/timing`: backoff and serial queues. A base module: anything above may import it.
 */

/** The longest wait; a longer one is from a clock that was set back since. */
export const maxWaitMs = 60 * 60_000;

/** Until the browser is asked again whether it is online: no event wakes a worker that has ended. */
export const offlineRetryMs = 60_000;

/**
 * Milliseconds to wait after the n-th consecutive failure: doubles from `firstMs` up to `maxMs`, with jitter over the upper
 * half.
 */
export function calculateBackoffMs(
  failures: number,
  random: () => number,
  { first: firstMs, longest: maxMs } = { first: 2_000, longest: 5 * 60_000 },
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (0.5 + random() / 2));
}

/** The earliest of any number of times; Infinity for none. */
export const earliest = (times: readonly number[]): number =>
  times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);

/** Whether a wait is over, also after the clock was set back. */
export function isWaitOver(until: number, now: number): boolean {
  return until <= now || until - now > maxWaitMs;
}
