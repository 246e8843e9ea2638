/**
 * Records what a service shows when uploads are sent: its time, and the newest files. An older file can't belong to them. Only times of one
 * clock are compared, because this machine's clock may be set, and a service may date files by a different clock than its own time
 * (`requests/evidence.ts`).
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

/** If a reading took longer, its time is useless. */
const maxReadingMs = 20_000;
/** If a list of files took longer, it may include the upload's own file. */
const maxListingMs = 2_000;
/** A reading is valid for requests within this time. */
const readingValidMs = 60_000;
/** Nothing waits longer for a reading. */
const readingTimeoutMs = 2_000;
/** Files that are remembered with an upload. */
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
   * Call when something is being sent. Starts a reading, unless one was made a moment ago.
   *
   * @returns a function for the reading. It resolves to null if the reading isn't ready in time
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
