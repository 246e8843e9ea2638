/** A file of the user's, and the lock by which it is known which page has it. */

/** A file as the browser shows it. */
export interface OwnFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAtMs: number;
}

/** What the browser can find a file by, as far as it is used; a part of it is in no type yet. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

export const ownFile = ({ name, size, lastModified }: File): OwnFile => ({
  ...{ name, sizeBytes: size, modifiedAtMs: lastModified },
});

/** By which a file is recognised when it is chosen again; the `addressKey` of its upload. */
export const fileKey = ({ name, sizeBytes, modifiedAtMs }: OwnFile): string =>
  `file:${sizeBytes}:${modifiedAtMs}:${name}`;

/** Name of the Web Lock that a page holds while it has the file of an upload. */
export const fileLock = (id: string): string => `file of ${id}`;

/** Names of the locks that pages of the extension hold. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
