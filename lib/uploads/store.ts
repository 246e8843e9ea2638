/**
 * What uploads ask of a store: one kind of transaction, which happens whole or not at all.
 *
 * Two stores fulfil it: IndexedDB (`disk-store.ts`) and memory (`memory-store.ts`). `combineStores` makes one of both, in
 * which everything from private windows, and every transfer that Linkhaul did not start, is in memory only; where the
 * browser has no IndexedDB, all is.
 */
import { StorageError } from '../storage/database.ts';
import type { LoggedEvent, NewEvent } from './event.ts';
import type { AccountBackoff } from './sending/backoff.ts';
import { byOrder, isMemoryOnly, type Upload, type UploadState } from './upload.ts';

/** Single values. */
export interface Meta {
  /** The user paused the queue. */
  paused: boolean;
  /** Id of the last event that was delivered. */
  delivered: number;
  /** The databases of version 0.1.0 were taken over (`take-over.ts`). */
  imported: boolean;
  /** Names of those that were taken over and are yet to be deleted. */
  undeleted: readonly string[];
}

/** Reads and writes of one transaction. Only its own promises may be awaited within. */
export interface UploadTransaction {
  get(id: string): Promise<Upload | undefined>;
  byFileCode(accountId: string, fileCode: string): Promise<Upload | undefined>;
  byAddress(accountId: string, addressKey: string): Promise<readonly Upload[]>;
  /** Uploads of one account in these states, ascending in `order`. `most`: for each state. */
  inStates(accountId: string, states: readonly UploadState[], most?: number): Promise<readonly Upload[]>;
  /** The first in a state, in order, for which `accept` holds; at most so many. */
  take(
    accountId: string,
    state: UploadState,
    accept: (upload: Upload) => boolean,
    most: number,
  ): Promise<readonly Upload[]>;
  /** How many there are that Linkhaul started. */
  count(accountId: string, state: UploadState): Promise<number>;
  /** The greatest `order` in the queue; 0 where it is empty. */
  lastOrder(accountId: string): Promise<number>;
  /** Ids of all accounts that have uploads. */
  accountIds(): Promise<readonly string[]>;
  put(upload: Upload): Promise<void>;
  delete(upload: Upload): Promise<void>;
  /** Removes the uploads and the backoff of an account. Its events stay, because they are the activity. */
  deleteAccount(accountId: string): Promise<void>;
  /** False where an event with this `ref` is there already. */
  emit(event: NewEvent): Promise<boolean>;
  /** Events that were not delivered yet, ascending. */
  pendingEvents(most: number): Promise<readonly LoggedEvent[]>;
  /** Of these, those that are no part of the activity are removed. */
  markDelivered(events: readonly LoggedEvent[]): Promise<void>;
  /** Removes events that were delivered, but for so many of the newest. */
  trimEvents(kept: number): Promise<void>;
  backoff(accountId: string): Promise<AccountBackoff | undefined>;
  backoffs(): Promise<readonly AccountBackoff[]>;
  setBackoff(backoff: AccountBackoff): Promise<void>;
  clearBackoff(accountId: string): Promise<void>;
  meta<K extends keyof Meta>(name: K): Promise<Meta[K] | undefined>;
  setMeta<K extends keyof Meta>(name: K, value: Meta[K]): Promise<void>;
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

/** `disk` null: the browser has none. */
export function combineStores(disk: UploadStore, memory: UploadStore): UploadStore {
  /** Whether the disk can be used; null: not tried yet. */
  let hasDisk: boolean | null = null;
  async function transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T> {
    if (hasDisk === false) return memory.transact(mode, work);
    try {
      // The transaction on disk ends within the one in memory: if it fails, nothing of that is kept either.
      const result = await memory.transact(mode, (inMemory) =>
        disk.transact(mode, (onDisk) => work(both(onDisk, inMemory))),
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

function both(disk: UploadTransaction, memory: UploadTransaction): UploadTransaction {
  const home = (upload: Upload) => (isMemoryOnly(upload) ? memory : disk);
  return {
    get: (id) => (id.startsWith(memoryMark) ? memory : disk).get(id),
    byFileCode: async (...code) => (await disk.byFileCode(...code)) ?? memory.byFileCode(...code),
    byAddress: async (...address) => [
      ...(await disk.byAddress(...address)),
      ...(await memory.byAddress(...address)),
    ],
    async inStates(accountId, states, most) {
      const onDisk = await disk.inStates(accountId, states, most);
      const inMemory = await memory.inStates(accountId, states, most);
      if (inMemory.length === 0) return onDisk;
      return [...onDisk, ...inMemory].sort(byOrder);
    },
    async take(...wanted) {
      const found = [...(await disk.take(...wanted)), ...(await memory.take(...wanted))];
      return found.sort(byOrder).slice(0, wanted[3]);
    },
    count: async (...of) => (await disk.count(...of)) + (await memory.count(...of)),
    lastOrder: async (accountId) =>
      Math.max(await disk.lastOrder(accountId), await memory.lastOrder(accountId)),
    accountIds: async () => [...new Set([...(await disk.accountIds()), ...(await memory.accountIds())])],
    put: (upload) => home(upload).put(upload),
    delete: (upload) => home(upload).delete(upload),
    async deleteAccount(accountId) {
      await disk.deleteAccount(accountId);
      await memory.deleteAccount(accountId);
    },
    emit: (event) => (event.private || event.source === 'elsewhere' ? memory : disk).emit(event),
    async pendingEvents(most) {
      return [...(await disk.pendingEvents(most)), ...(await memory.pendingEvents(most))];
    },
    async markDelivered(events) {
      const isInMemory = ({ id }: LoggedEvent) => id >= firstMemoryEventId;
      await disk.markDelivered(events.filter((event) => !isInMemory(event)));
      await memory.markDelivered(events.filter(isInMemory));
    },
    async trimEvents(kept) {
      await disk.trimEvents(kept);
      await memory.trimEvents(kept);
    },
    backoff: (accountId) => disk.backoff(accountId),
    backoffs: () => disk.backoffs(),
    setBackoff: (backoff) => disk.setBackoff(backoff),
    clearBackoff: (accountId) => disk.clearBackoff(accountId),
    meta: (name) => disk.meta(name),
    setMeta: (name, value) => disk.setMeta(name, value),
  };
}
