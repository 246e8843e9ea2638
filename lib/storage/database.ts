/**
 * One IndexedDB database, opened when it is first needed. The background and several pages may have it open at once. A connection that was
 * closed (by a newer version of the extension, eviction or a crash) is opened again by the next use. Failures are `StorageError`s that name
 * the database, because each fails alone.
 *
 * `lib/storage`: databases, single values in `browser.storage` (`stored.ts`), the names of both (`stored-data.ts`) and checks of stored
 * shapes (`shape.ts`).
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { DatabaseName } from './stored-data.ts';

/**
 * `newer-version`: written by a newer version of Linkhaul, and left untouched. `full`: no space on the disk. `unavailable`: the browser has
 * no IndexedDB here (private windows of Firefox, "never remember history"). `damaged`: anything else that prevents reading or writing.
 */
export type StorageFailure = 'newer-version' | 'full' | 'unavailable' | 'damaged';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** Name of the database, or of the storage area. */
  readonly store: string;
  readonly reason: StorageFailure;
  constructor(store: string, reason: StorageFailure, cause?: unknown) {
    super(`${store}: ${reason}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
    this.store = store;
    this.reason = reason;
  }
}

/** Upgrades from the previous version, in the upgrade's transaction. */
export type Migration<S extends DBSchema> = (
  db: IDBPDatabase<S>,
  tx: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
) => void | Promise<void>;

export interface Database<S extends DBSchema> {
  /**
   * Runs `work`, which is one transaction, on the open database. If the connection was closed before or during the first run, which aborts
   * its transaction, `work` runs a second time.
   *
   * @throws {StorageError} and, unchanged, errors that `work` causes: its own, `ConstraintError` (a unique index) and `DataCloneError` (a
   * value that can't be stored)
   */
  use<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T>;
  /** The next use opens it again. */
  close(): void;
}

/** `migrations[0]` creates the database; its version is the number of migrations. */
export function createDatabase<S extends DBSchema>(
  name: DatabaseName,
  migrations: readonly Migration<S>[],
): Database<S> {
  let current: Promise<IDBPDatabase<S>> | null = null;

  function connect(): Promise<IDBPDatabase<S>> {
    if (current !== null) return current;
    const forget = () => {
      if (current === connection) current = null;
    };
    const connection = openConnection(name, migrations, forget).catch((error: unknown) => {
      forget();
      throw openFailure(name, error);
    });
    current = connection;
    return connection;
  }

  async function run<T>(work: (db: IDBPDatabase<S>) => Promise<T>, mayRetry: boolean): Promise<T> {
    const connection = connect();
    const db = await connection;
    try {
      return await work(db);
    } catch (error) {
      const isClosed = isNamed(error, 'InvalidStateError') || current !== connection;
      if (!mayRetry || !isClosed || !(error instanceof DOMException)) throw useFailure(name, error);
      if (current === connection) current = null;
      db.close();
      return run(work, false);
    }
  }

  return {
    use: (work) => run(work, true),
    close() {
      current?.then((db) => db.close()).catch(() => {});
      current = null;
    },
  };
}

/** Replaces every value of these object stores, in one transaction. */
export const rewriteStores = <S extends DBSchema>(
  { use }: Database<S>,
  names: StoreNames<S>[],
  change: <T>(value: T) => T,
): Promise<void> =>
  use(async (db) => {
    const tx = db.transaction(names, 'readwrite');
    async function rewrite(name: StoreNames<S>): Promise<void> {
      for await (const cursor of tx.objectStore(name)) await cursor.update(change(cursor.value));
    }
    await Promise.all([...names.map(rewrite), tx.done]);
  });

async function openConnection<S extends DBSchema>(
  name: string,
  migrations: readonly Migration<S>[],
  forget: () => void,
): Promise<IDBPDatabase<S>> {
  let fault: unknown;
  try {
    const db = await openDB<S>(name, migrations.length, {
      async upgrade(database, from, _to, tx) {
        // `openDB` reports the abort.
        tx.done.catch(() => {});
        try {
          for (const migration of migrations.slice(from)) await migration(database, tx);
        } catch (error) {
          fault = error;
          abort(tx);
        }
      },
      // A newer version of the extension wants to migrate, or somebody deletes the database.
      blocking() {
        forget();
        db.close();
      },
      terminated: forget,
    });
    return db;
  } catch (error) {
    throw fault ?? error;
  }
}

/** Ends a transaction without effect, unless it has already ended. */
export function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {}
}

const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

function openFailure(name: string, error: unknown): StorageError {
  if (isNamed(error, 'VersionError')) return new StorageError(name, 'newer-version', error);
  if (isDiskFull(error)) return new StorageError(name, 'full', error);
  const isMissing = !globalThis.indexedDB || isNamed(error, 'InvalidStateError', 'SecurityError');
  return new StorageError(name, isMissing ? 'unavailable' : 'damaged', error);
}

function useFailure(name: string, error: unknown): unknown {
  if (!(error instanceof DOMException) || isNamed(error, 'ConstraintError', 'DataCloneError')) return error;
  return new StorageError(name, isDiskFull(error) ? 'full' : 'damaged', error);
}

/** Chromium reports a full disk, unlike an exceeded quota, with a general error whose message says so. */
const isDiskFull = (error: unknown): boolean =>
  isNamed(error, 'QuotaExceededError') ||
  (isNamed(error, 'DataError', 'UnknownError') &&
    /NO_SPACE|write blobs|opening backing store/.test((error as DOMException).message));
