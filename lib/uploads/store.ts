/**
 * What uploads ask of a store: one kind of transaction, which happens whole or not at all.
 *
 * Two stores hold records: IndexedDB (`disk-store.ts`) and memory (`memory-store.ts`). `combineStores` makes one of both, in
 * which everything from private windows, and every transfer that Linkhaul did not start, is in memory only; where the
 * browser has no IndexedDB, all is.
 */
import { StorageError } from '../storage/database.ts';
import { isActivity, type LoggedEvent, type NewEvent } from './event.ts';
import type { AccountBackoff } from './sending/backoff.ts';
import { byOrder, isMemoryOnly, queueStates, type Upload, type UploadState } from './upload.ts';

/** Single values. */
export interface Meta {
  /** The user paused the queue. */
  paused: boolean;
  /** By account id. */
  backoffs: Readonly<Record<string, AccountBackoff>>;
  /** Id of the last event of this store that was delivered. */
  delivered: number;
  /** The databases of version 0.1.0 were taken over (`take-over.ts`). */
  imported: boolean;
  /** Names of those that were taken over and are yet to be deleted. */
  undeleted: readonly string[];
}

/** What one store reads and writes in one transaction. Only its own promises may be awaited within. */
export interface Records {
  get(id: string): Promise<Upload | undefined>;
  /** `key`: account id, and file code or address key. */
  find(index: 'fileCode' | 'address', key: [string, string]): Promise<readonly Upload[]>;
  /** Ascending in `order`: the first `most` for which `accept` holds. */
  inState(
    accountId: string,
    state: UploadState,
    most?: number,
    accept?: (upload: Upload) => boolean,
  ): Promise<readonly Upload[]>;
  count(accountId: string, state: UploadState): Promise<number>;
  /** The greatest `order` in a state; 0 where there is none. */
  lastOrder(accountId: string, state: UploadState): Promise<number>;
  accountIds(): Promise<readonly string[]>;
  put(upload: Upload): Promise<unknown>;
  delete(id: string): Promise<unknown>;
  deleteAccount(accountId: string): Promise<void>;
  /** Gives it the next id. False where there is one with its `ref`. */
  addEvent(event: NewEvent): Promise<boolean>;
  /** Ascending, with ids greater than `afterId`. */
  events(afterId: number, most: number): Promise<readonly LoggedEvent[]>;
  deleteEvent(id: number): Promise<unknown>;
  /** Deletes the oldest, up to the id `lastId`, until `kept` are left. */
  trimEvents(kept: number, lastId: number): Promise<void>;
  meta<K extends keyof Meta>(name: K): Promise<Meta[K] | undefined>;
  setMeta<K extends keyof Meta>(name: K, value: Meta[K]): Promise<unknown>;
}

export type UploadTransaction = ReturnType<typeof createTransaction>;

/** @param stores the disk where there is one, then memory */
export function createTransaction(...stores: readonly [Records, ...Records[]]) {
  const [main] = stores;
  const home = (isInMemory: boolean) => (isInMemory ? (stores.at(-1) ?? main) : main);
  async function all<T>(read: (store: Records) => Promise<readonly T[]>): Promise<readonly T[]> {
    return (await Promise.all(stores.map(read))).flat();
  }
  const delivered = async (store: Records) => (await store.meta('delivered')) ?? 0;
  const backoffs = async () => (await main.meta('backoffs')) ?? {};
  async function clearBackoff(accountId: string): Promise<void> {
    const { [accountId]: stored, ...others } = await backoffs();
    if (stored !== undefined) await main.setMeta('backoffs', others);
  }

  return {
    stores,
    get: (id: string) => home(id.startsWith(memoryMark)).get(id),
    byFileCode: async (...key: [accountId: string, fileCode: string]): Promise<Upload | undefined> =>
      (await all((store) => store.find('fileCode', key)))[0],
    byAddress: (...key: [accountId: string, addressKey: string]) =>
      all((store) => store.find('address', key)),
    /** Uploads of one account in these states, ascending in `order`. `most`: for each state. */
    async inStates(accountId: string, states: readonly UploadState[], most?: number) {
      const found = await Promise.all(
        states.map((state) => all((store) => store.inState(accountId, state, most))),
      );
      return found.flat().sort(byOrder);
    },
    /** The first in a state, in order, for which `accept` holds; at most so many. */
    async take(accountId: string, state: UploadState, accept: (upload: Upload) => boolean, most: number) {
      const found = await all((store) => store.inState(accountId, state, most, accept));
      return found.toSorted(byOrder).slice(0, most);
    },
    /** How many there are that Linkhaul started. */
    async count(accountId: string, state: UploadState): Promise<number> {
      const counts = await Promise.all(stores.map((store) => store.count(accountId, state)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    /** The greatest `order` in the queue; 0 where it is empty. */
    async lastOrder(accountId: string): Promise<number> {
      const reads = queueStates.flatMap((state) => stores.map((store) => store.lastOrder(accountId, state)));
      return Math.max(0, ...(await Promise.all(reads)));
    },
    /** Ids of all accounts that have uploads. */
    accountIds: async () => [...new Set(await all((store) => store.accountIds()))],
    async put(upload: Upload): Promise<void> {
      await home(isMemoryOnly(upload)).put(upload);
    },
    async delete(upload: Upload): Promise<void> {
      await home(isMemoryOnly(upload)).delete(upload.id);
    },
    /** Removes the uploads and the backoff of an account. Its events stay, because they are the activity. */
    async deleteAccount(accountId: string): Promise<void> {
      for (const store of stores) await store.deleteAccount(accountId);
      await clearBackoff(accountId);
    },

    /** False where an event with this `ref` is there already. */
    emit: (event: NewEvent) => home(event.private || event.source === 'elsewhere').addEvent(event),
    /** Events that were not delivered yet, ascending. `most`: of each store. */
    pendingEvents: (most: number) => all(async (store) => store.events(await delivered(store), most)),
    /** Of these, those that are no part of the activity are removed. */
    async markDelivered(events: readonly LoggedEvent[]): Promise<void> {
      for (const store of stores) {
        const own = events.filter(({ id }) => home(id >= firstMemoryEventId) === store);
        if (own.length === 0) continue;
        await store.setMeta('delivered', Math.max(...own.map(({ id }) => id)));
        for (const event of own) if (!isActivity(event)) await store.deleteEvent(event.id);
      }
    },
    /** Removes events that were delivered, but for so many of the newest. */
    async trimEvents(kept: number): Promise<void> {
      for (const store of stores) await store.trimEvents(kept, await delivered(store));
    },

    backoff: async (accountId: string): Promise<AccountBackoff | undefined> => (await backoffs())[accountId],
    backoffs: async () => Object.values(await backoffs()),
    async setBackoff(backoff: AccountBackoff): Promise<void> {
      await main.setMeta('backoffs', { ...(await backoffs()), [backoff.accountId]: backoff });
    },
    clearBackoff,
    meta: <K extends keyof Meta>(name: K) => main.meta(name),
    async setMeta<K extends keyof Meta>(name: K, value: Meta[K]): Promise<void> {
      await main.setMeta(name, value);
    },
  };
}

export type TransactionMode = 'read' | 'write' | 'durable';

export interface UploadStore {
  /**
   * Runs `work` in one transaction; what it throws leaves everything as it was.
   *
   * @param mode `durable`: written through to the disk before the promise resolves, so that a power loss keeps it
   * @throws StorageError
   */
  transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T>;
}

/** Ids of uploads in memory begin so. */
export const memoryMark = 'p-';
/** Ids of events in memory begin here. */
export const firstMemoryEventId = 2 ** 40;

/** An id that tells which store its upload is in. */
export const uploadId = (isPrivate: boolean, unique: string): string =>
  isPrivate ? memoryMark + unique : unique;

export function combineStores(disk: UploadStore, memory: UploadStore): UploadStore {
  /** Whether the disk can be used; null: not tried yet. */
  let hasDisk: boolean | null = null;
  async function transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T> {
    if (hasDisk === false) return memory.transact(mode, work);
    try {
      // The transaction on disk ends within the one in memory: if it fails, nothing of that is kept either.
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
