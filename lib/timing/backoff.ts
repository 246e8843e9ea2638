/** How long to wait after failures in a row. `lib/timing`: backoff, pauses and serial queues. A base module. */

/** The longest wait; a longer one is from a clock that was set back since. */
export const maxWaitMs = 60 * 60_000;

/** Until the browser is asked again whether it is online: no event wakes a worker that has ended. */
export const offlineRetryMs = 60_000;

/** The wait after the n-th consecutive failure: doubles from `firstMs` up to `maxMs`, with jitter over the upper half. */
export function calculateBackoffMs(
  failures: number,
  random: () => number,
  { firstMs, maxMs } = { firstMs: 2_000, maxMs: 5 * 60_000 },
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (0.5 + random() / 2));
}

/** Infinity for none. */
export const earliest = (times: readonly number[]): number =>
  times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);

/** Whether a wait is over, also after the clock was set back. */
export const isWaitOver = (untilMs: number, nowMs: number): boolean =>
  untilMs <= nowMs || untilMs - nowMs > maxWaitMs;
