import type { IDBPTransaction } from 'idb';
import { abort, type Database } from '../../storage/database.ts';
import type { LoggedEvent } from '../event.ts';
import { isUpload } from '../is-upload.ts';
import { compareOrder, type Upload, type UploadState } from '../upload.ts';
import {
  accountRange,
  countPacked,
  createPack,
  getPackId,
  isPackable,
  listAddresses,
  type PackKey,
  unpack,
} from './packs.ts';
import { createTransaction, type Meta, type Records, type UploadStore } from './upload-store.ts';
import { listAccountIds, type UploadsSchema } from './uploads-database.ts';

const storeNames = ['uploads', 'packs', 'removed', 'events', 'meta'] as const;
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

const removalRange = (removalId: string): IDBKeyRange => IDBKeyRange.bound([removalId], [removalId, []]);

function createRecords(tx: Transaction): Records {
  const uploads = tx.objectStore('uploads');
  const removed = tx.objectStore('removed');
  const events = tx.objectStore('events');
  const meta = tx.objectStore('meta');
  const states = uploads.index('state');
  const packs = tx.objectStore('packs');
  const valid = (found: readonly unknown[]) => found.filter(isUpload);
  const listPackKeys = async (accountId: string, state: UploadState) =>
    state === 'queued' ? packs.getAllKeys(accountRange(accountId)) : [];

  const opened = new Map<string, Promise<readonly Upload[]>>();
  /** Once in a transaction, because the links of a batch are read one by one. */
  function openPack(key: PackKey): Promise<readonly Upload[]> {
    const links = opened.get(String(key)) ?? packs.get(key).then(unpack);
    opened.set(String(key), links);
    return links;
  }
  async function findPackKey(id: string): Promise<PackKey | undefined> {
    const packId = getPackId(id);
    return packId === null ? undefined : packs.index('id').getKey(packId);
  }
  async function findPacked(id: string): Promise<Upload | undefined> {
    const key = await findPackKey(id);
    return key && (await openPack(key)).find((upload) => upload.id === id);
  }

  /** One at a time, or the second would overwrite what has changed since the first. */
  let splitting: Promise<unknown> = Promise.resolve();
  const split = (id: string) => {
    splitting = splitting.then(async () => {
      const key = await findPackKey(id);
      if (key === undefined) return;
      const links = await openPack(key);
      await Promise.all([packs.delete(key), ...links.map((each) => uploads.put(each))]);
    });
    return splitting;
  };

  const addresses = new Map<string, Promise<readonly string[]>>();
  /** Of all links in packs, by pack. */
  function readPackedAddresses(keys: readonly PackKey[]) {
    return Promise.all(
      keys.map(async (key) => {
        const read =
          addresses.get(String(key)) ?? packs.get(key).then((pack) => (pack ? listAddresses(pack) : []));
        addresses.set(String(key), read);
        return [key, await read] as const;
      }),
    );
  }

  async function listUnpacked(
    accountId: string,
    state: UploadState,
    limit = Infinity,
    accept?: (upload: Upload) => boolean,
  ): Promise<readonly Upload[]> {
    const range = inState(accountId, state);
    if (accept === undefined)
      return valid(await states.getAll(range, limit === Infinity ? undefined : limit));
    const found: Upload[] = [];
    let cursor = await states.openCursor(range);
    for (; cursor !== null && found.length < limit; cursor = await cursor.continue())
      if (isUpload(cursor.value) && accept(cursor.value)) found.push(cursor.value);
    return found;
  }

  return {
    get: async (id) => valid([await uploads.get(id)])[0] ?? findPacked(id),
    async find(index, key) {
      const found = valid(await uploads.index(index).getAll(key));
      if (index === 'fileCode') return found;
      const [accountId, addressKey] = key;
      const packed = await readPackedAddresses(await packs.getAllKeys(accountRange(accountId)));
      const having = packed.filter(([, each]) => each.includes(addressKey));
      const links = await Promise.all(having.map(([packKey]) => openPack(packKey)));
      return [...found, ...links.flat().filter((upload) => upload.addressKey === addressKey)];
    },
    async listInState(accountId, state, limit = Infinity, accept) {
      const found = [...(await listUnpacked(accountId, state, limit, accept))];
      for (const key of await listPackKeys(accountId, state)) {
        if (limit < Infinity) found.sort(compareOrder).splice(limit);
        const last = found[limit - 1];
        if (last !== undefined && last.order < key[1]) break;
        for (const upload of await openPack(key)) if (accept?.(upload) !== false) found.push(upload);
      }
      return found.sort(compareOrder).slice(0, limit);
    },
    count: async (accountId, state) =>
      (await states.count(inState(accountId, state))) + countPacked(await listPackKeys(accountId, state)),
    async getLastOrder(accountId, state) {
      const last = (await states.openKeyCursor(inState(accountId, state), 'prev'))?.key[2];
      const packed = (await listPackKeys(accountId, state)).map(([, , lastOrder]) => lastOrder);
      const orders = last === undefined ? packed : [last, ...packed];
      return orders.length === 0 ? 0 : Math.max(...orders);
    },
    async listAddressKeys(accountId, limit) {
      const keys: string[] = [];
      let cursor = await uploads.index('address').openKeyCursor(accountRange(accountId));
      for (; cursor !== null && keys.length < limit; cursor = await cursor.continue())
        keys.push(cursor.key[1]);
      if (keys.length === limit) return null;
      const packed = await readPackedAddresses(await packs.getAllKeys(accountRange(accountId)));
      return [...keys, ...packed.flatMap(([, each]) => each)];
    },
    async listAccountIds() {
      const packed = (await packs.getAllKeys()).map(([accountId]) => accountId);
      return [...new Set([...(await listAccountIds(states)), ...packed])];
    },
    listFormer: async (accountId) => valid(await uploads.index('former').getAll(accountId)),
    async put(upload) {
      await split(upload.id);
      await uploads.put(upload);
    },
    async addAll(added) {
      const byPack = Map.groupBy(added, (upload) => (isPackable(upload) ? getPackId(upload.id) : null));
      const adding = [...byPack].map(async ([packId, links]) => {
        // Some of its links were restored before.
        const isTaken = packId !== null && (await packs.index('id').getKey(packId)) !== undefined;
        if (packId !== null && !isTaken) await packs.put(createPack(packId, links));
        else await Promise.all(links.map((upload) => uploads.put(upload)));
      });
      await Promise.all(adding);
    },
    async delete(id) {
      await split(id);
      await uploads.delete(id);
    },
    async deleteAccount(accountId) {
      await packs.delete(accountRange(accountId));
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
