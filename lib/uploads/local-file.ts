/** A local file, and the Web Lock that shows which page has it. */

/** A file as the browser shows it. */
export interface LocalFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAtMs: number;
}

/** The used part of `FileSystemFileHandle`; TypeScript lacks some of it. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

export const describeFile = ({ name, size, lastModified }: File): LocalFile => ({
  ...{ name, sizeBytes: size, modifiedAtMs: lastModified },
});

/** Identifies a file when it is chosen again; the `addressKey` of its upload. */
export const createFileKey = ({ name, sizeBytes, modifiedAtMs }: LocalFile): string =>
  `file:${sizeBytes}:${modifiedAtMs}:${name}`;

/** Name of the Web Lock that a page holds while it has the file of an upload. */
export const fileLockName = (id: string): string => `file of ${id}`;

/** Name of the Web Lock that a page holds while it adds files: their own locks come after their records. */
export const choiceLockName = 'files being added';

/** Names of the locks that pages of the extension hold. */
export async function queryHeldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
