/** A file on the disk, and what the site said of it, in memory. */
import { toRequestAddress } from '../../../lib/uploads/redirects.ts';
import type { FetchedHead, SourceFetch } from '../../../lib/uploads/source-fetch.ts';

export function createFetchDisk() {
  let room = new Uint8Array(1_000_000);
  let sizeBytes = 0;
  const disk = {
    /** What the file has. */
    get bytes(): Uint8Array {
      return room.slice(0, sizeBytes);
    },
    set bytes(given) {
      sizeBytes = 0;
      append(given, 0);
    },
    head: null as FetchedHead | null,
    /** Bytes that the file may have; null: the browser does not say. */
    roomBytes: null as number | null,
    /** Called before each write, which it may refuse. */
    beforeWrite: (): void => {},
    /** Taken of one write. */
    maxWriteBytes: Number.POSITIVE_INFINITY,
    /** Whether a crash now would keep the size that the file was cut to. */
    isCutStored: true,
    /** Whether only the size of what is written is kept. */
    isDiscarding: false,
  };
  function append(bytes: Uint8Array, at: number): void {
    sizeBytes = Math.max(sizeBytes, at + bytes.length);
    if (disk.isDiscarding) return;
    if (at + bytes.length > room.length) {
      const larger = new Uint8Array(2 * (at + bytes.length));
      larger.set(room);
      room = larger;
    }
    room.set(bytes, at);
  }
  const source = {
    file: {
      getSize: () => sizeBytes,
      write(given, { at }) {
        disk.beforeWrite();
        const bytes = given.subarray(0, disk.maxWriteBytes);
        append(bytes, at);
        return bytes.length;
      },
      truncate(size) {
        disk.isCutStored &&= size === sizeBytes;
        sizeBytes = size;
      },
      flush() {
        disk.isCutStored = true;
      },
    },
    readHead: () => disk.head,
    saveHead(head) {
      if (!disk.isCutStored) throw new Error('After a crash, old bytes would be under a new head.');
      disk.head = head;
    },
    getRoomBytes: async () => (disk.roomBytes === null ? null : disk.roomBytes - sizeBytes),
    onProgress: () => {},
  } satisfies Partial<SourceFetch>;
  return { disk, source };
}

/** Follows every redirect of the link, as its answer names it. */
export function followAll(url: string, fetch: SourceFetch['fetch']) {
  const targets = new Map<string, string>();
  return {
    url,
    findNext: async (redirected) => ({
      url: redirected === null ? toRequestAddress(url) : (targets.get(redirected) ?? redirected),
    }),
    async fetch(address, init) {
      const response = await fetch(address, init);
      const location = response.headers.get('location');
      if (location !== null) targets.set(address, new URL(location, address).href);
      return response;
    },
  } satisfies Pick<SourceFetch, 'url' | 'findNext' | 'fetch'>;
}
