/**
 * The service's own time at which uploads of each account are sent: a file from before is none of theirs. Times of one clock are
 * compared only, and this machine's may be set meanwhile (`sending/evidence.ts`).
 */
import { ApiError } from '../api/index.ts';
import type { UploadsClient, UploadsContext } from './uploads-context.ts';

interface ClockReading {
  readonly atMs: number;
  readonly time: Promise<string | null>;
}

export type ServiceClock = ReturnType<typeof createServiceClock>;

/** A reading that took longer says nothing of the time at which it was made. */
const maxReadingMs = 20_000;
/** What is sent this soon after a reading needs no other one. */
const readingValidMs = 60_000;
/** Nothing waits longer for a reading. */
const readingTimeoutMs = 2_000;

export function createServiceClock({ clock, sleep }: Pick<UploadsContext, 'clock' | 'sleep'>) {
  const readings = new Map<string, ClockReading>();

  async function read({ account }: UploadsClient, startedAtMs: number): Promise<string | null> {
    try {
      const { serverTime } = await account.info({ lane: 'queue' });
      const tookMs = clock() - startedAtMs;
      return tookMs >= 0 && tookMs <= maxReadingMs ? serverTime : null;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  return {
    /** Something is being sent: reads the time, unless it was read a moment ago. */
    note(accountId: string, client: UploadsClient): void {
      const atMs = clock();
      const known = readings.get(accountId);
      if (known && known.atMs <= atMs && atMs - known.atMs < readingValidMs) return;
      readings.set(accountId, { atMs, time: read(client, atMs) });
    },
    /** The last reading; null where there is none in time. */
    get: async (accountId: string): Promise<string | null> =>
      Promise.race([readings.get(accountId)?.time ?? null, sleep(readingTimeoutMs).then(() => null)]),
  };
}
