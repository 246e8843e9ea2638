/** The outbox on disk: IndexedDB, database `linkhaul-outbox`. */
import { type OutboxDatabase, openOutboxDatabase } from './database.ts';
import type { OutboxItem, OutboxState } from './item.ts';
import { readDisk } from './read.ts';
import {
  byPosition,
  ClaimedError,
  claimsKept,
  emptyCounts,
  type Hold,
  isDue,
  type OutboxStore,
  withWaiting,
} from './store-types.ts';

export async function openOutboxStore(name?: string): Promise<OutboxStore & { close(): void }> {
  const db = await openOutboxDatabase(name);
  return { ...items(db), ...claimsAndHolds(db), close: () => db.close() };
}

/** Every position of one account and state. */
function orderOf(accountId: string, state: OutboxState): IDBKeyRange {
  return IDBKeyRange.bound([accountId, state, -Infinity], [accountId, state, Infinity]);
}

function items(db: OutboxDatabase) {
  return {
    async add(added: readonly OutboxItem[]) {
      const tx = db.transaction('items', 'readwrite');
      await Promise.all([...added.map((item) => tx.store.add(item)), tx.done]);
    },

    get: (id: string) => db.get('items', id),

    async change(id: string, step: (item: OutboxItem) => OutboxItem | null, claim: 'sole' | 'shared') {
      const tx = db.transaction(['items', 'claims'], 'readwrite');
      const [store, claims] = [tx.objectStore('items'), tx.objectStore('claims')];
      const item = await store.get(id);
      if (item === undefined) return undefined;
      // Whatever throws does so before the first write: then the transaction ends with nothing changed.
      const next = step(item);
      const writes: (() => Promise<unknown>)[] = [() => (next === null ? store.delete(id) : store.put(next))];
      if (next !== null && item.state !== 'accepted' && next.state === 'accepted') {
        const { accountId } = next;
        const fileCode = next.fileCode ?? '';
        const taken = await claims.index('file').getKey([accountId, fileCode]);
        if (taken !== undefined && claim === 'sole') throw new ClaimedError(fileCode);
        if (taken === undefined) writes.push(() => claims.add({ accountId, fileCode }));
        const oldest = (await claims.count()) < claimsKept ? null : await claims.openKeyCursor();
        if (oldest) writes.push(() => claims.delete(oldest.primaryKey));
      }
      await Promise.all([...writes.map((write) => write()), tx.done]);
      return next;
    },

    async reposition(positions: ReadonlyMap<string, number>, now: number) {
      const tx = db.transaction('items', 'readwrite');
      for (const [id, position] of positions) {
        const item = await tx.store.get(id);
        if (item?.state === 'queued') await tx.store.put({ ...item, position, changedAt: now });
      }
      await tx.done;
    },

    async lastPosition() {
      const tx = db.transaction('items');
      const cursor = await tx.store.index('position').openKeyCursor(null, 'prev');
      return cursor?.key ?? 0;
    },

    async accountIds() {
      const found: string[] = [];
      const index = db.transaction('items').store.index('order');
      let cursor = await index.openKeyCursor();
      while (cursor !== null) {
        const [accountId] = cursor.key;
        found.push(accountId);
        // Jumps over the account's items: no key of the account sorts after an array in the second place.
        cursor = await cursor.continue([accountId, []] as unknown as [string, OutboxState, number]);
      }
      return found;
    },

    inState: (accountId: string, state: OutboxState) =>
      db.getAllFromIndex('items', 'order', orderOf(accountId, state)),

    async nextQueued(accountId: string, now: number, besides: ReadonlySet<string> = new Set()) {
      const index = db.transaction('items').store.index('order');
      for await (const { value } of index.iterate(orderOf(accountId, 'queued'))) {
        if (isDue(value, now) && !besides.has(value.id)) return value;
      }
      return undefined;
    },

    async list() {
      const { items, holds, paused } = await readDisk(db);
      return withWaiting(items.sort(byPosition), holds, paused);
    },

    async counts() {
      const index = db.transaction('items').store.index('state');
      const counts = emptyCounts();
      await Promise.all(
        (Object.keys(counts) as OutboxState[]).map(async (state) => {
          counts[state] = await index.count(state);
        }),
      );
      return counts;
    },
  };
}

function claimsAndHolds(db: OutboxDatabase) {
  return {
    async claimed(accountId: string, fileCodes: readonly string[]) {
      const index = db.transaction('claims').store.index('file');
      const keys = await Promise.all(fileCodes.map((fileCode) => index.getKey([accountId, fileCode])));
      return new Set(fileCodes.filter((_, at) => keys[at] !== undefined));
    },

    hold: (accountId: string) => db.get('holds', accountId),
    async setHold(hold: Hold) {
      await db.put('holds', hold);
    },
    clearHold: (accountId: string) => db.delete('holds', accountId),

    paused: async () => (await db.get('switches', 'paused')) === true,
    async setPaused(paused: boolean) {
      await db.put('switches', paused, 'paused');
    },

    async removeAccount(accountId: string) {
      const tx = db.transaction(['items', 'claims', 'holds'], 'readwrite');
      const everything = IDBKeyRange.bound([accountId], [accountId, []]);
      const stores = [
        tx.objectStore('items').index('order').openCursor(everything),
        tx.objectStore('claims').index('file').openCursor(everything),
      ];
      await tx.objectStore('holds').delete(accountId);
      for (let cursor of await Promise.all(stores)) {
        while (cursor !== null) {
          await cursor.delete();
          cursor = await cursor.continue();
        }
      }
      await tx.done;
    },
  };
}
