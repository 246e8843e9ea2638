import type { IDBPTransaction } from 'idb';
import { abort, type Database } from '../../storage/database.ts';
import type { LoggedEvent } from '../event.ts';
import { isUpload } from '../is-upload.ts';
import type { Upload, UploadState } from '../upload.ts';
import { createTransaction, type Meta, type Records, type UploadStore } from './upload-store.ts';
import { listAccountIds, type UploadsSchema } from './uploads-database.ts';

const storeNames = ['uploads', 'removed', 'events', 'meta'] as const;
type Transaction = IDBPTransaction<UploadsSchema, (typeof storeNames)[number][], 'readwrite'>;

export function createDiskStore(database: Database<UploadsSchema>): UploadStore {
  return {
    transact: (mode, work) =>
      database.use(async (db) => {
        const tx = db.transaction(
          [...storeNames],
          mode === 'read' ? 'readonly' : 'readwrite',
          mode === 'durable' ? { durability: 'strict' } : {},
        );
        // This rejects with the error of `work`, or the caller gets the error of the failed request.
        tx.done.catch(() => {});
        try {
          const result = await work(createTransaction(createRecords(tx as Transaction)));
          await tx.done;
          return result;
        } catch (error) {
          abort(tx);
          throw tx.error ?? error;
        }
      }),
  };
}

const inState = (accountId: string, state: UploadState): IDBKeyRange =>
  IDBKeyRange.bound([accountId, state, -Infinity], [accountId, state, Infinity]);

/** Covers all keys of the account: an array sorts after every string. */
const accountRange = (accountId: string): IDBKeyRange => IDBKeyRange.bound([accountId], [accountId, []]);

const removalRange = (removalId: string): IDBKeyRange => IDBKeyRange.bound([removalId], [removalId, []]);

function createRecords(tx: Transaction): Records {
  const uploads = tx.objectStore('uploads');
  const removed = tx.objectStore('removed');
  const events = tx.objectStore('events');
  const meta = tx.objectStore('meta');
  const states = uploads.index('state');
  const valid = (found: readonly unknown[]) => found.filter(isUpload);

  return {
    get: async (id) => valid([await uploads.get(id)])[0],
    find: async (index, key) => valid(await uploads.index(index).getAll(key)),
    async listInState(accountId, state, limit, accept) {
      if (accept === undefined) return valid(await states.getAll(inState(accountId, state), limit));
      const found: Upload[] = [];
      let cursor = await states.openCursor(inState(accountId, state));
      for (; cursor !== null && found.length < (limit ?? Infinity); cursor = await cursor.continue())
        if (isUpload(cursor.value) && accept(cursor.value)) found.push(cursor.value);
      return found;
    },
    count: (accountId, state) => states.count(inState(accountId, state)),
    getLastOrder: async (accountId, state) =>
      (await states.openKeyCursor(inState(accountId, state), 'prev'))?.key[2] ?? 0,
    async listAddressKeys(accountId, limit) {
      const keys: string[] = [];
      let cursor = await uploads.index('address').openKeyCursor(accountRange(accountId));
      for (; cursor !== null && keys.length < limit; cursor = await cursor.continue())
        keys.push(cursor.key[1]);
      return keys;
    },
    listAccountIds: () => listAccountIds(states),
    listFormer: async (accountId) => valid(await uploads.index('former').getAll(accountId)),
    put: (upload) => uploads.put(upload),
    delete: (id) => uploads.delete(id),
    async deleteAccount(accountId) {
      for (const key of await states.getAllKeys(accountRange(accountId))) await uploads.delete(key);
      for (const key of await removed.index('account').getAllKeys(accountId)) await removed.delete(key);
    },
    putRemoved: (each) => removed.put(each),
    listRemoved: async (removalId) =>
      (await removed.getAll(removalRange(removalId))).filter(({ upload }) => isUpload(upload)),
    deleteRemoved: (removalId) => removed.delete(removalRange(removalId)),
    async trimRemoved(beforeMs) {
      const old = await removed.index('atMs').getAllKeys(IDBKeyRange.upperBound(beforeMs));
      for (const key of old) await removed.delete(key);
    },
    addEvent: (event) => events.add(event),
    listEvents: async (afterId, limit) =>
      (await events.getAll(IDBKeyRange.lowerBound(afterId, true), limit)) as LoggedEvent[],
    deleteEvent: (id) => events.delete(id),
    async trimEvents(kept, lastId) {
      const surplus = (await events.count()) - kept;
      if (surplus <= 0) return;
      const last = (await events.getAllKeys(IDBKeyRange.upperBound(lastId), surplus)).at(-1);
      if (last !== undefined) await events.delete(IDBKeyRange.upperBound(last));
    },
    getMeta: async <K extends keyof Meta>(name: K) => (await meta.get(name)) as Meta[K] | undefined,
    setMeta: (name, value) => meta.put(value, name),
  };
}
