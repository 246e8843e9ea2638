/** New uploads for tests to change, and storage in memory. */

import type { StorageArea } from '../../../lib/storage/stored.ts';
import { createAddressKey } from '../../../lib/uploads/same-upload.ts';
import type { UploadStore } from '../../../lib/uploads/storage/upload-store.ts';
import type { NamedTransfer } from '../../../lib/uploads/transfer-listing.ts';
import { createUpload, type Uncertainty, type Upload } from '../../../lib/uploads/upload.ts';

export const accountId = 'account';
export const folder = { id: '0', name: '' };

/** The part of the context that most tests leave unchanged. */
export const quietContext = {
  newId: () => crypto.randomUUID(),
  sleep: (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs)),
  getStartTimeMs: async () => null,
  listHeldLocks: async () => new Set<string>(),
  hasHostPermission: async () => true,
  nameFolders: async () => new Map([['7', 'Films']]),
  onFolderGone: async () => null,
  onFetchDue: () => {},
  onReachable: () => {},
};

export function sampleUpload(changes: Partial<Upload> = {}): Upload {
  const { url = 'https://files.example/one.mp4' } = changes;
  const given = { id: 'one', accountId, source: 'link', url, title: null, folder, private: false } as const;
  return { ...createUpload({ ...given, addressKey: createAddressKey(url), order: 1 }, 1_000), ...changes };
}

export interface FakeFrozenArea extends StorageArea {
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * A storage area with frozen values, so that only `set` can change them.
 *
 * @param onSet is called with each value that is written
 */
export function createFakeFrozenArea(
  onSet: (key: string, value: unknown) => void = () => {},
): FakeFrozenArea {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key) => (values.has(key) ? { [key]: values.get(key) } : {}),
    async set(changes) {
      for (const [key, value] of Object.entries(changes)) {
        values.set(key, frozen(value));
        onSet(key, value);
      }
    },
    async remove(key) {
      values.delete(key);
    },
  };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export function listedTransfer(changes: Partial<NamedTransfer> = {}): NamedTransfer {
  return {
    fileCode: 'one',
    remoteUrl: 'https://files.example/one.mp4',
    status: 'working',
    phase: 'working',
    bytesTotal: 1_000,
    bytesDownloaded: 100,
    progress: null,
    folderId: '0',
    created: null,
    ...changes,
  };
}

export const runningUpload = (changes: Partial<Upload> = {}): Upload =>
  sampleUpload({
    state: 'running',
    fileCode: 'one',
    claim: 'answer',
    attempts: 1,
    sentAtMs: 1_000,
    ...changes,
  });

export const sampleUncertainty = (changes: Partial<Uncertainty> = {}): Uncertainty => ({
  cause: 'no-answer',
  sinceMs: 1,
  unconfirmedAtMs: null,
  checks: 0,
  nextCheckAtMs: 1,
  ...changes,
});

export const putUploads = (store: UploadStore, ...uploads: readonly Upload[]): Promise<void> =>
  store.transact('write', async (tx) => {
    for (const upload of uploads) await tx.put(upload);
  });
