/** A faulty disk: records that are damaged or lost, and a database that was closed or deleted. */
import { deleteDB, unwrap } from 'idb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lostBlock, readBlock, toColumns } from '../../../../lib/catalog/columns/block.ts';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import {
  type CatalogDatabase,
  createCatalogDatabase,
} from '../../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';
import { accountId, day, type SyncSetup, setUpSync } from '../sync/sync-setup.ts';
import { listStoredFiles, sampleEntry } from './on-disk.ts';

const id = 'account';

const entry = (fileCode: string) => sampleEntry(fileCode, { folderId: '7' });
const entries = Array.from({ length: 2 * blockSize + 9 }, (_, at) => entry(`f${at}`));
const [inFirst, inLost, inLast] = ['f1', `f${blockSize + 1}`, `f${2 * blockSize + 1}`] as const;
const folders = [
  { folderId: '7', name: 'Films', code: null },
  { folderId: '8', name: 'Talks', code: null },
];

const subfolders = [{ folderId: '9', name: 'Short films', code: null }];

/** Three blocks and the folders of two lists, written by a worker that has ended. */
async function setUp() {
  const name = createDatabaseName();
  const database = createCatalogDatabase(name);
  onTestFinished(() => database.close());
  const before = createCatalogWriter(database);
  await before.apply(id, { files: entries, pass: 1, listed: { folderId: '0', folders } }, { step: 1 });
  await before.apply(id, { listed: { folderId: '7', folders: subfolders } });
  return {
    name,
    database,
    before,
    writer: () => createCatalogWriter(database),
    read: () => createCatalogReader(database).read(id),
  };
}

type StoreName = 'accounts' | 'blocks' | 'addresses' | 'lastSeen' | 'folderLists';
const inStore = {
  accounts: id,
  blocks: [id, 1],
  addresses: [id, 1],
  lastSeen: [id, 1],
  folderLists: [id, '7'],
};

const damages: Readonly<Record<string, (database: CatalogDatabase, store: StoreName) => Promise<unknown>>> = {
  /** Keeps the keys and replaces everything else. */
  replaced: (database, store) =>
    database.use((db) => {
      const keys = { accountId: id, ...(store === 'folderLists' ? { parentId: '7' } : { number: 1 }) };
      const junk = { codes: 'f1', titles: 7, folders: [1, null], flags: null, heads: 'h', image: [1] };
      return db.put(store, {
        ...keys,
        ...junk,
        version: 9,
        files: 9,
        blocks: 3,
        passes: [1],
        name: 5,
      } as never);
    }),
  deleted: (database, store) => database.use((db) => db.delete(store, inStore[store] as never)),
  /** The browser has lost the file that held the record, so every read of it fails. */
  unreadable: (database, store) =>
    database.use(async (db) => {
      const { rawObjectStores } = (unwrap(db) as unknown as { _rawDatabase: RawDatabase })._rawDatabase;
      const record = rawObjectStores.get(store)?.records.get(inStore[store]);
      // Functions can't be cloned.
      if (record) record.value = () => {};
    }),
};
interface RawDatabase {
  readonly rawObjectStores: ReadonlyMap<string, { records: { get(key: unknown): { value: unknown } } }>;
}
const everyDamage = Object.keys(damages);
const damage = (how: string, database: CatalogDatabase, store: StoreName) => damages[how]?.(database, store);

describe.each(everyDamage)('a block that is %s', (how) => {
  it('is left out by pages, which report it', async () => {
    const { database, before, read } = await setUp();
    const reader = createCatalogReader(database);
    const intact = await reader.read(id);
    expect([intact.syncStatus.isDamaged, intact.size]).toEqual([false, entries.length]);
    await before.apply(id, { patches: [{ fileCode: inLost, title: 'Other' }] });
    await damage(how, database, 'blocks');
    for (const snapshot of [await read(), await reader.read(id)]) {
      expect(snapshot.syncStatus).toMatchObject({ isDamaged: true, files: blockSize + 9 });
      expect([snapshot.size, snapshot.fileIds().length]).toEqual([blockSize + 9, blockSize + 9]);
      const fileIds = [inFirst, inLost, inLast].map((code) => snapshot.fileId(code));
      expect(fileIds).toEqual([1, null, 2 * blockSize + 1]);
      const sorted = snapshot.sorted(snapshot.fileIds(), { column: 'title', descending: false });
      expect(sorted).toHaveLength(snapshot.size);
      expect(snapshot.search('title').length).toBeGreaterThan(0);
    }
  });

  it('is skipped by the writer, and replaced by an empty one', async () => {
    const { database, writer, read } = await setUp();
    await damage(how, database, 'blocks');
    const next = writer();
    expect(await next.isDamaged(id)).toBe(true);
    const found = await next.files(id, [inFirst, inLost, inLast]);
    expect(found.map(({ fileCode }) => fileCode)).toEqual([inFirst, inLast]);
    expect(await next.unseen(id, 1)).toEqual([]);

    await next.apply(id, { files: [entry(inLost)], patches: [{ fileCode: inFirst, title: 'Other' }] });
    expect(await next.isDamaged(id)).toBe(false);
    const snapshot = await read();
    expect([snapshot.syncStatus.isDamaged, snapshot.size]).toEqual([false, blockSize + 10]);
    expect(snapshot.file(1)?.title).toBe('Other');
    // An id is never given to another file.
    expect([snapshot.fileId(inLost), snapshot.file(blockSize + 1)]).toEqual([2 * blockSize + 9, null]);
    const kept = await database.use((db) => db.get('addresses', [id, 1]));
    expect(kept?.tails).toEqual([]);
    expect(await writer().isDamaged(id)).toBe(false);
  });
});

it.each(['codes', 'titles', 'folderIds', 'folders', 'flags'] as const)(
  'a block without %s counts as lost',
  (column) => {
    const columns = toColumns([null]);
    expect(readBlock(columns).slots).toBe(1);
    expect(readBlock({ ...columns, [column]: undefined })).toBe(lostBlock);
    expect(readBlock({ ...columns, flags: new Uint8Array(2) })).toBe(lostBlock);
  },
);

it('a lost last block keeps its ids', async () => {
  const { database, writer, read } = await setUp();
  await database.use((db) => db.delete('blocks', [id, 2]));
  await writer().apply(id, { files: [entry(inLast)] });
  expect((await read()).fileId(inLast)).toBe(3 * blockSize);
});

it('a block is used again once it can be read', async () => {
  const { database } = await setUp();
  const block = await database.use((db) => db.get('blocks', [id, 1]));
  await damage('deleted', database, 'blocks');
  const reader = createCatalogReader(database);
  expect((await reader.read(id)).syncStatus.isDamaged).toBe(true);
  if (block) await database.use((db) => db.put('blocks', block));
  const snapshot = await reader.read(id);
  expect([snapshot.syncStatus.isDamaged, snapshot.size]).toEqual([false, entries.length]);
});

describe.each(everyDamage)('other records that are %s', (how) => {
  it('addresses: are unknown until they are listed again', async () => {
    const { database, writer } = await setUp();
    await damage(how, database, 'addresses');
    const [first, lost] = [1, blockSize + 1];
    const known = { image: null, download: `https://x.example/d/${inFirst}` };
    const addresses = () => createCatalogReader(database).addresses(id, [first, lost]);
    expect(await addresses()).toEqual([known, { image: null, download: null }]);
    await writer().apply(id, { files: [entry(inLost)] });
    expect(await addresses()).toEqual([known, { image: null, download: `https://x.example/d/${inLost}` }]);
  });

  it('last seen: the files count as not seen', async () => {
    const { database, writer } = await setUp();
    await damage(how, database, 'lastSeen');
    const next = writer();
    expect(await next.unseen(id, 1)).toHaveLength(blockSize);
    await next.apply(id, { files: [entry(inLost)], pass: 1 });
    expect(await writer().unseen(id, 1)).toHaveLength(blockSize - 1);
  });

  it('a list of folders: they are missing until they are listed again', async () => {
    const { database, writer, read } = await setUp();
    await damage(how, database, 'folderLists');
    expect([...(await read()).folders.keys()]).toEqual(['7', '8']);
    await writer().apply(id, { listed: { folderId: '7', folders: subfolders } });
    expect((await read()).folders.get('9')).toEqual({
      id: '9',
      name: 'Short films',
      parentId: '7',
      code: null,
    });
  });

  it('the account: nothing is known about it, and all of it can be read again', async () => {
    const { database, writer, read } = await setUp();
    await damage(how, database, 'accounts');
    expect((await read()).syncStatus).toMatchObject({ phase: 'never', files: 0 });
    const next = writer();
    expect([await next.state(id), await next.unseen(id, 1)]).toEqual([undefined, []]);
    await next.apply(id, { files: entries.slice(0, 3) });
    expect(listStoredFiles(await read()).map(({ fileCode }) => fileCode)).toEqual(['f0', 'f1', 'f2']);
  });
});

describe('a database', () => {
  it('that was deleted is rewritten by the writer from memory', async () => {
    const { name, database, before, read } = await setUp();
    const reader = createCatalogReader(database);
    const { version } = await reader.read(id);
    await deleteDB(name, { blocked: () => expect.unreachable('The connection stands in the way.') });
    await before.apply(id, { gone: [inLost] });
    expect((await reader.read(id)).version).toBeGreaterThan(version);
    for (const snapshot of [await reader.read(id), await read()]) {
      expect(snapshot.syncStatus.isDamaged).toBe(false);
      expect([inFirst, inLost, inLast].map((code) => snapshot.fileId(code))).toEqual([
        ...[1, null, 2 * blockSize + 1],
      ]);
      expect(snapshot.folders.size).toBe(3);
    }
    const after = createCatalogWriter(database);
    expect([await after.state(id), await after.unseen(id, 1)]).toEqual([{ step: 1 }, []]);
  });

  it('that aborts a transaction does not lose the records', async () => {
    const { database, writer } = await setUp();
    const [reader, next] = [createCatalogReader(database), writer()];
    const { transaction } = IDBDatabase.prototype;
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const failing = <T>(read: () => Promise<T>): Promise<T> => {
      spy.mockImplementationOnce(function (this: IDBDatabase, ...args) {
        const tx = transaction.apply(this, args);
        tx.objectStore(tx.objectStoreNames[0] ?? '').get(id).onsuccess = () => tx.abort();
        return tx;
      });
      return read();
    };
    expect((await failing(() => reader.read(id))).size).toBe(entries.length);
    const error = { name: 'StorageError', reason: 'damaged' };
    await expect(failing(() => reader.addresses(id, [1]))).rejects.toMatchObject(error);
    await expect(failing(() => next.state(id))).rejects.toMatchObject(error);
    expect(await next.isDamaged(id)).toBe(false);
  });
});

describe('the sync', { timeout: 30_000 }, () => {
  let setup: SyncSetup;
  beforeAll(async () => {
    setup = await setUpSync();
  });
  afterAll(() => setup.close());
  const syncStatus = async () => (await setup.disk.read(accountId)).syncStatus;
  const loseBlock = () =>
    setup.disk.database.use((db) => db.put('blocks', { accountId, number: 0 } as never));

  async function synced() {
    await setup.reset();
    await setup.service.seed({ account: setup.email(), files: 250, folders: 6 });
    await setup.sync().visit(accountId, null);
    await setup.syncToEnd();
    setup.time.now += day / 24;
  }

  it('reads the whole account again after a lost block, and reports the damage until then', async () => {
    await synced();
    await loseBlock();
    setup.restart();
    setup.browser.isPageOpen = false;
    await setup.syncToEnd();
    // The lost block was replaced, and the state shows what is still missing.
    expect(await syncStatus()).toMatchObject({ phase: 'complete', isDamaged: true, files: 0 });
    setup.restart();
    setup.browser.isPageOpen = true;
    await setup.sync().visit(accountId, null);
    await setup.syncToEnd();
    expect(await syncStatus()).toMatchObject({ phase: 'complete', isDamaged: false, files: 250 });
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('restarts a first sync whose data was lost', async () => {
    await setup.reset();
    await setup.service.seed({ account: setup.email(), files: 450, folders: 6 });
    await setup.sync().visit(accountId, null);
    const run = setup.sync().run();
    await setup.until(async () => ((await syncStatus()).files ?? 0) > 0);
    await setup.sync().stop(accountId);
    await run;
    expect(await syncStatus()).toMatchObject({ phase: 'first', isStopped: true });
    await loseBlock();
    setup.restart();
    await setup.sync().resume(accountId);
    await setup.syncToEnd();
    expect(await syncStatus()).toMatchObject({ phase: 'complete', isDamaged: false, files: 450 });
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('reads the whole account again on request, and finds damage that pages have detected', async () => {
    await synced();
    await loseBlock();
    const asked = await setup.requestsDuring(async () => {
      await setup.sync().startFullSync(accountId);
      expect(await syncStatus()).toMatchObject({ isDamaged: true });
      await setup.syncToEnd();
    });
    expect(asked.filter((what) => what.startsWith('folder/list'))).toHaveLength(7);
    expect(await syncStatus()).toMatchObject({ isDamaged: false, files: 250 });
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('starts for an account of which nothing could be read', async () => {
    await setup.reset();
    await setup.service.seed({ account: setup.email(), files: 5, folders: 0 });
    await setup.sync().startFullSync(accountId);
    await setup.syncToEnd();
    expect(await syncStatus()).toMatchObject({ phase: 'complete', files: 5 });
  });
});
