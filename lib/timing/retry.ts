/** When something is tried again. `lib/timing`: retries, their policies, pauses and serial queues. A base module. */

/** How often something is tried, and how long to wait in between. All of them are in `policies.ts`. */
export interface RetryPolicy {
  /** The first delay, and the shortest. */
  readonly firstMs: number;
  readonly longestMs?: number;
  /** Without it each delay is the same. */
  readonly growth?: {
    /** The delay is multiplied by it after each failure. */
    readonly factor?: number;
    /** Instead: the delay is this share of the time that has passed since the start. */
    readonly ofElapsed?: number;
    /** The delay is multiplied by a random number between these two. */
    readonly jitter?: readonly [from: number, to: number];
  };
  /** Failures in a row after which it is given up. What counts as progress, and starts the count anew, is said in the reason. */
  readonly attempts?: number;
  /** Time since the start after which it is given up. */
  readonly maxElapsedMs?: number;
}

/**
 * Milliseconds until the next attempt. Whether there is one is for `isGivenUp` to say.
 *
 * @param past failures in a row, including the latest; for a policy with `ofElapsed`, milliseconds since the start
 * @param random from 0 up to, but not including, 1; only for policies with jitter
 */
export function calculateDelayMs(
  { firstMs, longestMs = Number.POSITIVE_INFINITY, growth = {} }: RetryPolicy,
  past: number,
  random = () => 0,
): number {
  const { factor = 1, ofElapsed, jitter: [from, to] = [1, 1] } = growth;
  const fullMs = ofElapsed
    ? Math.max(firstMs, Math.min(longestMs, past * ofElapsed))
    : Math.min(longestMs, firstMs * factor ** Math.max(0, past - 1));
  return Math.round(fullMs * (from + random() * (to - from)));
}

/** Whether there is no further attempt. @param failures in a row, including the latest */
export const isGivenUp = (
  { attempts = Number.POSITIVE_INFINITY, maxElapsedMs = Number.POSITIVE_INFINITY }: RetryPolicy,
  failures: number,
  elapsedMs = 0,
): boolean => failures >= attempts || elapsedMs >= maxElapsedMs;

/** Infinity for none. */
export const earliest = (times: readonly number[]): number =>
  times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
