/**
 * One value in the browser's key-value storage, read through a validator and changed only by a function of what
 * stands there.
 *
 * Promises: a damaged value is read as its default; updates made by one process never lose each other, because each
 * waits for the one before it.
 */

/** The part of `browser.storage.local` and `browser.storage.session` that is needed; both fit as they are. */
export interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface StoredValue<T> {
  get(): Promise<T>;
  set(value: T): Promise<void>;
  /** Replaces the value by a function of it, and gives the new one. */
  update(change: (value: T) => T): Promise<T>;
  remove(): Promise<void>;
}

/** `read` makes a valid `T` of anything that may stand in storage, `undefined` included. */
export function createStoredValue<T>(
  area: StorageArea,
  key: string,
  read: (value: unknown) => T,
): StoredValue<T> {
  let last: Promise<unknown> = Promise.resolve();

  const get = async () => read((await area.get(key))[key]);
  const inTurn = <R>(job: () => Promise<R>): Promise<R> => {
    const turn = last.then(job, job);
    last = turn;
    return turn;
  };

  return {
    get,
    set: (value) => inTurn(() => area.set({ [key]: value })),
    update: (change) =>
      inTurn(async () => {
        const value = change(await get());
        await area.set({ [key]: value });
        return value;
      }),
    remove: () => inTurn(() => area.remove(key)),
  };
}
