/** Spreads background work over the first minutes after the browser starts, because an update restarts many browsers at once. */

import { hasShape, type Shaped } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import type { EpochMs, Random } from '../timing/units.ts';

const minuteMs = 60_000;
const shape = { send: Number, poll: Number, catalog: Number, fullSync: Number };

/** When each kind of work may start. */
type StartTimes = Shaped<typeof shape>;

const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

/** Queued links come first. */
export function drawStartTimes(nowMs: EpochMs, random: Random): StartTimes {
  const within = (spreadMs: number) => nowMs + Math.round(random() * spreadMs);
  return {
    send: within(minuteMs),
    poll: within(10 * minuteMs),
    catalog: within(10 * minuteMs),
    fullSync: within(10 * minuteMs),
  };
}

export type StartDelays = ReturnType<typeof createStartDelays>;

/** Draws the times once per start of the browser, which empties `session`. */
export function createStartDelays(session: StorageArea, clock: () => EpochMs, random: Random) {
  const store = createStoredValue(session, 'startTimes', (value) =>
    hasShape(value, shape) ? value : drawStartTimes(clock(), random),
  );
  let times: Promise<StartTimes> | null = null;
  let isEnded = false;

  /** No delay if the store fails. */
  const load = (change: (times: StartTimes) => StartTimes) => store.update(change).catch(() => noDelay);

  return {
    /** Null: now. */
    async getStartTimeMs(work: keyof StartTimes): Promise<number | null> {
      times ??= load((known) => known);
      const atMs = (await times)[work];
      return atMs <= clock() ? null : atMs;
    },
    /** The user is active, so everything but the full sync may start. */
    endDelays(): void {
      if (isEnded) return;
      isEnded = true;
      times = load(({ fullSync }) => ({ ...noDelay, fullSync }));
    },
  };
}
