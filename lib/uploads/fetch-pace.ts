/** How fast the file of a link comes, to tell a site that trickles from one that sends. Pure. */

/** Bytes a second. */
const minRate = 1_000;
/** Milliseconds in which so much has to come. Shorter where others wait for the slot. */
const windowMs = 60_000;
const wantedWindowMs = 10_000;

export type FetchPace = ReturnType<typeof createFetchPace>;

export function createFetchPace(startedAtMs: number) {
  let lastBytes: number | null = null;
  let isWhole = false;
  let gainedBytes = 0;
  let samples = [{ atMs: startedAtMs, gainedBytes }];
  const findBefore = (nowMs: number, durationMs: number) =>
    samples.findLastIndex(({ atMs }) => atMs <= nowMs - durationMs);
  return {
    record(bytesDone: number, bytesTotal: number | null, nowMs: number): void {
      // What was there before is no gain. What comes again, because it began anew, is.
      gainedBytes += Math.max(0, bytesDone - (lastBytes ?? bytesDone));
      lastBytes = bytesDone;
      isWhole = bytesDone === bytesTotal;
      samples = [...samples.slice(Math.max(0, findBefore(nowMs, windowMs))), { atMs: nowMs, gainedBytes }];
    },
    /** Whether less has come lately than is worth a slot. @param isWanted others wait for it */
    isSlow(isWanted: boolean, nowMs: number): boolean {
      // The clock was set back.
      if (samples.some(({ atMs }) => atMs > nowMs)) samples = [{ atMs: nowMs, gainedBytes }];
      const durationMs = isWanted ? wantedWindowMs : windowMs;
      const before = samples[findBefore(nowMs, durationMs)];
      const neededBytes = (minRate * durationMs) / 1_000;
      return before !== undefined && !isWhole && gainedBytes - before.gainedBytes < neededBytes;
    },
  };
}
