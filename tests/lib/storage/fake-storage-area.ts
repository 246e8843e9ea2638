/** `browser.storage` in memory. As in a browser, values pass through JSON, and every call takes a turn of the event loop. */
import type { StorageArea } from '../../../lib/storage/stored.ts';

export interface FakeStorageArea extends StorageArea {
  readonly items: Map<string, string>;
  get(keys: string | string[] | null): Promise<Record<string, unknown>>;
  remove(keys: string | string[]): Promise<void>;
}

export function createFakeStorageArea(): FakeStorageArea {
  const items = new Map<string, string>();
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    items,
    async get(keys) {
      await turn();
      const wanted = keys === null ? [...items.keys()] : [keys].flat();
      const found = wanted.flatMap((key) => {
        const text = items.get(key);
        return text === undefined ? [] : [[key, JSON.parse(text)] as const];
      });
      return Object.fromEntries(found);
    },
    async set(values) {
      await turn();
      for (const [key, value] of Object.entries(values)) items.set(key, JSON.stringify(value));
    },
    async remove(keys) {
      await turn();
      for (const key of [keys].flat()) items.delete(key);
    },
  };
}
