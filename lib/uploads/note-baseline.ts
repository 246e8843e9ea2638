/**
 * What a service shows when uploads are sent: its own time, and the newest files. A file from before is none of theirs. Times of one
 * clock are compared only, and this machine's may be set meanwhile; nor does one clock of a service prove the other, which dates
 * files (`requests/evidence.ts`).
 */
import { ApiError } from '../api/index.ts';
import type { Baseline } from './upload.ts';
import type { UploadsClient, UploadsContext } from './uploads-context.ts';

interface Reading {
  readonly atMs: number;
  readonly baseline: Promise<Baseline | null>;
}

export type NoteBaseline = ReturnType<typeof createNoteBaseline>;

/** A reading that took longer says nothing of the time at which it was made. */
const maxReadingMs = 20_000;
/** A list of files that took longer may show the file of the upload itself. */
const maxListingMs = 2_000;
/** What is sent this soon after a reading needs no other one. */
const readingValidMs = 60_000;
/** Nothing waits longer for a reading. */
const readingTimeoutMs = 2_000;
/** Files that are remembered with an upload. */
const maxFiles = 100;

export function createNoteBaseline({ clock, sleep }: Pick<UploadsContext, 'clock' | 'sleep'>) {
  const readings = new Map<string, Reading>();

  async function read({ account, files }: UploadsClient, startedAtMs: number): Promise<Baseline | null> {
    try {
      const [{ serverTime: serviceTime }, listed] = await Promise.all([
        account.info({ lane: 'queue' }),
        files.list({ createdWithinMinutes: 60, perPage: maxFiles }, { lane: 'queue' }).catch(toNoFiles),
      ]);
      const tookMs = clock() - startedAtMs;
      const fileCodes = tookMs <= maxListingMs ? listed.files.map(({ fileCode }) => fileCode) : [];
      return tookMs >= 0 && tookMs <= maxReadingMs ? { serviceTime, fileCodes } : null;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  /**
   * Something is being sent: makes a reading, unless one was made a moment ago.
   *
   * @returns what gives it; null where there is none in time
   */
  return (accountId: string, client: UploadsClient): (() => Promise<Baseline | null>) => {
    const atMs = clock();
    const known = readings.get(accountId);
    const isValid = known !== undefined && known.atMs <= atMs && atMs - known.atMs < readingValidMs;
    const { baseline } = isValid ? known : { baseline: read(client, atMs) };
    if (!isValid) readings.set(accountId, { atMs, baseline });
    return () => Promise.race([baseline, sleep(readingTimeoutMs).then(() => null)]);
  };
}

function toNoFiles(error: unknown): { readonly files: readonly [] } {
  if (error instanceof ApiError) return { files: [] };
  throw error;
}
