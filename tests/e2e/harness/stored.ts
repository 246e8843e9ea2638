/** Reads the extension's storage from one of its pages, by name or as text. */
import type { Page } from '@playwright/test';
import { type Extension, quietPath } from './extension.ts';

interface ExtensionGlobals {
  readonly chrome: {
    readonly storage: Record<'local' | 'session', { get(key: null): Promise<Record<string, unknown>> }>;
    readonly action: { getBadgeText(tab: object): Promise<string> };
  };
}

/** Opens no port and reads nothing, so it doesn't affect the worker. */
export const openQuietPage = (extension: Extension): Promise<Page> => extension.open(quietPath);

/** Of Playwright or Puppeteer. */
interface AnyPage {
  evaluate<R, A>(work: (argument: A) => Promise<R>, argument: A): Promise<R>;
}

interface StoreContent {
  readonly keys: readonly IDBValidKey[];
  readonly values: readonly unknown[];
}

/** As `database/store`. Reads each database in one transaction and changes nothing. */
export function readStores(
  page: AnyPage,
  database?: string,
): Promise<Readonly<Record<string, StoreContent>>> {
  return page.evaluate(async (wanted) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: Record<string, StoreContent> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      if (wanted !== undefined && name !== wanted) continue;
      const db = await resultOf(indexedDB.open(name));
      const tx = db.objectStoreNames.length > 0 ? db.transaction(db.objectStoreNames) : null;
      const read = Array.from(tx?.objectStoreNames ?? [], async (storeName) => {
        const store = tx?.objectStore(storeName) as IDBObjectStore;
        const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
        found[`${name}/${storeName}`] = { keys, values };
      });
      await Promise.all(read);
      db.close();
    }
    return found;
  }, database);
}

/** Empty if the database or store is missing. */
export async function readRecords(page: Page, database: string, store: string): Promise<readonly unknown[]> {
  return (await readStores(page, database))[`${database}/${store}`]?.values ?? [];
}

/** For example to simulate that time has passed. */
export async function changeRecord<T extends object>(
  page: Page,
  database: string,
  store: string,
  key: string,
  change: Partial<T>,
): Promise<void> {
  await page.evaluate(
    async (given) => {
      const resultOf = <R>(request: IDBRequest<R>) =>
        new Promise<R>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await resultOf(indexedDB.open(given.database));
      const records = db.transaction(given.store, 'readwrite').objectStore(given.store);
      await resultOf(
        records.put({ ...((await resultOf(records.get(given.key))) as object), ...(given.change as object) }),
      );
      db.close();
    },
    { database, store, key, change },
  );
}

/** JSON to search in. */
export interface StoredContent {
  /** With their keys. */
  readonly databases: string;
  readonly local: string;
  readonly session: string;
  readonly badge: string;
}

export async function readStoredContent(page: AnyPage): Promise<StoredContent> {
  const rest = await page.evaluate(async () => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    const [local, session, badge] = await Promise.all([
      chrome.storage.local.get(null),
      chrome.storage.session.get(null),
      chrome.action.getBadgeText({}),
    ]);
    return { local: JSON.stringify(local), session: JSON.stringify(session), badge };
  }, undefined);
  return { databases: JSON.stringify(await readStores(page)), ...rest };
}

/** Blocks changes to a database until the returned function is called, so that the worker stops before its next one. */
export async function holdDatabase(page: Page, database: string): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const stores = [...db.objectStoreNames];
    const store = db.transaction(stores, 'readwrite').objectStore(stores[0] ?? '');
    let isHeld = true;
    // A transaction stays open while it has requests.
    const keepAlive = () => {
      if (isHeld) store.count().onsuccess = keepAlive;
    };
    keepAlive();
    return {
      release() {
        isHeld = false;
        db.close();
      },
    };
  }, database);
  return () => hold.evaluate((held) => held.release());
}
