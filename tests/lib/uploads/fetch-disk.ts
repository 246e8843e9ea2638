/** A file on disk and what the site reported about it, in memory. */
import { toRequestAddress } from '../../../lib/uploads/redirects.ts';
import type { FetchedHead, SourceFetch } from '../../../lib/uploads/source-fetch.ts';

export function createFetchDisk() {
  let room = new Uint8Array(1_000_000);
  let sizeBytes = 0;
  const disk = {
    get bytes(): Uint8Array {
      return room.slice(0, sizeBytes);
    },
    set bytes(given) {
      sizeBytes = 0;
      append(given, 0);
    },
    head: null as FetchedHead | null,
    /** Available space. Null: the browser doesn't report it. */
    roomBytes: null as number | null,
    /** Called before each write. May throw to refuse it. */
    beforeWrite: (): void => {},
    /** Limit for the bytes that one write accepts. */
    maxWriteBytes: Number.POSITIVE_INFINITY,
    /** Whether a truncated size would survive a crash now. */
    isCutStored: true,
    /** Whether to keep only the size of the written data. */
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

/** Follows every redirect of a link as named in the response. */
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
