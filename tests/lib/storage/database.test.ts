/** A database that opens lazily, reopens after it was closed, and reports the cause of failures. */
import { type DBSchema, deleteDB, openDB } from 'idb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, type Migration, StorageError } from '../../../lib/storage/database.ts';
import { createDatabaseName } from './fake-database-name.ts';

interface Schema extends DBSchema {
  items: { key: number; value: string; indexes: { byValue: string } };
}

const createItems: Migration<Schema> = (db) => void db.createObjectStore('items');
const addIndex: Migration<Schema> = (_, tx) =>
  void tx.objectStore('items').createIndex('byValue', '', { unique: true });

function fresh(migrations: readonly Migration<Schema>[] = [createItems], name = createDatabaseName()) {
  const database = createDatabase(name, migrations);
  onTestFinished(() => database.close());
  return {
    name,
    database,
    put: (value: string, key = 1) => database.use((db) => db.put('items', value, key)),
    get: (key = 1) => database.use((db) => db.get('items', key)),
  };
}

const failure = (reason: string, store?: string) =>
  expect.objectContaining({ name: 'StorageError', reason, ...(store && { store }) });

/** Replaces `indexedDB.open`. */
const fakeOpen = (open: () => IDBOpenDBRequest) => vi.spyOn(indexedDB, 'open').mockImplementation(open);

function failingRequest(name: string): IDBOpenDBRequest {
  const request = new (IDBOpenDBRequest as unknown as { new (): IDBOpenDBRequest })();
  const addEventListener = (type: string, listener: () => void) =>
    void (type === 'error' && setTimeout(listener));
  return Object.assign(request, { readyState: 'done', error: new DOMException('', name), addEventListener });
}

describe('opening', () => {
  it('happens on first use, once for concurrent uses', async () => {
    const spy = vi.spyOn(indexedDB, 'open');
    const { put, get } = fresh();
    expect(spy).not.toHaveBeenCalled();
    await Promise.all([put('a', 1), put('b', 2), get(3)]);
    expect(spy).toHaveBeenCalledOnce();
    expect(await get(2)).toBe('b');
  });

  it('leaves a database of a newer version untouched', async () => {
    const newer = fresh([createItems, addIndex]);
    await newer.put('kept');
    const older = fresh([createItems], newer.name);
    await expect(older.get()).rejects.toEqual(failure('newer-version', newer.name));
    expect(await newer.get()).toBe('kept');
    expect(await newer.database.use(async (db) => db.version)).toBe(2);
  });

  it.each([
    ['InvalidStateError', 'unavailable'],
    ['SecurityError', 'unavailable'],
    ['QuotaExceededError', 'full'],
    ['UnknownError', 'damaged'],
  ])('reports %s as %s, and is tried again on the next use', async (error, reason) => {
    const { put, get } = fresh();
    const spy = fakeOpen(() => failingRequest(error));
    await expect(Promise.all([get(), get()])).rejects.toEqual(failure(reason));
    expect(spy).toHaveBeenCalledOnce();
    spy.mockRestore();
    await put('a');
    expect(await get()).toBe('a');
  });

  it.each([undefined, null])('reports unavailable storage if `indexedDB` is %s', async (missing) => {
    vi.stubGlobal('indexedDB', missing);
    await expect(fresh().get()).rejects.toEqual(failure('unavailable'));
  });

  it('reports unavailable storage if opening throws', async () => {
    fakeOpen(() => {
      throw new DOMException('', 'SecurityError');
    });
    await expect(fresh().get()).rejects.toEqual(failure('unavailable'));
  });
});

describe('a migration', () => {
  it('receives the upgrade transaction, and may await its requests', async () => {
    const before = fresh();
    await before.put('a');
    const toCapitals: Migration<Schema> = async (_, tx) => {
      const items = tx.objectStore('items');
      await items.put((await items.get(1))?.toUpperCase() ?? '', 1);
    };
    const { get, database } = fresh([createItems, toCapitals, addIndex], before.name);
    expect(await get()).toBe('A');
    expect(await database.use((db) => db.getFromIndex('items', 'byValue', 'A'))).toBe('A');
  });

  it.each(['at once', 'after a request'])('that throws %s leaves the old version unchanged', async (when) => {
    const before = fresh();
    await before.put('kept');
    const bug = new TypeError('A bug in the migration');
    const broken: Migration<Schema> = async (db, tx) => {
      db.createObjectStore('other' as 'items');
      await tx.objectStore('items').put('lost', 1);
      throw bug;
    };
    const brokenAtOnce: Migration<Schema> = (db) => {
      db.createObjectStore('other' as 'items');
      throw bug;
    };
    const after = fresh([createItems, when === 'at once' ? brokenAtOnce : broken], before.name);
    const error = await after.get().catch((thrown: unknown) => thrown);
    expect(error).toEqual(failure('damaged', before.name));
    expect((error as StorageError).cause).toBe(bug);
    expect(await before.get()).toBe('kept');
    const [version, stores] = await before.database.use(async (db) => [db.version, [...db.objectStoreNames]]);
    expect([version, stores]).toEqual([1, ['items']]);
  });
});

describe('a closed connection', () => {
  it('gives way to a newer version and to a deletion, and is reopened', async () => {
    const { name, put, get } = fresh();
    const blocked = () => expect.unreachable('The connection stands in the way.');
    await put('a');
    const newer = await openDB(name, 2, { blocked });
    await expect(get()).rejects.toEqual(failure('newer-version'));
    newer.close();
    await deleteDB(name, { blocked });
    await put('b');
    await deleteDB(name, { blocked });
    expect(await get()).toBe(undefined);
  });

  it('is reopened after `close`, even during a use', async () => {
    const { database, put, get } = fresh();
    const running = put('a');
    database.close();
    await running;
    expect(await get()).toBe('a');
    database.close();
    expect(await get()).toBe('a');
  });

  it('is reopened if no event reported the close', async () => {
    const { database, put, get } = fresh();
    await put('a');
    await database.use(async (db) => db.close());
    expect(await Promise.all([get(), get()])).toEqual(['a', 'a']);
  });

  it('in the middle of a transaction repeats it', async () => {
    const { database, put, get } = fresh();
    await put('a');
    let runs = 0;
    await database.use(async (db) => {
      runs += 1;
      const tx = db.transaction('items', 'readwrite');
      await tx.store.put(`b${runs}`, 1);
      if (runs === 1) {
        // What a browser does if its files are gone: it aborts the transaction and closes the connection.
        tx.abort();
        database.close();
      }
      await tx.done;
    });
    expect([runs, await get()]).toEqual([2, 'b2']);
  });
});

describe('a failed use', () => {
  it.each([
    ['QuotaExceededError', 'full'],
    ['UnknownError', 'damaged'],
    ['NotReadableError', 'damaged'],
    ['InvalidStateError', 'damaged'],
  ])('reports %s as %s, and affects no other use', async (error, reason) => {
    const { name, database, put, get } = fresh();
    const failing = database.use(() => Promise.reject(new DOMException('', error)));
    await expect(failing).rejects.toEqual(failure(reason, name));
    await expect(failing).rejects.toBeInstanceOf(StorageError);
    await put('a');
    expect(await get()).toBe('a');
  });

  it('passes on the errors of the work itself', async () => {
    const { database, put } = fresh([createItems, addIndex]);
    const bug = new TypeError('A bug');
    await expect(database.use(() => Promise.reject(bug))).rejects.toBe(bug);
    await put('a', 1);
    await expect(put('a', 2)).rejects.toMatchObject({ name: 'ConstraintError' });
    const unstorable = (() => {}) as unknown as string;
    await expect(put(unstorable, 3)).rejects.toMatchObject({ name: 'DataCloneError' });
  });
});
