/** One value of `browser.storage`. A damaged one is read as its default. Updates of one process are serialised, so none is lost. */
import { createSerialQueue } from '../timing/serial-queue.ts';
import type { StoredName } from './stored-data.ts';

/** `browser.storage.local` and `browser.storage.session`, as far as we use them. */
export interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface StoredValue<T> {
  get(): Promise<T>;
  set(value: T): Promise<void>;
  /** Returns the new value. */
  update(change: (value: T) => T): Promise<T>;
  remove(): Promise<void>;
}

/** `read` turns any stored value, including `undefined`, into a valid `T`. */
export function createStoredValue<T>(
  area: StorageArea,
  key: StoredName<'local'> | StoredName<'session'>,
  read: (value: unknown) => T,
): StoredValue<T> {
  const get = async () => read((await area.get(key))[key]);
  const enqueue = createSerialQueue();

  return {
    get,
    set: (value) => enqueue(() => area.set({ [key]: value })),
    update: (change) =>
      enqueue(async () => {
        const value = change(await get());
        await area.set({ [key]: value });
        return value;
      }),
    remove: () => enqueue(() => area.remove(key)),
  };
}
