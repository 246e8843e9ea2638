/** Computes when something is tried again. `lib/timing`: retries, their policies, pauses and serial queues. A base module. */

/** How often something is tried, and how long to wait in between. All of them are in `policies.ts`. */
export interface RetryPolicy {
  /** The first and shortest delay. */
  readonly firstMs: number;
  readonly longestMs?: number;
  /** Without it, each delay is the same. */
  readonly growth?: {
    /** Multiplies the delay after each failure. */
    readonly factor?: number;
    /** Instead: the delay is this share of the time since the start. */
    readonly ofElapsed?: number;
    /** Multiplies the delay by a random number between these two. */
    readonly jitter?: readonly [from: number, to: number];
  };
  /** Gives up after this many consecutive failures. The policy's comment says what counts as progress and resets the count. */
  readonly attempts?: number;
  /** Gives up after this time since the start. */
  readonly maxElapsedMs?: number;
}

/**
 * Milliseconds until the next attempt. `isGivenUp` decides whether there is one.
 *
 * @param past consecutive failures, including the latest. For a policy with `ofElapsed`, milliseconds since the start
 * @param random from 0 up to, but not including, 1. Only used with jitter
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

/**
 * Whether there is no further attempt.
 * @param failures consecutive, including the latest
 */
export const isGivenUp = (
  { attempts = Number.POSITIVE_INFINITY, maxElapsedMs = Number.POSITIVE_INFINITY }: RetryPolicy,
  failures: number,
  elapsedMs = 0,
): boolean => failures >= attempts || elapsedMs >= maxElapsedMs;

/** Infinity if there is none. */
export const earliest = (times: readonly number[]): number =>
  times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
