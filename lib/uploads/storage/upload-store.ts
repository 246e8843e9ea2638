/**
 * The store of uploads: atomic transactions over IndexedDB (`disk-store.ts`) and memory (`memory-store.ts`). Uploads from private windows,
 * and transfers started outside Linkhaul, are in memory only. Without IndexedDB, all are.
 *
 * `lib/uploads/storage`: for `lib/uploads` and the background. Pages use `lib/uploads/read-uploads.ts`.
 */
import { StorageError } from '../../storage/database.ts';
import { isActivity, type LoggedEvent, type NewEvent } from '../event.ts';
import { compareOrder, isMemoryOnly, queueStates, type Upload, type UploadState } from '../upload.ts';

export interface Meta {
  paused: boolean;
  /** Id of this store's last delivered event. */
  delivered: number;
  /** Written again to make earlier transactions durable. */
  flushed: true;
}

/** An upload as it was before the user removed it. */
export interface RemovedUpload {
  /** Shared by uploads that were removed together. */
  readonly removalId: string;
  readonly upload: Upload;
  /** The user undid sending it. */
  readonly wasJustSent: boolean;
  readonly atMs: number;
}

/** One store in one transaction. Inside, await only these promises. */
export interface Records {
  get(id: string): Promise<Upload | undefined>;
  /** `key`: account id, then file code or address key. */
  find(index: 'fileCode' | 'address', key: [string, string]): Promise<readonly Upload[]>;
  /** The first `limit` by `order` that `accept` accepts. */
  listInState(
    accountId: string,
    state: UploadState,
    limit?: number,
    accept?: (upload: Upload) => boolean,
  ): Promise<readonly Upload[]>;
  count(accountId: string, state: UploadState): Promise<number>;
  /** 0 if there is none. */
  getLastOrder(accountId: string, state: UploadState): Promise<number>;
  listAccountIds(): Promise<readonly string[]>;
  /** Null: `limit` or more of them are costly to read. */
  listAddressKeys(accountId: string, limit: number): Promise<readonly string[] | null>;
  /** Uploads that left the account for another one. */
  listFormer(accountId: string): Promise<readonly Upload[]>;
  put(upload: Upload): Promise<unknown>;
  /** New ones. */
  addAll(uploads: readonly Upload[]): Promise<unknown>;
  delete(id: string): Promise<unknown>;
  deleteAccount(accountId: string): Promise<void>;
  putRemoved(removed: RemovedUpload): Promise<unknown>;
  listRemoved(removalId: string): Promise<readonly RemovedUpload[]>;
  deleteRemoved(removalId: string): Promise<unknown>;
  trimRemoved(beforeMs: number): Promise<void>;
  addEvent(event: NewEvent): Promise<unknown>;
  listEvents(afterId: number, limit: number): Promise<readonly LoggedEvent[]>;
  deleteEvent(id: number): Promise<unknown>;
  /** Keeps the newest `kept`, and all after `lastId`. */
  trimEvents(kept: number, lastId: number): Promise<void>;
  getMeta<K extends keyof Meta>(name: K): Promise<Meta[K] | undefined>;
  setMeta<K extends keyof Meta>(name: K, value: Meta[K]): Promise<unknown>;
}

const isPrivate = (upload: Upload): boolean => upload.private;

export type UploadTransaction = ReturnType<typeof createTransaction>;

/** @param stores the disk if there is one, then memory */
export function createTransaction(...stores: readonly [Records, ...Records[]]) {
  const [main] = stores;
  const memory = stores.at(-1) ?? main;
  const chooseStore = (record: Parameters<typeof isMemoryOnly>[0]) => (isMemoryOnly(record) ? memory : main);
  async function readAll<T>(read: (store: Records) => Promise<readonly T[]>): Promise<readonly T[]> {
    return (await Promise.all(stores.map(read))).flat();
  }
  const delivered = async (store: Records) => (await store.getMeta('delivered')) ?? 0;
  async function deleteEvents(events: readonly LoggedEvent[]): Promise<void> {
    for (const event of events) await chooseStore(event).deleteEvent(event.id);
  }

  return {
    stores,
    get: async (id: string): Promise<Upload | undefined> =>
      (await readAll(async (store) => [await store.get(id)])).find(Boolean),
    findByFileCode: async (...key: [accountId: string, fileCode: string]): Promise<Upload | undefined> =>
      (await readAll((store) => store.find('fileCode', key)))[0],
    findByAddress: (...key: [accountId: string, addressKey: string]) =>
      readAll((store) => store.find('address', key)),
    /** Ascending by `order`. `limit` applies to each state. */
    async listInStates(accountId: string, states: readonly UploadState[], limit?: number) {
      const found = await Promise.all(
        states.map((state) => readAll((store) => store.listInState(accountId, state, limit))),
      );
      return found.flat().sort(compareOrder);
    },
    async listFirst(
      accountId: string,
      state: UploadState,
      accept: (upload: Upload) => boolean,
      limit: number,
    ) {
      const found = await readAll((store) => store.listInState(accountId, state, limit, accept));
      return found.toSorted(compareOrder).slice(0, limit);
    },
    /** Counts only those that Linkhaul started. */
    async count(accountId: string, state: UploadState, { withPrivate = true } = {}): Promise<number> {
      const counts = await Promise.all(stores.map((store) => store.count(accountId, state)));
      const hidden = withPrivate ? [] : (await memory.listInState(accountId, state)).filter(isPrivate);
      return counts.reduce((sum, count) => sum + count, -hidden.length);
    },
    async getLastOrder(accountId: string): Promise<number> {
      const reads = queueStates.flatMap((state) =>
        stores.map((store) => store.getLastOrder(accountId, state)),
      );
      return Math.max(0, ...(await Promise.all(reads)));
    },
    listFormer: (accountId: string) => readAll((store) => store.listFormer(accountId)),
    async listAddressKeys(accountId: string, limit: number): Promise<readonly string[] | null> {
      const lists = await Promise.all(stores.map((store) => store.listAddressKeys(accountId, limit)));
      return lists.includes(null) ? null : lists.flatMap((keys) => keys ?? []);
    },
    listAccountIds: async () => [...new Set(await readAll((store) => store.listAccountIds()))],
    async put(upload: Upload): Promise<void> {
      await chooseStore(upload).put(upload);
    },
    /** New ones, ascending by `order` in each account. */
    async addAll(uploads: readonly Upload[]): Promise<void> {
      for (const [store, each] of Map.groupBy(uploads, chooseStore)) await store.addAll(each);
    },
    async delete(upload: Upload): Promise<void> {
      await chooseStore(upload).delete(upload.id);
    },
    keepRemoved: (removed: RemovedUpload) => chooseStore(removed.upload).putRemoved(removed),
    /** Also forgets them. */
    async takeRemoved(removalId: string): Promise<readonly RemovedUpload[]> {
      const removed = await readAll((store) => store.listRemoved(removalId));
      for (const store of stores) await store.deleteRemoved(removalId);
      return removed;
    },
    forgetRemovedInMemory: () => memory.trimRemoved(Infinity),
    async trimRemoved(beforeMs: number): Promise<void> {
      for (const store of stores) await store.trimRemoved(beforeMs);
    },
    /** Its events stay, for the activity. */
    async deleteAccount(accountId: string): Promise<void> {
      for (const store of stores) await store.deleteAccount(accountId);
    },

    async addEvent(event: NewEvent): Promise<void> {
      await chooseStore(event).addEvent(event);
    },
    /** Ascending. `limit` applies to each store. */
    listPendingEvents: (limit: number) =>
      readAll(async (store) => store.listEvents(await delivered(store), limit)),
    /** Removes those that aren't part of the activity. */
    async markDelivered(events: readonly LoggedEvent[]): Promise<void> {
      for (const store of stores) {
        const ids = events.filter((event) => chooseStore(event) === store).map(({ id }) => id);
        if (ids.length > 0) await store.setMeta('delivered', Math.max(...ids));
      }
      await deleteEvents(events.filter((event) => !isActivity(event)));
    },
    /** Ascending. `limit` applies to each store. */
    listDelivered: (limit: number) =>
      readAll(async (store) => {
        const lastId = await delivered(store);
        return (await store.listEvents(0, limit)).filter(({ id }) => id <= lastId);
      }),
    deleteEvents,
    /** Removes delivered events except the newest. */
    async trimEvents(kept: number): Promise<void> {
      for (const store of stores) await store.trimEvents(kept, await delivered(store));
    },

    getMeta: <K extends keyof Meta>(name: K) => main.getMeta(name),
    async setMeta<K extends keyof Meta>(name: K, value: Meta[K]): Promise<void> {
      await main.setMeta(name, value);
    },
  };
}

export type TransactionMode = 'read' | 'write' | 'durable';

export interface UploadStore {
  /**
   * If `work` throws, nothing changes. `durable`: safe from a power loss once the promise resolves.
   * @throws StorageError
   */
  transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T>;
}

export function combineStores(disk: UploadStore, memory: UploadStore): UploadStore {
  /** Null: not tried yet. */
  let hasDisk: boolean | null = null;
  async function transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T> {
    if (hasDisk === false) return memory.transact(mode, work);
    try {
      // The disk transaction ends inside the memory transaction, so if it fails, neither is kept.
      const result = await memory.transact(mode, (inMemory) =>
        disk.transact(mode, (onDisk) => work(createTransaction(...onDisk.stores, ...inMemory.stores))),
      );
      hasDisk = true;
      return result;
    } catch (error) {
      const isMissing = error instanceof StorageError && error.reason === 'unavailable';
      if (!isMissing || hasDisk === true) throw error;
      hasDisk = false;
      return memory.transact(mode, work);
    }
  }

  return { transact };
}
