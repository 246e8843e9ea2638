/** The head of a fetched file, on a private file system in memory, because Node has none. */
import { expect, it, vi } from 'vitest';
import type { FetchedHead } from '../../../../lib/uploads/source-fetch.ts';
import { writeFetchedFile } from '../../../../lib/uploads/storage/fetched-files.ts';

const createHead = (name: string): FetchedHead => ({
  validator: '"v1"',
  totalBytes: 3,
  location: 'https://a.example/film',
  name,
  countedBytes: 0,
});

/** Files by name. `states`: the contents of each file after each change, in which the browser may end. */
function createFolder() {
  const files = new Map<string, Uint8Array>();
  const states: [name: string, content: string][] = [];
  const createHandle = (name: string) => {
    const get = () => files.get(name) ?? new Uint8Array();
    const set = (bytes: Uint8Array) => {
      files.set(name, bytes);
      states.push([name, new TextDecoder().decode(bytes)]);
    };
    return {
      getSize: () => get().length,
      read: (into: Uint8Array) => into.set(get()),
      write(bytes: Uint8Array, { at }: { at: number }) {
        const next = new Uint8Array(Math.max(get().length, at + bytes.length));
        next.set(get());
        next.set(bytes, at);
        set(next);
      },
      truncate: (size: number) => set(get().slice(0, size)),
      flush() {},
      close() {},
    };
  };
  const folder = {
    getFileHandle: async (name: string) => ({ createSyncAccessHandle: async () => createHandle(name) }),
  };
  const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) };
  vi.stubGlobal('navigator', { storage });
  return { states };
}

it('has a head even if the browser ends while another one is saved', async () => {
  const { states } = createFolder();
  const [long, short] = [createHead('a long name of a film'), createHead('film')];
  await writeFetchedFile('u1', async ({ saveHead, readHead }) => {
    for (const head of [long, short, long]) {
      saveHead(head);
      expect(readHead()).toEqual(head);
    }
  });
  const heads = states.filter(([name]) => name === 'u1.json').map(([, content]) => JSON.parse(content));
  expect(heads).toEqual([long, short, long]);
});
