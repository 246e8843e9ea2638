/** Both stores keep the same promises. `fake-indexeddb` replaces the only part that Node.js lacks. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, StorageError } from '../../../../lib/storage/database.ts';
import { createEvent, type NewEvent } from '../../../../lib/uploads/event.ts';
import { createDiskStore } from '../../../../lib/uploads/storage/disk-store.ts';
import { createMemoryStore, memoryKey } from '../../../../lib/uploads/storage/memory-store.ts';
import {
  combineStores,
  type UploadStore,
  type UploadTransaction,
} from '../../../../lib/uploads/storage/upload-store.ts';
import {
  createUploadsDatabase,
  type UploadsSchema,
} from '../../../../lib/uploads/storage/uploads-database.ts';
import { shownStates, type Upload, type UploadState } from '../../../../lib/uploads/upload.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';
import { createFakeFrozenArea, putUploads, runningUpload, sampleUpload } from '../samples.ts';

function openDatabase(): Database<UploadsSchema> {
  const database = createUploadsDatabase(createDatabaseName());
  onTestFinished(() => database.close());
  return database;
}
const openDisk = () => createDiskStore(openDatabase());

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

const read = <T>(store: UploadStore, work: (tx: UploadTransaction) => Promise<T>) =>
  store.transact('read', work);
const listQueue = async (store: UploadStore, accountId = 'account') =>
  (await read(store, (tx) => tx.listInStates(accountId, ['queued']))).map(({ id }) => id);
const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  ...createEvent('done', sampleUpload(), 1_000),
  ...changes,
});

test('the same operations have the same results on disk, in memory and in both', async () => {
  const states: readonly UploadState[] = [...shownStates, 'archived'];
  const names = ['a', 'b', 'p.0', 'p.1', 'q.2'];
  const ids = names.flatMap((name) => [name, `private ${name}`]);
  const accountId = fc.constantFrom('account', 'another');
  const given = {
    at: fc.nat(4),
    isPrivate: fc.boolean(),
    accountId,
    state: fc.oneof(fc.constant<UploadState>('queued'), fc.constantFrom(...states)),
    order: fc.integer({ min: -9, max: 9 }),
  };
  const upload = fc.record(given).map(({ at, isPrivate, order, ...rest }) => {
    const name = names[at] ?? '';
    const id = isPrivate ? `private ${name}` : name;
    // No two uploads share an order or a file.
    const own = { order: order + ids.indexOf(id) / 10, fileCode: at === 4 ? null : id };
    return sampleUpload({ ...rest, ...own, id, private: isPrivate, addressKey: name });
  });
  const newEvent = fc
    .record({
      title: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('done' as const, 'blocked' as const),
    })
    .map((given) => event(given));
  const on = <T>(given: fc.Arbitrary<T>, work: (tx: UploadTransaction, given: T) => Promise<unknown>) =>
    given.map((each) => ({ run: (tx: UploadTransaction) => work(tx, each) }));
  const operation = fc.oneof(
    on(fc.array(upload), async (tx, list) => {
      const named = new Map(
        list.map((each) => [
          each.id,
          { ...each, accountId: each.id.includes('q') ? 'another' : 'account', fileCode: null },
        ]),
      );
      const known = await Promise.all([...named.keys()].map((id) => tx.get(id)));
      const added = [...named.values()].filter((_, at) => known[at] === undefined);
      await tx.addAll(added.sort((one, other) => one.order - other.order));
    }),
    on(upload, async (tx, each) => {
      await tx.put(each);
      return [await tx.get(each.id), await tx.findByFileCode(each.accountId, each.id)];
    }),
    on(upload, (tx, each) => tx.delete(each)),
    on(newEvent, (tx, each) => tx.addEvent(each)),
    on(fc.integer({ min: 1, max: 3 }), async (tx, most) => tx.deleteEvents(await tx.listDelivered(most))),
    on(fc.integer({ min: 1, max: 3 }), async (tx, most) =>
      tx.markDelivered(await tx.listPendingEvents(most)),
    ),
    on(fc.nat(3), (tx, kept) => tx.trimEvents(kept)),
    on(accountId, (tx, each) => tx.deleteAccount(each)),
    on(fc.boolean(), (tx, paused) => tx.setMeta('paused', paused)),
  );

  /** The results of all reads, without event ids, which differ between stores. */
  async function readContent(store: UploadStore): Promise<unknown> {
    return read(store, async (tx) => ({
      accountIds: [...(await tx.listAccountIds())].sort(),
      uploads: await Promise.all(ids.map((id) => tx.get(id))),
      codes: await Promise.all(ids.map((id) => tx.findByFileCode('account', id))),
      addresses: (await tx.findByAddress('account', 'a')).map(({ id }) => id).sort(),
      inStates: await Promise.all(states.map((state) => tx.listInStates('account', [state]))),
      // The limit applies to each store.
      isLimited: (await tx.listInStates('account', ['queued'], 1)).length <= tx.stores.length,
      take: (await tx.listFirst('another', 'queued', ({ id }) => id !== 'a', 2)).map(({ id }) => id),
      counts: await Promise.all(states.map((state) => tx.count('account', state))),
      lastOrder: await tx.getLastOrder('account'),
      events: (await tx.listPendingEvents(99)).map(({ kind, title }) => [kind, title]),
      delivered: (await tx.listDelivered(99)).map(({ kind, title }) => [kind, title]),
      paused: await tx.getMeta('paused'),
    }));
  }

  const transaction = fc.record({
    operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
    fails: fc.nat(5).map((dice) => dice === 0),
  });
  const property = fc.asyncProperty(fc.array(transaction, { maxLength: 12 }), async (list) => {
    const results = kinds.map(async ([, open]) => {
      const store = open();
      const answers: unknown[] = [];
      for (const { operations, fails } of list) {
        const work = store.transact('write', async (tx) => {
          for (const { run } of operations) answers.push(await run(tx));
          if (fails) throw new Error('no');
        });
        answers.push(await work.catch((error: Error) => error.message));
      }
      return { answers, content: await readContent(store) };
    });
    const [disk, ...others] = await Promise.all(results);
    for (const other of others) expect(other).toEqual(disk);
  });
  await fc.assert(property, { numRuns: 60 });
}, 60_000);

describe('on disk', () => {
  test('rejects two uploads of an account with the same file code', async () => {
    const store = openDisk();
    await putUploads(store, runningUpload());
    const claiming = putUploads(store, sampleUpload({ id: 'before' }), runningUpload({ id: 'two' }));
    await expect(claiming).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await read(store, (tx) => tx.get('before'))).toBeUndefined();
    await putUploads(
      store,
      runningUpload({ id: 'two', accountId: 'another' }),
      runningUpload({ id: 'x', fileCode: null }),
      runningUpload({ id: 'y', fileCode: null }),
    );
  });

  test('writes with strict durability what must survive a power loss, and nothing else', async () => {
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
    ['a field that is missing', { duplicates: undefined }],
  ])('skips a record with %s', async (_, changes) => {
    const database = openDatabase();
    const store = createDiskStore(database);
    await putUploads(store, sampleUpload({ id: 'good', order: 2 }));
    const bad = { ...runningUpload({ id: 'bad', state: 'queued' }), ...changes };
    await database.use((db) => db.put('uploads', bad as unknown as Upload));
    expect(await listQueue(store)).toEqual(['good']);
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

describe('packs', () => {
  const links = Array.from({ length: 600 }, (_, at) =>
    sampleUpload({ id: `${Math.floor(at / 200)}.${at}`, order: at + 1, addressKey: `${at}` }),
  );
  async function openPacked() {
    const database = openDatabase();
    const store = createDiskStore(database);
    await store.transact('write', async (tx) => {
      for (let at = 0; at < links.length; at += 200) await tx.addAll(links.slice(at, at + 200));
    });
    const countRecords = () =>
      database.use(async (db) => [await db.count('packs'), await db.count('uploads')] as const);
    return { store, database, countRecords };
  }

  test('hold the links of a large batch, until one of them changes', async () => {
    const { store, countRecords } = await openPacked();
    expect(await countRecords()).toEqual([3, 0]);
    const moved = sampleUpload({ ...links[250], order: 0.5 });
    await putUploads(store, moved);
    expect(await countRecords()).toEqual([2, 200]);
    await store.transact('write', (tx) => tx.delete(sampleUpload({ id: '2.500' })));
    expect(await countRecords()).toEqual([1, 399]);
    const left = links.filter((_, at) => at !== 250 && at !== 500);
    expect(await read(store, (tx) => tx.listInStates('account', ['queued']))).toEqual([moved, ...left]);
  });

  test('keep what only some of their links have', async () => {
    const store = openDisk();
    const mixed = [{}, { via: 'browser' as const }, { pageUrl: 'https://site.example/' }].map((own, at) =>
      sampleUpload({ ...links[at], ...own }),
    );
    for (const list of [
      mixed,
      mixed.toReversed().map((link, at) => ({ ...link, id: `1.${at}`, order: at + 4 })),
    ]) {
      await store.transact('write', (tx) => tx.addAll(list));
      expect((await read(store, (tx) => tx.listInStates('account', ['queued']))).slice(-3)).toEqual(list);
    }
  });

  test('don’t undo the changes of other links, and stay whole if a transaction fails', async () => {
    const { store, countRecords } = await openPacked();
    const renamed = links.slice(0, 5).map((link) => ({ ...link, title: 'changed' }));
    const change = (fails: boolean) =>
      store.transact('write', async (tx) => {
        await Promise.all(renamed.map((link) => tx.put(link)));
        if (fails) throw new Error('no');
      });
    await expect(change(true)).rejects.toThrow('no');
    expect(await countRecords()).toEqual([3, 0]);
    await change(false);
    expect(await listQueue(store)).toEqual(links.map(({ id }) => id));
    expect(await read(store, async (tx) => (await tx.get('0.4'))?.title)).toBe('changed');
  });

  test('are found by their addresses', async () => {
    const { store } = await openPacked();
    const found = (key: string) => read(store, (tx) => tx.findByAddress('account', key));
    expect([await found('0'), await found('599'), await found('600')]).toEqual([
      [links[0]],
      [links[599]],
      [],
    ]);
    const keys = await read(store, (tx) => tx.listAddressKeys('account', 9));
    expect(keys).toEqual(links.map(({ addressKey }) => addressKey));
  });

  test('are packed again when they are restored, unless their pack exists', async () => {
    const { store, countRecords } = await openPacked();
    const [one, two] = links.slice(0, 2);
    const restore = (...restored: readonly Upload[]) => store.transact('write', (tx) => tx.addAll(restored));
    await store.transact('write', async (tx) => {
      for (const link of links.slice(0, 200)) await tx.delete(link);
    });
    if (one && two) await Promise.all([restore(one), restore(two)]);
    expect(await countRecords()).toEqual([3, 1]);
    expect((await listQueue(store)).length).toBe(402);
  });

  test('skip damaged links, and are removed with their account', async () => {
    const { store, database } = await openPacked();
    await database.use(async (db) => {
      const [pack] = await db.getAll('packs');
      if (pack) await db.put('packs', { ...pack, changes: [{ url: 7 as never }] });
    });
    expect((await listQueue(store)).length).toBe(400);
    await store.transact('write', (tx) => tx.deleteAccount('account'));
    expect(await read(store, (tx) => tx.listAccountIds())).toEqual([]);
  });
});

describe('in memory', () => {
  test.each([undefined, null, 7, { uploads: 7, events: null }, { uploads: [{ id: 'x' }] }])(
    'skips damaged values: %o',
    async (value) => {
      const area = createFakeFrozenArea();
      await area.set({ [memoryKey]: value });
      expect(await read(createMemoryStore(area), (tx) => tx.listAccountIds())).toEqual([]);
    },
  );

  test('rejects data that doesn’t fit, and changes nothing', async () => {
    const store = createMemoryStore(createFakeFrozenArea());
    await putUploads(store, sampleUpload());
    const large = sampleUpload({ id: 'large', title: 'x'.repeat(5 * 1024 * 1024) });
    await expect(putUploads(store, large)).rejects.toMatchObject({ name: 'StorageError', reason: 'full' });
    expect(await listQueue(store)).toEqual(['one']);
  });

  test('removes the older half of the finished uploads when it is full', async () => {
    const store = createMemoryStore(createFakeFrozenArea());
    const title = 'x'.repeat(1_000);
    const ended = Array.from({ length: 3_000 }, (_, at) =>
      runningUpload({ id: `${at}`, fileCode: `${at}`, state: 'done', title, order: -at, endedAtMs: at }),
    );
    await putUploads(store, sampleUpload({ id: 'queued' }), ...ended);
    const left = (await read(store, (tx) => tx.listInStates('account', ['done']))).map(({ id }) =>
      Number(id),
    );
    expect([left.length, left.at(-1), left[0]]).toEqual([1_500, 1_500, 2_999]);
    expect(await listQueue(store)).toEqual(['queued']);
  });

  test('doesn’t keep what the browser failed to store', async () => {
    const area = createFakeFrozenArea();
    const store = createMemoryStore({
      ...area,
      set: async (items) => {
        if (JSON.stringify(items).includes('two')) throw new Error('no room');
        await area.set(items);
      },
    });
    await putUploads(store, sampleUpload());
    await expect(putUploads(store, sampleUpload({ id: 'two' }))).rejects.toMatchObject({ reason: 'full' });
    expect(await listQueue(store)).toEqual(['one']);
  });
});

describe('with both', () => {
  function openBoth() {
    const [disk, area] = [openDisk(), createFakeFrozenArea()];
    return { disk, area, store: combineStores(disk, createMemoryStore(area)) };
  }
  const secret = 'https://secret.example/';
  const hidden = sampleUpload({ id: 'x', order: 1, private: true, url: secret });

  test('stores nothing about links from private windows on disk, and keeps the order of all', async () => {
    const { disk, area, store } = openBoth();
    await putUploads(store, sampleUpload({ id: 'y', order: 2 }), hidden);
    await store.transact('write', (tx) => tx.addEvent(createEvent('done', { ...hidden, title: secret }, 1)));
    expect(await listQueue(store)).toEqual([hidden.id, 'y']);
    const take = await read(store, (tx) => tx.listFirst('account', 'queued', () => true, 1));
    expect(take.map(({ id }) => id)).toEqual([hidden.id]);
    expect(await read(disk, async (tx) => [await tx.listPendingEvents(9), await tx.get(hidden.id)])).toEqual([
      [],
      undefined,
    ]);
    expect(await listQueue(disk)).toEqual(['y']);

    const [first] = await read(store, (tx) => tx.listPendingEvents(9));
    expect(first).toMatchObject({ url: secret });
    await store.transact('write', async (tx) => {
      if (first) await tx.markDelivered([first]);
      await tx.delete(hidden);
    });
    expect(JSON.stringify([...area.values])).not.toContain('secret.example');
  });

  test('keeps external uploads in memory only', async () => {
    const { disk, store } = openBoth();
    const others = runningUpload({ id: 'theirs', source: 'external', claim: null });
    await putUploads(store, others);
    expect(await read(disk, (tx) => tx.listAccountIds())).toEqual([]);
    expect(await read(store, (tx) => tx.findByFileCode('account', 'one'))).toEqual(others);
    expect(await read(store, (tx) => tx.count('account', 'running')), 'it is not ours').toBe(0);
  });

  test('changes neither if one of them fails', async () => {
    const { store } = openBoth();
    await putUploads(store, runningUpload());
    await expect(putUploads(store, hidden, runningUpload({ id: 'two' }))).rejects.toMatchObject({
      name: 'ConstraintError',
    });
    expect(await read(store, (tx) => tx.get(hidden.id))).toBeUndefined();
  });

  test('rejects other failures of the disk', async () => {
    for (const reason of ['damaged', 'full', 'newer-version'] as const) {
      const area = createFakeFrozenArea();
      const store = combineStores(brokenDisk(reason), createMemoryStore(area));
      await expect(putUploads(store, sampleUpload())).rejects.toMatchObject({ reason });
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
    await putUploads(store, sampleUpload());
    isBroken = true;
    await expect(putUploads(store, sampleUpload({ id: 'two' }))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    isBroken = false;
    expect(await listQueue(store)).toEqual(['one']);
  });

  test('uses only memory without a disk, from the first transaction', async () => {
    const area = createFakeFrozenArea();
    const store = combineStores(brokenDisk('unavailable'), createMemoryStore(area));
    await Promise.all([putUploads(store, sampleUpload()), putUploads(store, sampleUpload({ id: 'two' }))]);
    expect(await listQueue(store)).toEqual(['one', 'two']);
    expect(await listQueue(combineStores(brokenDisk('unavailable'), createMemoryStore(area)))).toEqual([
      'one',
      'two',
    ]);
  });
});
