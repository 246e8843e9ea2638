/** What the limiter needs to know of time; tests pass one that stands still until it is moved. */
export interface Clock {
  /** Milliseconds from any start; never goes backwards, however the machine's clock is set. */
  now(): number;
  /** Milliseconds since 1970 by the machine's clock: the only time that two lives of a worker share. */
  wall(): number;
  /** Calls back once, after at least about `delay` milliseconds. Returns what cancels it. */
  timer(callback: () => void, delay: number): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  timer(callback, delay) {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
