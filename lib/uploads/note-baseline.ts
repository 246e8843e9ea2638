/**
 * Reads the service's time and newest files before uploads are sent. A file that is older can't belong to them. Only times of one clock are
 * compared: this machine's clock may be set, and a service may date files by another clock than its own time (`requests/evidence.ts`).
 */

import { nullIfApiError } from '../api/index.ts';
import type { Baseline } from './upload.ts';
import type { UploadsClient, UploadsContext } from './uploads-context.ts';

interface Reading {
  readonly atMs: number;
  readonly baseline: Promise<Baseline | null>;
}

export type NoteBaseline = ReturnType<typeof createNoteBaseline>;

const readingValidMs = 60_000;
/** Requests wait no longer for a reading. */
const readingTimeoutMs = 2_000;
const maxFiles = 100;

export function createNoteBaseline({ clock, sleep }: Pick<UploadsContext, 'clock' | 'sleep'>) {
  const readings = new Map<string, Reading>();

  const withTimeout = <T>(work: Promise<T>, fallback: T): Promise<T> =>
    Promise.race([work, sleep(readingTimeoutMs).then(() => fallback)]);

  async function read({ account, files }: UploadsClient): Promise<Baseline | null> {
    const time = account.info({ lane: 'queue' }).then(({ serverTime }) => serverTime);
    const newest = files
      .list({ createdWithinMinutes: 60, perPage: maxFiles }, { lane: 'queue' })
      .then((listed) => listed.files.map(({ fileCode }) => fileCode))
      .catch(nullIfApiError);
    try {
      const [serviceTime, fileCodes] = await Promise.all([
        withTimeout(time, null),
        withTimeout(newest, null),
      ]);
      return { serviceTime, fileCodes: fileCodes ?? [] };
    } catch (error) {
      return nullIfApiError(error);
    }
  }

  /**
   * Call before something is sent, or the list may already include its file. Starts a reading, unless a recent one is valid.
   *
   * @returns within `readingTimeoutMs`, what could be read. Null if the reading failed
   */
  return (accountId: string, client: UploadsClient): Promise<Baseline | null> => {
    const atMs = clock();
    const known = readings.get(accountId);
    if (known !== undefined && known.atMs <= atMs && atMs - known.atMs < readingValidMs)
      return known.baseline;
    const baseline = read(client);
    readings.set(accountId, { atMs, baseline });
    return baseline;
  };
}
