/** The limiter's clock; tests pass a virtual one. */
export interface Clock {
  /** Monotonic milliseconds from any start. */
  now(): number;
  /** Milliseconds since 1970 by the machine's clock, which survives restarts of the worker. */
  wallNow(): number;
  /** Calls back once, after about `delayMs` at least. Returns a function that cancels. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer(callback, delayMs) {
    const setTimer = setTimeout(callback, delayMs);
    return () => clearTimeout(setTimer);
  },
};
