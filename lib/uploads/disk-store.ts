/** Uploads on disk: the transactions of `store.ts` over IndexedDB. */
import type { IDBPTransaction } from 'idb';
import type { Database } from '../storage/database.ts';
import type { UploadsSchema } from './database.ts';
import { isActivity, type LoggedEvent } from './event.ts';
import type { Meta, TransactionMode, UploadStore, UploadTransaction } from './store.ts';
import { byOrder, queueStates, type Upload, type UploadState } from './upload.ts';
import { isUpload } from './validate.ts';

const storeNames = ['uploads', 'events', 'backoffs', 'meta'] as const;
type Transaction<M extends IDBTransactionMode> = IDBPTransaction<
  UploadsSchema,
  (typeof storeNames)[number][],
  M
>;

export function createDiskStore(database: Database<UploadsSchema>): UploadStore {
  return {
    transact: (mode, work) =>
      database.use(async (db) => {
        const tx = db.transaction(
          [...storeNames],
          mode === 'read' ? 'readonly' : 'readwrite',
          optionsOf(mode),
        );
        // A rejection is that of `work`, or is handled by whoever awaits the request that failed.
        tx.done.catch(() => {});
        try {
          const result = await work(operations(tx as Transaction<'readwrite'>));
          await tx.done;
          return result;
        } catch (error) {
          abort(tx);
          throw tx.error ?? error;
        }
      }),
  };
}

const optionsOf = (mode: TransactionMode): IDBTransactionOptions =>
  mode === 'durable' ? { durability: 'strict' } : {};

/** It may have been aborted by the browser already. */
function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {}
}

/** Every order of one account and state. */
const inState = (accountId: string, state: UploadState): IDBKeyRange =>
  IDBKeyRange.bound([accountId, state, -Infinity], [accountId, state, Infinity]);

/** An array sorts after every string: everything that begins with the account. */
const ofAccount = (accountId: string): IDBKeyRange => IDBKeyRange.bound([accountId], [accountId, []]);

function operations(tx: Transaction<'readwrite'>): UploadTransaction {
  const [uploads, events] = [tx.objectStore('uploads'), tx.objectStore('events')];
  const [backoffs, meta] = [tx.objectStore('backoffs'), tx.objectStore('meta')];
  const valid = (found: readonly unknown[]) => found.filter(isUpload);
  const delivered = async () => ((await meta.get('delivered')) as number | undefined) ?? 0;

  return {
    get: async (id) => valid([await uploads.get(id)])[0],
    byFileCode: async (...code) => valid([await uploads.index('fileCode').get(code)])[0],
    byAddress: async (...address) => valid(await uploads.index('address').getAll(address)),
    async inStates(accountId, states, most) {
      const found = await Promise.all(
        states.map((state) => uploads.index('state').getAll(inState(accountId, state), most)),
      );
      return states.length === 1 ? valid(found.flat()) : valid(found.flat()).sort(byOrder);
    },
    async take(accountId, state, accept, most) {
      const found: Upload[] = [];
      let cursor = await uploads.index('state').openCursor(inState(accountId, state));
      for (; cursor !== null && found.length < most; cursor = await cursor.continue())
        if (isUpload(cursor.value) && accept(cursor.value)) found.push(cursor.value);
      return found;
    },
    count: (accountId, state) => uploads.index('state').count(inState(accountId, state)),
    async lastOrder(accountId) {
      const last = await Promise.all(
        queueStates.map((state) => uploads.index('state').openKeyCursor(inState(accountId, state), 'prev')),
      );
      return Math.max(0, ...last.map((cursor) => cursor?.key[2] ?? 0));
    },
    async accountIds() {
      const found: string[] = [];
      let cursor = await uploads.index('state').openKeyCursor();
      while (cursor !== null) {
        const [accountId] = cursor.key;
        found.push(accountId);
        // To the next account: no key of this one sorts after an array in the second place.
        cursor = await cursor.continue([accountId, []] as unknown as [string, UploadState, number]);
      }
      return found;
    },
    async put(upload) {
      await uploads.put(upload);
    },
    delete: ({ id }) => uploads.delete(id),
    async deleteAccount(accountId) {
      for (const key of await uploads.index('state').getAllKeys(ofAccount(accountId)))
        await uploads.delete(key);
      await backoffs.delete(accountId);
    },
    async emit(event) {
      const { ref } = event;
      if (ref !== null && (await events.index('ref').getKey(ref)) !== undefined) return false;
      await events.add(event);
      return true;
    },
    async pendingEvents(most) {
      // Stored events have their id.
      return (await events.getAll(IDBKeyRange.lowerBound(await delivered(), true), most)) as LoggedEvent[];
    },
    async markDelivered(told) {
      if (told.length === 0) return;
      await meta.put(Math.max(...told.map(({ id }) => id)), 'delivered');
      for (const event of told) if (!isActivity(event)) await events.delete(event.id);
    },
    async trimEvents(kept) {
      const surplus = (await events.count()) - kept;
      if (surplus <= 0) return;
      const old = await events.getAllKeys(IDBKeyRange.upperBound(await delivered()), surplus);
      const last = old.at(-1);
      if (last !== undefined) await events.delete(IDBKeyRange.upperBound(last));
    },
    backoff: (accountId) => backoffs.get(accountId),
    backoffs: () => backoffs.getAll(),
    async setBackoff(backoff) {
      await backoffs.put(backoff);
    },
    clearBackoff: (accountId) => backoffs.delete(accountId),
    meta: async <K extends keyof Meta>(name: K) => (await meta.get(name)) as Meta[K] | undefined,
    async setMeta(name, value) {
      await meta.put(value, name);
    },
  };
}
