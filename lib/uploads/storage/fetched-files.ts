/**
 * Files that this browser has fetched, until they are sent, in the extension's private file system. Each is named by its upload's id and
 * has the head of the site's response beside it. The sender's worker writes them, and the background removes those that no upload needs.
 */

import { hasShape } from '../../storage/shape.ts';
import { busyFileRetry } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import type { FetchedHead, SourceFetch, WritableFile } from '../source-fetch.ts';

const folderName = 'fetched';
const headEnding = '.json';

/** TypeScript knows it only in workers. */
interface SyncHandle extends WritableFile {
  read(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> };

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });

/** Null before the first fetch. */
const findFolder = async (): Promise<FileSystemDirectoryHandle | null> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName).catch(() => null);

/** Left free for the browser and others: these bytes, or this share of the quota if less. */
const reserveBytes = 500_000_000;
const reserveShare = 0.05;

/** Null if unknown. Negative if others use some of the reserve. */
export const calculateRoomBytes = ({ quota, usage = 0 }: StorageEstimate): number | null =>
  quota === undefined ? null : quota - usage - Math.min(reserveBytes, quota * reserveShare);

/** @returns null if the browser has evicted the file or a part of it */
export async function readFetchedFile(id: string, name: string, sizeBytes: number): Promise<File | null> {
  const file = await (await (await openFolder()).getFileHandle(id)).getFile();
  return file.size === sizeBytes ? new File([file], name) : null;
}

export const fetchedFiles = {
  async list(): Promise<readonly string[]> {
    const folder = await findFolder();
    if (folder === null) return [];
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      names.push(name);
    return [...new Set(names.map((name) => name.replace(headEnding, '')))];
  },
  async remove(id: string): Promise<void> {
    const folder = await findFolder();
    for (const name of [id, id + headEnding]) await folder?.removeEntry(name).catch(() => {});
  },
};

/** Only in a worker. Writes the file in place. */
export async function writeFetchedFile<T>(
  id: string,
  work: (stored: Pick<SourceFetch, 'file' | 'readHead' | 'saveHead'>) => Promise<T>,
): Promise<T> {
  const folder = await openFolder();
  const open = async (name: string) => {
    const handle = (await folder.getFileHandle(name, { create: true })) as SyncFileHandle;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await handle.createSyncAccessHandle();
      } catch (error) {
        if (isGivenUp(busyFileRetry, attempt)) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyFileRetry.firstMs));
      }
    }
  };
  const [file, head] = [await open(id), await open(id + headEnding)];
  try {
    return await work({ file, readHead: () => readHead(head), saveHead: (read) => saveHead(head, read) });
  } finally {
    file.close();
    head.close();
  }
}

const shape = {
  validator: [String, null],
  totalBytes: [Number, null],
  location: String,
  name: String,
  countedBytes: Number,
} as const;

function readHead(handle: SyncHandle): FetchedHead | null {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return hasShape(value, shape) ? value : null;
  } catch {
    return null;
  }
}

/** In one write, because a crash between two would lose the head, and the file would be fetched again. Spaces overwrite a longer head. */
function saveHead(handle: SyncHandle, head: FetchedHead): void {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(Math.max(text.length, handle.getSize())).fill(0x20);
  bytes.set(text);
  handle.write(bytes, { at: 0 });
  handle.flush();
}
