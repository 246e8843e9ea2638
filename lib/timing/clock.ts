/**
 * The clock of a worker, which never goes back. If the machine's clock is set back, every stored wait would last that much longer. So there
 * are two parts:
 *
 * - While a worker runs, its clock continues unchanged. It detects the change with the monotonic clock, which nobody can set.
 * - The clock's last time is stored. A worker that starts before that time moves all stored times once (`rebaseTime`), and then uses the
 *   machine's clock.
 *
 * A clock that was set forward looks the same as a sleep: time simply passes.
 */

import type { EpochMs } from './units.ts';

/** Smaller corrections happen all the time. The clock stands still for them. */
const toleranceMs = 1_000;

/** While the clock is in use, the stored time is at most this old. */
export const stampIntervalMs = 30_000;

interface ClockParts {
  readonly wallNow: () => EpochMs;
  /** From any start. Can't be set. */
  readonly monotonicNow: () => number;
  /** For the next worker. */
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
    now(): EpochMs {
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

/**
 * By how much to move stored times when a worker starts. 0: not at all.
 * @param stampMs the time stored last
 */
export const findSetBackMs = (stampMs: EpochMs | null, nowMs: EpochMs): number =>
  stampMs !== null && stampMs - nowMs > toleranceMs ? stampMs + stampIntervalMs - nowMs : 0;

/** Moves a stored time that is ahead. A past event becomes now, and a wait keeps what was left of it. */
export const rebaseTime = (atMs: number, setBackMs: number, nowMs: EpochMs): number =>
  atMs <= nowMs ? atMs : Math.max(nowMs, atMs - setBackMs);

/** `atMs`, `nextCheckAtMs`, `untilMs`, `sinceMs` … */
const timeName = /(?:^a|A)tMs$|(?:^u|U)ntilMs$|(?:^s|S)inceMs$/;

/** Times are recognised by their names. An object or array with such a name has only times. */
export function rebaseTimes<T>(value: T, setBackMs: number, nowMs: EpochMs, isTime = false): T {
  const move = (each: unknown, isTimeToo: boolean) => rebaseTimes(each, setBackMs, nowMs, isTimeToo);
  if (isTime && typeof value === 'number') return rebaseTime(value, setBackMs, nowMs) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => move(each, isTime)) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const moved = Object.entries(value).map(([name, each]: [string, unknown]) => [
    name,
    move(each, isTime || timeName.test(name)),
  ]);
  return Object.fromEntries(moved) as T;
}
