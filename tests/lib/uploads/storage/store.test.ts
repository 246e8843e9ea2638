/** Both stores keep the same promises. `fake-indexeddb` stands in for the one thing that Node does not have. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, StorageError } from '../../../../lib/storage/database.ts';
import { createEvent, type NewEvent } from '../../../../lib/uploads/event.ts';
import { createUploadsDatabase, type UploadsSchema } from '../../../../lib/uploads/storage/database.ts';
import { createDiskStore } from '../../../../lib/uploads/storage/disk-store.ts';
import { createMemoryStore, memoryKey } from '../../../../lib/uploads/storage/memory-store.ts';
import {
  combineStores,
  createUploadId,
  firstMemoryEventId,
  type UploadStore,
  type UploadTransaction,
} from '../../../../lib/uploads/storage/store.ts';
import { shownStates, type Upload, type UploadState } from '../../../../lib/uploads/upload.ts';
import { createFakeFrozenArea, runningUpload, sampleUpload } from '../samples.ts';

const databases: Database<UploadsSchema>[] = [];
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
});

function openDatabase(name: string = crypto.randomUUID()): Database<UploadsSchema> {
  const database = createUploadsDatabase(name);
  databases.push(database);
  return database;
}
const openDisk = (name?: string) => createDiskStore(openDatabase(name));

/** A disk that cannot be used. */
const brokenDisk = (reason: StorageError['reason']): UploadStore => ({
  transact: () => Promise.reject(new StorageError('linkhaul-uploads', reason)),
});

const kinds: readonly (readonly [string, () => UploadStore])[] = [
  ['IndexedDB', () => openDisk()],
  ['memory', () => createMemoryStore(createFakeFrozenArea())],
  ['both together', () => combineStores(openDisk(), createMemoryStore(createFakeFrozenArea()))],
  [
    'memory, where the browser has no disk',
    () => combineStores(brokenDisk('unavailable'), createMemoryStore(createFakeFrozenArea())),
  ],
];

const many = (count: number, changes: Partial<Upload> = {}) =>
  Array.from({ length: count }, (_, at) => sampleUpload({ id: `upload-${at}`, order: at + 1, ...changes }));

const put = (store: UploadStore, ...uploads: readonly Upload[]) =>
  store.transact('write', async (tx) => {
    for (const upload of uploads) await tx.put(upload);
  });
const read = <T>(store: UploadStore, work: (tx: UploadTransaction) => Promise<T>) =>
  store.transact('read', work);
const queueOf = async (store: UploadStore, accountId = 'account') =>
  (await read(store, (tx) => tx.listInStates(accountId, ['queued']))).map(({ id }) => id);
const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  ...createEvent('done', sampleUpload(), 1_000),
  ...changes,
});

describe.each(kinds)('%s', (_, open) => {
  test('keeps a thousand uploads in order and counts them', async () => {
    const store = open();
    await put(store, ...many(1_000).reverse());
    expect(
      (await read(store, (tx) => tx.listInStates('account', ['queued']))).map(({ order }) => order),
    ).toEqual(Array.from({ length: 1_000 }, (__, at) => at + 1));
    expect(await read(store, (tx) => tx.count('account', 'queued'))).toBe(1_000);
    expect(await read(store, (tx) => tx.count('account', 'sending'))).toBe(0);
    expect(await read(store, (tx) => tx.getLastOrder('account'))).toBe(1_000);
    expect(await read(store, (tx) => tx.listInStates('account', ['queued'], 2))).toHaveLength(2);
  });

  test('shows the second of two concurrent changes the result of the first', async () => {
    const store = open();
    await put(store, sampleUpload());
    const add = () =>
      store.transact('write', async (tx) => {
        const before = await tx.get('one');
        if (before) await tx.put({ ...before, attempts: before.attempts + 1 });
      });
    await Promise.all([add(), add(), add()]);
    expect((await read(store, (tx) => tx.get('one')))?.attempts).toBe(3);
  });

  test('returns the first accepted uploads of an account, in order', async () => {
    const store = open();
    await put(
      store,
      sampleUpload({ id: 'waits', order: 1, wait: { reason: 'network', untilMs: 9_000 } }),
      sampleUpload({ id: 'refused', order: 2, state: 'refused' }),
      sampleUpload({ id: 'other', order: 3, accountId: 'another' }),
      sampleUpload({ id: 'second', order: 5 }),
      sampleUpload({ id: 'first', order: 4.5 }),
    );
    const take = async (accountId: string, most: number) =>
      (await read(store, (tx) => tx.listFirst(accountId, 'queued', ({ wait }) => wait === null, most))).map(
        ({ id }) => id,
      );
    expect(await take('account', 1)).toEqual(['first']);
    expect(await take('account', 5)).toEqual(['first', 'second']);
    expect(await take('nobody', 5)).toEqual([]);
    expect([...(await read(store, (tx) => tx.listAccountIds()))].sort()).toEqual(['account', 'another']);
    expect(await queueOf(store)).toEqual(['waits', 'first', 'second']);
  });

  test('finds by file code and by address, each within its account', async () => {
    const store = open();
    await put(
      store,
      runningUpload({ fileCode: 'code' }),
      runningUpload({ id: 'other', accountId: 'another', fileCode: 'code' }),
      sampleUpload({ id: 'same', order: 2 }),
    );
    const byFileCode = async (accountId: string, code: string) =>
      (await read(store, (tx) => tx.findByFileCode(accountId, code)))?.id;
    expect(await byFileCode('account', 'code')).toBe('one');
    expect(await byFileCode('another', 'code')).toBe('other');
    expect(await byFileCode('account', 'free')).toBeUndefined();
    const { addressKey } = sampleUpload();
    const found = await read(store, (tx) => tx.findByAddress('account', addressKey));
    expect(found.map(({ id }) => id).sort()).toEqual(['one', 'same']);
  });

  test('changes nothing when a transaction fails, including events and waits', async () => {
    const store = open();
    await put(store, sampleUpload());
    const failing = store.transact('durable', async (tx) => {
      await tx.put(sampleUpload({ state: 'refused' }));
      await tx.put(sampleUpload({ id: 'two' }));
      await tx.addEvent(event());
      await tx.setBackoff({ accountId: 'account', reason: 'slots', untilMs: 1, failures: 1, failure: null });
      await tx.setMeta('paused', true);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await queueOf(store)).toEqual(['one']);
    const rest = await read(store, async (tx) => [
      await tx.get('two'),
      await tx.listPendingEvents(9),
      await tx.listBackoffs(),
      await tx.getMeta('paused'),
    ]);
    expect(rest).toEqual([undefined, [], [], undefined]);
  });

  test('sees its own changes within a transaction', async () => {
    const store = open();
    const seen = await store.transact('write', async (tx) => {
      await tx.put(runningUpload());
      await tx.addEvent(event({ ref: 'once' }));
      return [
        await tx.get('one'),
        await tx.findByFileCode('account', 'one'),
        await tx.addEvent(event({ ref: 'once' })),
      ];
    });
    expect(seen).toEqual([runningUpload(), runningUpload(), false]);
  });

  test('delivers events once, in order, and stores events with the same ref once', async () => {
    const store = open();
    const emit = (...events: readonly NewEvent[]) =>
      store.transact('write', async (tx) => {
        for (const each of events) await tx.addEvent(each);
      });
    await emit(event({ title: 'a' }), event({ title: 'b', ref: 'b' }));
    await emit(event({ title: 'again', ref: 'b' }), event({ title: 'c', kind: 'blocked' }));
    const pending = await read(store, (tx) => tx.listPendingEvents(2));
    expect(pending.map(({ title }) => title)).toEqual(['a', 'b']);
    await store.transact('write', (tx) => tx.markDelivered(pending));
    const rest = await read(store, (tx) => tx.listPendingEvents(9));
    expect(rest.map(({ title }) => title)).toEqual(['c']);
    await store.transact('write', (tx) => tx.markDelivered(rest));
    await emit(event({ title: 'd' }));
    expect((await read(store, (tx) => tx.listPendingEvents(9))).map(({ title }) => title)).toEqual(['d']);
    // What was not delivered yet is kept, whatever is trimmed.
    await store.transact('write', (tx) => tx.trimEvents(0));
    expect((await read(store, (tx) => tx.listPendingEvents(9))).map(({ title }) => title)).toEqual(['d']);
    await emit(event({ title: 'again', ref: 'b' }));
    expect((await read(store, (tx) => tx.listPendingEvents(9))).map(({ title }) => title)).toEqual([
      'd',
      'again',
    ]);
  });

  test('removes everything of an account, and nothing of others', async () => {
    const store = open();
    await put(store, ...many(2), runningUpload(), sampleUpload({ id: 'other', accountId: 'another' }));
    const backoff = { reason: 'account', untilMs: null, failures: 1, failure: null } as const;
    await store.transact('write', async (tx) => {
      await tx.setBackoff({ ...backoff, accountId: 'account' });
      await tx.setBackoff({ ...backoff, accountId: 'another' });
      await tx.deleteAccount('account');
    });
    expect(await read(store, (tx) => tx.listAccountIds())).toEqual(['another']);
    expect((await read(store, (tx) => tx.listBackoffs())).map(({ accountId }) => accountId)).toEqual([
      'another',
    ]);
    expect(await read(store, (tx) => tx.getBackoff('account'))).toBeUndefined();
    await store.transact('write', (tx) => tx.clearBackoff('another'));
    expect(await read(store, (tx) => tx.listBackoffs())).toEqual([]);
  });
});

describe('the same operations have the same results on disk, in memory and in both', () => {
  const states: readonly UploadState[] = [...shownStates, 'archived'];
  const names = ['a', 'b', 'c', 'd', 'e'];
  const ids = names.flatMap((name) => [name, createUploadId(true, name)]);
  const accountId = fc.constantFrom('account', 'another');
  const given = {
    at: fc.nat(4),
    isPrivate: fc.boolean(),
    accountId,
    state: fc.constantFrom(...states),
    order: fc.integer({ min: -9, max: 9 }),
  };
  const upload = fc.record(given).map(({ at, isPrivate, order, ...rest }) => {
    const name = names[at] ?? '';
    const id = createUploadId(isPrivate, name);
    // No two have the same order, nor the same file.
    const own = {
      id,
      private: isPrivate,
      order: order + ids.indexOf(id) / 10,
      fileCode: at === 4 ? null : id,
    };
    return sampleUpload({ ...rest, ...own, addressKey: name });
  });
  const newEvent = fc
    .record({
      kind: fc.constantFrom('done' as const, 'blocked' as const),
      ref: fc.constantFrom(null, null, 'ref'),
    })
    .map((given) => event(given));
  type Operation = (tx: UploadTransaction) => Promise<unknown>;
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    upload.map(
      (each): Operation =>
        (tx) =>
          tx.put(each),
    ),
    upload.map(
      (each): Operation =>
        (tx) =>
          tx.delete(each),
    ),
    newEvent.map(
      (each): Operation =>
        (tx) =>
          tx.addEvent(each),
    ),
    fc.integer({ min: 1, max: 3 }).map(
      (most): Operation =>
        async (tx) =>
          tx.markDelivered(await tx.listPendingEvents(most)),
    ),
    fc.nat(3).map(
      (kept): Operation =>
        (tx) =>
          tx.trimEvents(kept),
    ),
    accountId.map(
      (each): Operation =>
        (tx) =>
          tx.deleteAccount(each),
    ),
    fc.record({ accountId, untilMs: fc.option(fc.nat()) }).map(
      (given): Operation =>
        (tx) =>
          tx.setBackoff({ ...given, reason: 'slots', failures: 1, failure: null }),
    ),
    accountId.map(
      (each): Operation =>
        (tx) =>
          tx.clearBackoff(each),
    ),
    fc.boolean().map(
      (paused): Operation =>
        (tx) =>
          tx.setMeta('paused', paused),
    ),
  );

  /** The results of all reads, without the ids of events, which differ between stores. */
  async function contentOf(store: UploadStore): Promise<unknown> {
    return read(store, async (tx) => ({
      accountIds: [...(await tx.listAccountIds())].sort(),
      uploads: await Promise.all(ids.map((id) => tx.get(id))),
      codes: await Promise.all(ids.map((id) => tx.findByFileCode('account', id))),
      addresses: (await tx.findByAddress('account', 'a')).map(({ id }) => id).sort(),
      inStates: await Promise.all(states.map((state) => tx.listInStates('account', [state]))),
      take: (await tx.listFirst('another', 'queued', ({ id }) => id !== 'a', 2)).map(({ id }) => id),
      counts: await Promise.all(states.map((state) => tx.count('account', state))),
      lastOrder: await tx.getLastOrder('account'),
      events: (await tx.listPendingEvents(99)).map(({ kind, ref }) => [kind, ref]),
      backoffs: [...(await tx.listBackoffs())].sort((one, other) =>
        one.accountId.localeCompare(other.accountId),
      ),
      paused: await tx.getMeta('paused'),
    }));
  }

  test('in any order', { timeout: 60_000 }, async () => {
    const transactions = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
    const property = fc.asyncProperty(transactions, async (list) => {
      const stores = kinds.map(([, open]) => open());
      for (const operations of list) {
        const results = [];
        for (const store of stores)
          results.push(
            await store.transact('write', async (tx) => {
              for (const each of operations) await each(tx);
            }),
          );
      }
      const [disk, ...others] = await Promise.all(stores.map(contentOf));
      for (const other of others) expect(other).toEqual(disk);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('on disk', () => {
  test('rejects two uploads of an account with the same file code', async () => {
    const store = openDisk();
    await put(store, runningUpload());
    const claiming = put(store, sampleUpload({ id: 'before' }), runningUpload({ id: 'two' }));
    await expect(claiming).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await read(store, (tx) => tx.get('before'))).toBeUndefined();
    await put(
      store,
      runningUpload({ id: 'two', accountId: 'another' }),
      runningUpload({ id: 'x', fileCode: null }),
      runningUpload({ id: 'y', fileCode: null }),
    );
  });

  test('keeps uploads after the database is reopened', async () => {
    await put(openDisk('again'), sampleUpload());
    databases.splice(0)[0]?.close();
    expect(await read(openDisk('again'), (tx) => tx.get('one'))).toEqual(sampleUpload());
  });

  test('writes what must survive a power loss with strict durability, the rest without', async () => {
    const database = openDatabase();
    const durabilities: unknown[] = [];
    const watched: Database<UploadsSchema> = {
      ...database,
      use: (work) =>
        database.use((db) =>
          work(
            new Proxy(db, {
              get: (target, name) => {
                const value: unknown = Reflect.get(target, name);
                if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
                return (...args: Parameters<typeof target.transaction>) => {
                  durabilities.push([args[1], args[2]?.durability]);
                  return target.transaction(...args);
                };
              },
            }),
          ),
        ),
    };
    const store = createDiskStore(watched);
    for (const mode of ['read', 'write', 'durable'] as const)
      await store.transact(mode, (tx) => tx.get('one'));
    expect(durabilities).toEqual([
      ['readonly', undefined],
      ['readwrite', undefined],
      ['readwrite', 'strict'],
    ]);
  });

  test.each<[what: string, changes: Record<string, unknown>]>([
    ['a state that nobody knows', { state: 'levitating' }],
    ['no folder', { folder: null }],
    ['a text for a number', { sentAtMs: 'yesterday' }],
    ['a field that is missing', { twins: undefined }],
  ])('skips a record with %s', async (_, changes) => {
    const database = openDatabase();
    const store = createDiskStore(database);
    await put(store, sampleUpload({ id: 'good', order: 2 }));
    const bad = { ...runningUpload({ id: 'bad', state: 'queued' }), ...changes };
    await database.use((db) => db.put('uploads', bad as unknown as Upload));
    expect(await queueOf(store)).toEqual(['good']);
    const found = await read(store, async (tx) => [
      await tx.get('bad'),
      await tx.findByFileCode('account', 'one'),
      (await tx.findByAddress('account', bad.addressKey)).map(({ id }) => id),
      (await tx.listFirst('account', 'queued', () => true, 9)).map(({ id }) => id),
    ]);
    expect(found).toEqual([undefined, undefined, ['good'], ['good']]);
    await store.transact('write', (tx) => tx.deleteAccount('account'));
    expect(await read(store, (tx) => tx.listAccountIds())).toEqual([]);
  });
});

describe('in memory', () => {
  test('keeps what a terminated process has stored', async () => {
    const area = createFakeFrozenArea();
    await put(createMemoryStore(area), sampleUpload());
    expect(await queueOf(createMemoryStore(area))).toEqual(['one']);
  });

  test.each([undefined, null, 7, { uploads: 7, events: null }, { uploads: [{ id: 'x' }] }])(
    'skips damaged values: %o',
    async (value) => {
      const area = createFakeFrozenArea();
      await area.set({ [memoryKey]: value });
      expect(await read(createMemoryStore(area), (tx) => tx.listAccountIds())).toEqual([]);
    },
  );

  test('rejects what does not fit, and changes nothing', async () => {
    const store = createMemoryStore(createFakeFrozenArea());
    await put(store, sampleUpload());
    const large = sampleUpload({ id: 'large', title: 'x'.repeat(5 * 1024 * 1024) });
    await expect(put(store, large)).rejects.toMatchObject({ name: 'StorageError', reason: 'full' });
    expect(await queueOf(store)).toEqual(['one']);
  });

  test('removes the older half of the finished uploads when it is full', async () => {
    const store = createMemoryStore(createFakeFrozenArea());
    const title = 'x'.repeat(1_000);
    const ended = Array.from({ length: 3_000 }, (_, at) =>
      runningUpload({ id: `${at}`, fileCode: `${at}`, state: 'done', title, order: -at, endedAtMs: at }),
    );
    await put(store, sampleUpload({ id: 'queued' }), ...ended);
    const left = (await read(store, (tx) => tx.listInStates('account', ['done']))).map(({ id }) =>
      Number(id),
    );
    expect([left.length, left.at(-1), left[0]]).toEqual([1_500, 1_500, 2_999]);
    expect(await queueOf(store)).toEqual(['queued']);
  });

  test('does not keep what the browser failed to store', async () => {
    const area = createFakeFrozenArea();
    const store = createMemoryStore({
      ...area,
      set: async (items) => {
        if (JSON.stringify(items).includes('two')) throw new Error('no room');
        await area.set(items);
      },
    });
    await put(store, sampleUpload());
    await expect(put(store, sampleUpload({ id: 'two' }))).rejects.toMatchObject({ reason: 'full' });
    expect(await queueOf(store)).toEqual(['one']);
  });
});

describe('with both', () => {
  function openBoth() {
    const [disk, area] = [openDisk(), createFakeFrozenArea()];
    return { disk, area, store: combineStores(disk, createMemoryStore(area)) };
  }
  const secret = 'https://secret.example/';
  const hidden = sampleUpload({ id: createUploadId(true, 'x'), order: 1, private: true, url: secret });

  test('stores nothing of links from private windows on disk, and keeps the order of all', async () => {
    const { disk, area, store } = openBoth();
    await put(store, sampleUpload({ id: createUploadId(false, 'y'), order: 2 }), hidden);
    await store.transact('write', (tx) => tx.addEvent(createEvent('done', { ...hidden, title: secret }, 1)));
    expect(await queueOf(store)).toEqual([hidden.id, 'y']);
    const take = await read(store, (tx) => tx.listFirst('account', 'queued', () => true, 1));
    expect(take.map(({ id }) => id)).toEqual([hidden.id]);
    expect(await read(disk, async (tx) => [await tx.listPendingEvents(9), await tx.get(hidden.id)])).toEqual([
      [],
      undefined,
    ]);
    expect(await queueOf(disk)).toEqual(['y']);

    const [first] = await read(store, (tx) => tx.listPendingEvents(9));
    expect(first).toMatchObject({ url: secret, id: firstMemoryEventId });
    await store.transact('write', async (tx) => {
      if (first) await tx.markDelivered([first]);
      await tx.delete(hidden);
    });
    expect(JSON.stringify([...area.values])).not.toContain('secret.example');
  });

  test('keeps uploads from elsewhere in memory only', async () => {
    const { disk, store } = openBoth();
    const others = runningUpload({ id: createUploadId(true, 'theirs'), source: 'elsewhere', claim: null });
    await put(store, others);
    expect(await read(disk, (tx) => tx.listAccountIds())).toEqual([]);
    expect(await read(store, (tx) => tx.findByFileCode('account', 'one'))).toEqual(others);
    expect(await read(store, (tx) => tx.count('account', 'running')), 'it is not ours').toBe(0);
  });

  test('delivers the events of both, each once', async () => {
    const { store } = openBoth();
    await store.transact('write', async (tx) => {
      await tx.addEvent(event({ title: 'on disk' }));
      await tx.addEvent(event({ title: 'in memory', private: true }));
    });
    const pending = await read(store, (tx) => tx.listPendingEvents(9));
    expect(pending.map(({ title }) => title)).toEqual(['on disk', 'in memory']);
    await store.transact('write', (tx) => tx.markDelivered(pending));
    expect(await read(store, (tx) => tx.listPendingEvents(9))).toEqual([]);
  });

  test('changes neither when one of them fails', async () => {
    const { store } = openBoth();
    await put(store, runningUpload());
    await expect(put(store, hidden, runningUpload({ id: 'two' }))).rejects.toMatchObject({
      name: 'ConstraintError',
    });
    expect(await read(store, (tx) => tx.get(hidden.id))).toBeUndefined();
  });

  test('rejects other failures of the disk', async () => {
    for (const reason of ['damaged', 'full', 'newer-version'] as const) {
      const area = createFakeFrozenArea();
      const store = combineStores(brokenDisk(reason), createMemoryStore(area));
      await expect(put(store, sampleUpload())).rejects.toMatchObject({ reason });
      expect([...area.values]).toEqual([]);
    }
  });

  test('waits for a disk that was available before', async () => {
    const [disk, area] = [openDisk(), createFakeFrozenArea()];
    let isBroken = false;
    const failing: UploadStore = {
      transact: (mode, work) => (isBroken ? brokenDisk('unavailable') : disk).transact(mode, work),
    };
    const store = combineStores(failing, createMemoryStore(area));
    await put(store, sampleUpload());
    isBroken = true;
    await expect(put(store, sampleUpload({ id: 'two' }))).rejects.toMatchObject({ reason: 'unavailable' });
    isBroken = false;
    expect(await queueOf(store)).toEqual(['one']);
  });

  test('uses memory alone without a disk, from the first transaction', async () => {
    const area = createFakeFrozenArea();
    const store = combineStores(brokenDisk('unavailable'), createMemoryStore(area));
    await Promise.all([put(store, sampleUpload()), put(store, sampleUpload({ id: 'two' }))]);
    expect(await queueOf(store)).toEqual(['one', 'two']);
    expect(await queueOf(combineStores(brokenDisk('unavailable'), createMemoryStore(area)))).toEqual([
      'one',
      'two',
    ]);
  });
});
