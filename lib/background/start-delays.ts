/** Spreads background work over the first minutes after the browser's start: an update restarts many browsers at once. */
import { hasShape, type Shaped } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

const minuteMs = 60_000;
const shape = { send: Number, poll: Number, catalog: Number, fullSync: Number };

/** When each kind of work may begin, milliseconds since the epoch. */
type StartTimes = Shaped<typeof shape>;

const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

/** Queued links come first. */
export function drawStartTimes(nowMs: number, random: () => number): StartTimes {
  const within = (spreadMs: number) => nowMs + Math.round(random() * spreadMs);
  return {
    send: within(minuteMs),
    poll: within(10 * minuteMs),
    catalog: within(10 * minuteMs),
    fullSync: within(10 * minuteMs),
  };
}

export type StartDelays = ReturnType<typeof createStartDelays>;

/** The times are drawn once for each start of the browser, which empties `session`. */
export function createStartDelays(session: StorageArea, clock: () => number, random: () => number) {
  const store = createStoredValue(session, 'startTimes', (value) =>
    hasShape(value, shape) ? value : drawStartTimes(clock(), random),
  );
  let times: Promise<StartTimes> | null = null;
  let isEnded = false;

  /** No delay where the store fails. */
  const load = (change: (times: StartTimes) => StartTimes) => store.update(change).catch(() => noDelay);

  return {
    /** When this work may begin for the first time since the browser's start; null: now. */
    async getStartTimeMs(work: keyof StartTimes): Promise<number | null> {
      times ??= load((known) => known);
      const atMs = (await times)[work];
      return atMs <= clock() ? null : atMs;
    },
    /** The user is active: everything but the full sync may begin now. */
    endDelays(): void {
      if (isEnded) return;
      isEnded = true;
      times = load(({ fullSync }) => ({ ...noDelay, fullSync }));
    },
  };
}
