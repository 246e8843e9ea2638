/** Measures how fast a link's file arrives, to tell a site that trickles from one that sends. Pure. */

import type { EpochMs } from '../timing/units.ts';

/** The minimum: 1 kB/s over a minute. */
const minimumPace = { windowMs: 60_000, minBytes: 60_000 };
/** If others wait for the slot: 10 kB/s. */
const contestedPace = { windowMs: 10_000, minBytes: 100_000 };
/** Between the last byte and the end of the response, which some sites never send. */
const maxResponseEndMs = 5 * 60_000;

export type FetchPace = ReturnType<typeof createFetchPace>;

export function createFetchPace(startedAtMs: EpochMs) {
  let lastBytes: number | null = null;
  let wholeAtMs: EpochMs | null = null;
  let gainedBytes = 0;
  let samples = [{ atMs: startedAtMs, gainedBytes }];
  const findBefore = (nowMs: EpochMs, windowMs: number) =>
    samples.findLastIndex(({ atMs }) => atMs <= nowMs - windowMs);
  return {
    record(bytesDone: number, bytesTotal: number | null, nowMs: EpochMs): void {
      // Bytes that were there before don't count. Bytes that come again after a restart do.
      gainedBytes += Math.max(0, bytesDone - (lastBytes ?? bytesDone));
      lastBytes = bytesDone;
      wholeAtMs = bytesDone === bytesTotal ? (wholeAtMs ?? nowMs) : null;
      samples = [
        ...samples.slice(Math.max(0, findBefore(nowMs, minimumPace.windowMs))),
        { atMs: nowMs, gainedBytes },
      ];
    },
    /**
     * Whether too little has arrived lately to keep the slot.
     * @param isWanted others wait for the slot
     */
    isSlow(isWanted: boolean, nowMs: EpochMs): boolean {
      // The clock was set back.
      if (samples.some(({ atMs }) => atMs > nowMs)) samples = [{ atMs: nowMs, gainedBytes }];
      const { windowMs, minBytes } = isWanted ? contestedPace : minimumPace;
      const before = samples[findBefore(nowMs, windowMs)];
      const mayEnd = wholeAtMs !== null && Math.abs(nowMs - wholeAtMs) < maxResponseEndMs;
      return before !== undefined && !mayEnd && gainedBytes - before.gainedBytes < minBytes;
    },
  };
}
