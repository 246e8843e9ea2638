/**
 * Records the service's time and newest files when uploads are sent. A file that is older can't belong to them. Only times of one clock are
 * compared: this machine's clock may be set, and a service may date files by another clock than its own time (`requests/evidence.ts`).
 */

import { ApiError } from '../api/index.ts';
import type { EpochMs } from '../timing/units.ts';
import type { Baseline } from './upload.ts';
import type { UploadsClient, UploadsContext } from './uploads-context.ts';

interface Reading {
  readonly atMs: number;
  readonly baseline: Promise<Baseline | null>;
}

export type NoteBaseline = ReturnType<typeof createNoteBaseline>;

/** A slower response makes the service's time useless. */
const maxReadingMs = 20_000;
/** A slower list may already include the upload's own file. */
const maxListingMs = 2_000;
const readingValidMs = 60_000;
/** Requests wait no longer for a reading. */
const readingTimeoutMs = 2_000;
const maxFiles = 100;

export function createNoteBaseline({ clock, sleep }: Pick<UploadsContext, 'clock' | 'sleep'>) {
  const readings = new Map<string, Reading>();

  async function read({ account, files }: UploadsClient, startedAtMs: EpochMs): Promise<Baseline | null> {
    try {
      const [{ serverTime: serviceTime }, listed] = await Promise.all([
        account.info({ lane: 'queue' }),
        files.list({ createdWithinMinutes: 60, perPage: maxFiles }, { lane: 'queue' }).catch(noFilesIfFailed),
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
   * Call when something is sent. Starts a reading, unless a recent one is valid.
   *
   * @returns a function that resolves to the reading, or to null if it isn't ready in time
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

function noFilesIfFailed(error: unknown): { readonly files: readonly [] } {
  if (error instanceof ApiError) return { files: [] };
  throw error;
}
