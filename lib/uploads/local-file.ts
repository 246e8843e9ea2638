/** A local file, and the Web Lock that shows which page has it. */
import type { EpochMs } from '../timing/units.ts';
import type { Upload } from './upload.ts';

export interface LocalFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: EpochMs;
}

/** `FileSystemFileHandle` as far as we use it. TypeScript lacks some of it. */
export interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

/** False if the file was moved, changed or deleted since it was chosen. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export const describeFile = ({ name, size, lastModified }: File): LocalFile => ({
  name,
  sizeBytes: size,
  modifiedAtMs: lastModified,
});

/** Recognises a file that is chosen again. It is the `addressKey` of its upload. */
export const createFileKey = ({ name, sizeBytes, modifiedAtMs }: LocalFile): string =>
  `file:${sizeBytes}:${modifiedAtMs}:${name}`;

/** A page holds this Web Lock while it has the file of an upload. */
export const fileLockName = (id: string): string => `file of ${id}`;

/** A page holds this Web Lock while it adds files, because the lock of each file can follow only after its record. */
export const choiceLockName = 'files being added';

/** The service may have the file. */
export const isFullySent = ({ sentBytes, sizeBytes }: Upload): boolean =>
  (sentBytes ?? 0) >= (sizeBytes ?? Number.POSITIVE_INFINITY);

/**
 * Whether an upload continues once a page has its file. Not if the last byte may have been sent: then evidence must first show that the
 * file hasn't arrived.
 */
export function isResumable(upload: Upload): boolean {
  const { source, via, state, failure, uncertainty } = upload;
  if (source !== 'file' || via) return false;
  const isChecked =
    state === 'uncertain' && failure?.code === 'aborted' && uncertainty?.nextCheckAtMs != null;
  return state === 'queued' || (isChecked && !isFullySent(upload));
}

/** Whether the file that this browser fetches must stay on disk. It doesn't while the user has to decide. */
export const isFetchPending = ({ via, state, uncertainty }: Upload): boolean =>
  via === 'browser' &&
  (['queued', 'sending', 'deferred'].includes(state) ||
    (state === 'uncertain' && uncertainty?.nextCheckAtMs != null));

export async function queryHeldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
