/**
 * Files that this browser has fetched, until they are sent. They are in the extension's private file system, by upload id, each with the
 * head of the site's response. The sender's worker writes them. The background removes files that no upload needs.
 */

import { hasShape } from '../../storage/shape.ts';
import { busyFileRetry } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import type { FetchedHead, SourceFetch, WritableFile } from '../source-fetch.ts';

const folderName = 'fetched';
const headEnding = '.json';

/** TypeScript only knows this part in workers. */
interface SyncHandle extends WritableFile {
  read(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> };

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });

/** Null if nothing was fetched yet. */
const findFolder = async (): Promise<FileSystemDirectoryHandle | null> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName).catch(() => null);

/** Space left free for the browser and others: this many bytes, or this share of the quota if that is less. */
const reserveBytes = 500_000_000;
const reserveShare = 0.05;

/** How many more bytes may be fetched. Null if the browser doesn't say. Negative if others use some of the reserve. */
export const calculateRoomBytes = ({ quota, usage = 0 }: StorageEstimate): number | null =>
  quota === undefined ? null : quota - usage - Math.min(reserveBytes, quota * reserveShare);

/** @returns null if the browser has removed the file or a part of it */
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

/** Opens an upload's file for writing in place, in a worker. */
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

/** One write: if the browser ended between two, the head would be lost, and the file fetched again. Spaces cover a longer head. */
function saveHead(handle: SyncHandle, head: FetchedHead): void {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(Math.max(text.length, handle.getSize())).fill(0x20);
  bytes.set(text);
  handle.write(bytes, { at: 0 });
  handle.flush();
}
