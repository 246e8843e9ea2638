/**
 * The clock of a worker, which never goes back. The machine's clock may be set back, and then every stored wait would last longer
 * by that much. So there are two parts:
 *
 * - While a worker runs, its clock goes on as if nothing had happened. It notices by the monotonic clock, which nobody can set.
 * - The clock's last time is stored. A worker that starts before that time moves all stored times once (`rebaseTime`), and goes by
 *   the machine's clock again.
 *
 * A clock that was set forward can't be told from a sleep: both simply make time pass.
 */

/** Smaller corrections happen all the time; the clock stands still for them. */
const toleranceMs = 1_000;

/** The stored time is at most this old while the clock is in use. */
export const stampIntervalMs = 30_000;

export interface ClockParts {
  /** The machine's clock, milliseconds since the epoch. */
  readonly wallNow: () => number;
  /** Milliseconds from any start; nobody can set it. */
  readonly monotonicNow: () => number;
  /** Stores the clock's time for the next worker. */
  readonly save: (atMs: number) => void;
}

export type Clock = ReturnType<typeof createClock>;

export function createClock({ wallNow, monotonicNow, save }: ClockParts) {
  let wallMs = wallNow();
  let monotonicMs = monotonicNow();
  /** How far the clock is ahead of the machine's. */
  let aheadMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let savedMs = Number.NEGATIVE_INFINITY;

  return {
    /** Milliseconds since the epoch. */
    now(): number {
      const [beforeMs, startMs] = [wallMs, monotonicMs];
      wallMs = wallNow();
      monotonicMs = monotonicNow();
      const setBackMs = beforeMs + (monotonicMs - startMs) - wallMs;
      const isSetBack = setBackMs > toleranceMs;
      if (isSetBack) aheadMs += setBackMs;
      lastMs = Math.max(lastMs, wallMs + aheadMs);
      if (isSetBack || lastMs - savedMs >= stampIntervalMs) {
        savedMs = lastMs;
        save(lastMs);
      }
      return lastMs;
    },
    /** What the machine's clock will show at a time of this one. */
    toWall: (atMs: number): number => atMs - aheadMs,
  };
}

/** By how much stored times are to be moved at the start of a worker; 0: not at all. @param stampMs the time stored last */
export const findSetBackMs = (stampMs: number | null, nowMs: number): number =>
  stampMs !== null && stampMs - nowMs > toleranceMs ? stampMs + stampIntervalMs - nowMs : 0;

/** Moves a stored time that is ahead: what has happened becomes now, and a wait keeps what was left of it. */
export const rebaseTime = (atMs: number, setBackMs: number, nowMs: number): number =>
  atMs <= nowMs ? atMs : Math.max(nowMs, atMs - setBackMs);

/** Names of times: `atMs`, `nextCheckAtMs`, `untilMs`, `sinceMs` … */
const timeName = /(?:^a|A)tMs$|(?:^u|U)ntilMs$|(?:^s|S)inceMs$/;

/** The same value with all its times moved. They are found by their names. */
export function rebaseTimes<T>(value: T, setBackMs: number, nowMs: number): T {
  if (Array.isArray(value)) return value.map((each: unknown) => rebaseTimes(each, setBackMs, nowMs)) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const moved = Object.entries(value).map(([name, each]: [string, unknown]) => [
    name,
    timeName.test(name) && typeof each === 'number'
      ? rebaseTime(each, setBackMs, nowMs)
      : rebaseTimes(each, setBackMs, nowMs),
  ]);
  return Object.fromEntries(moved) as T;
}
