import { type AccountBackoff, createBackoffStore } from '../accounts/account-backoff.ts';
import type { ApiErrorCode } from '../api/index.ts';
import { type Database, StorageError } from '../storage/database.ts';
import type { StorageArea } from '../storage/stored.ts';
import { isUpload } from './is-upload.ts';
import { memoryKey, readMemory } from './storage/memory-store.ts';
import { readFirstPacks } from './storage/packs.ts';
import type { Meta } from './storage/upload-store.ts';
import { listAccountIds, type UploadsSchema } from './storage/uploads-database.ts';
import { createTrackingStore, type Progress, type Tracking } from './tracking/progress.ts';
import { shownStates, type Upload, type UploadState } from './upload.ts';
import { addWaits, findBackoff } from './waits.ts';

export interface UploadsView {
  /** Includes uploads that left this account for another. Queued ones have their wait. */
  readonly uploads: readonly Upload[];
  /** By upload id. */
  readonly progress: Readonly<Record<string, Progress>>;
  readonly encodings: Tracking['encodings'];
  readonly isPaused: boolean;
  readonly backoff: AccountBackoff | null;
  /** By batch: how many of its queued links aren't among `uploads`. */
  readonly unread?: ReadonlyMap<string, number>;
  /** Progress is older than this. */
  readonly pollFailure: { readonly code: ApiErrorCode; readonly atMs: number } | null;
}

const maxShownDone = 200;

/** `session` has what is kept in memory. Without IndexedDB that is everything. */
export interface UploadSources {
  readonly database: Database<UploadsSchema>;
  readonly local: StorageArea;
  readonly session: StorageArea;
}

/** @param packLimit how many packs of each batch are read */
export async function readUploads(
  { database, local, session }: UploadSources,
  accountId: string,
  packLimit = 1,
): Promise<UploadsView> {
  const [disk, backoffs, stored, { polls, progress, files, encodings }] = await Promise.all([
    readDisk(database, accountId, packLimit),
    createBackoffStore(local).get(),
    session.get(memoryKey),
    createTrackingStore(session).get(),
  ]);
  const memory = readMemory(stored[memoryKey]);
  const inMemory = [...memory.uploads.values()].filter((upload) =>
    [upload.accountId, ...upload.formerAccountIds].includes(accountId),
  );
  const paused = (disk ?? memory.meta).paused ?? false;
  const shown = [...(disk?.uploads ?? []), ...inMemory].filter(({ state }) => state !== 'archived');
  const uploads = addWaits(shown, backoffs, paused);
  const poll = polls.find((each) => each.accountId === accountId);
  const pollFailure = poll?.failureCode ? { code: poll.failureCode, atMs: poll.polledAtMs ?? 0 } : null;
  const measured = Object.assign({}, ...Object.values(progress), files);
  const backoff = findBackoff(shown, backoffs, accountId);
  const unread = disk?.unread;
  return {
    uploads,
    progress: measured,
    encodings,
    isPaused: paused,
    backoff,
    pollFailure,
    ...(unread && { unread }),
  };
}

export const readAccountIds = (database: Database<UploadsSchema>): Promise<readonly string[]> =>
  database.use((db) => listAccountIds(db.transaction('uploads').objectStore('uploads').index('state')));

export const stateRange = (accountId: string, state: UploadState) =>
  IDBKeyRange.bound([accountId, state, -Infinity], [accountId, state, Infinity]);

/** Null if the browser has no database. */
async function readDisk(database: Database<UploadsSchema>, accountId: string, packLimit: number) {
  try {
    return await database.use(async (db) => {
      const tx = db.transaction(['uploads', 'packs', 'meta']);
      const store = tx.objectStore('uploads');
      const index = store.index('state');
      const [found, former, packed, paused] = await Promise.all([
        Promise.all(
          shownStates.map((state) => {
            return index.getAll(stateRange(accountId, state), state === 'done' ? maxShownDone : undefined);
          }),
        ),
        store.index('former').getAll(accountId),
        readFirstPacks(tx.objectStore('packs'), accountId, packLimit),
        tx.objectStore('meta').get('paused'),
      ]);
      const uploads = [...[...found.flat(), ...former].filter(isUpload), ...packed.uploads];
      return { ...packed, uploads, paused: paused as Meta['paused'] | undefined };
    });
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'unavailable') return null;
    throw error;
  }
}
