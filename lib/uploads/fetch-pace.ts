/** Measures how fast a link's file arrives, to tell a trickle from a download. Pure. */

import type { EpochMs } from '../timing/units.ts';

/** 1 kB/s. */
const minimumPace = { windowMs: 60_000, minBytes: 60_000 };
/** While others wait for the slot: 10 kB/s. */
const contestedPace = { windowMs: 10_000, minBytes: 100_000 };
/** Some sites never end the response after its last byte. */
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
      // Bytes that an earlier request fetched don't count. Bytes fetched again after a restart do.
      gainedBytes += Math.max(0, bytesDone - (lastBytes ?? bytesDone));
      lastBytes = bytesDone;
      wholeAtMs = bytesDone === bytesTotal ? (wholeAtMs ?? nowMs) : null;
      samples = [
        ...samples.slice(Math.max(0, findBefore(nowMs, minimumPace.windowMs))),
        { atMs: nowMs, gainedBytes },
      ];
    },
    /** @param isWanted others wait for the slot */
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
