/**
 * Spreads what nobody waits for over the first minutes after the browser's start. An update restarts the browsers of many
 * people at once; without this the service would have the first requests of all of them in the same second.
 */
import { hasShape, type Shaped } from '../storage/shape.ts';
import { type StorageArea, stored } from '../storage/stored.ts';
import { isOver } from '../timing/backoff.ts';

const minuteMs = 60_000;
const shape = { send: Number, poll: Number, catalog: Number, fullSync: Number };

/** When each kind of work may begin, milliseconds since the epoch. */
export type StartTimes = Shaped<typeof shape>;

const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

/** Links that wait to be sent come first. */
export function drawStartTimes(nowMs: number, random: () => number): StartTimes {
  const within = (spreadMs: number) => nowMs + Math.round(random() * spreadMs);
  return {
    send: within(minuteMs),
    poll: within(10 * minuteMs),
    catalog: within(10 * minuteMs),
    fullSync: within(10 * minuteMs),
  };
}

/** The times are drawn once for each start of the browser, which empties `session`. */
export function createStartDelays(session: StorageArea, clock: () => number, random: () => number) {
  const store = stored(session, 'startTimes', (value) =>
    hasShape(value, shape) ? value : drawStartTimes(clock(), random),
  );
  let times: Promise<StartTimes> | null = null;
  let isEnded = false;

  /** A store that fails delays nothing. */
  const load = (change: (times: StartTimes) => StartTimes) => store.update(change).catch(() => noDelay);

  return {
    /** When this work may begin for the first time since the browser's start; null: now. */
    async startAtMs(work: keyof StartTimes): Promise<number | null> {
      times ??= load((known) => known);
      const atMs = (await times)[work];
      return isOver(atMs, clock()) ? null : atMs;
    },
    /** Somebody is there and waits: everything but the full sync may begin now. */
    end(): void {
      if (isEnded) return;
      isEnded = true;
      times = load(({ fullSync }) => ({ ...noDelay, fullSync }));
    },
  };
}
