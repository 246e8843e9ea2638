/**
 * Spreads what nobody waits for over the first minutes after the browser's start. An update restarts the browsers of many
 * people at once; without this the service would have the first requests of all of them in the same second.
 */
import { type StorageArea, stored } from '../storage/stored.ts';
import { isOver } from '../timing/backoff.ts';

/** Milliseconds within which each kind of work begins. Links that wait to be sent come first. */
const spreadsMs = { send: 60_000, poll: 600_000, catalog: 600_000, fullSync: 600_000 } as const;
export type DelayedWork = keyof typeof spreadsMs;
const kinds = Object.keys(spreadsMs) as readonly DelayedWork[];

/** When each kind of work may begin, milliseconds since the epoch. */
export type StartTimes = Readonly<Record<DelayedWork, number>>;

export interface StartDelays {
  /** When this work may begin for the first time since the browser's start; null: now. */
  startAtMs(work: DelayedWork): Promise<number | null>;
  /** Somebody is there and waits: everything but the full sync may begin now. */
  end(): void;
}

export const drawStartTimes = (nowMs: number, random: () => number): StartTimes =>
  Object.fromEntries(
    kinds.map((kind) => [kind, nowMs + Math.round(random() * spreadsMs[kind])]),
  ) as StartTimes;

/** The times are drawn once for each start of the browser, which empties `session`. */
export function createStartDelays(
  session: StorageArea,
  clock: () => number,
  random: () => number,
): StartDelays {
  const store = stored(session, 'startTimes', readTimes);
  let times: Promise<StartTimes> | null = null;
  let isEnded = false;

  /** A store that fails delays nothing. */
  function load(change: (times: StartTimes) => StartTimes): Promise<StartTimes> {
    return store
      .update((known) => change(known ?? drawStartTimes(clock(), random)))
      .then(
        (known) => known ?? noDelay,
        () => noDelay,
      );
  }

  return {
    async startAtMs(work) {
      times ??= load((known) => known);
      const atMs = (await times)[work];
      return isOver(atMs, clock()) ? null : atMs;
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      times = load(({ fullSync }) => ({ ...noDelay, fullSync }));
    },
  };
}

const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

function readTimes(value: unknown): StartTimes | null {
  const times = (typeof value === 'object' && value !== null ? value : {}) as Partial<StartTimes>;
  return kinds.every((kind) => Number.isFinite(times[kind])) ? (times as StartTimes) : null;
}
