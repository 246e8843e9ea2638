/** What the extension has stored, read from one of its own pages: by name, or all of it as text to search in. */
import type { Page } from '@playwright/test';
import type { Extension } from './extension.ts';

/** The part of the browser's API that is used in the page. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly storage: Record<'local' | 'session', { get(key: null): Promise<Record<string, unknown>> }>;
    readonly action: { getBadgeText(tab: object): Promise<string> };
  };
}

/** A page that opens no port and reads nothing by itself, so that the worker is left alone. */
export const openQuietPage = (extension: Extension): Promise<Page> => extension.open('icon/128.png');

/** Every record of an object store; none where the database or the store is missing. */
export function recordsOf(page: Page, database: string, store: string): Promise<unknown[]> {
  return page.evaluate(
    async ([name, storeName]) => {
      const known = await indexedDB.databases();
      if (!known.some((each) => each.name === name)) return [];
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await resultOf(indexedDB.open(name));
      try {
        if (!db.objectStoreNames.contains(storeName)) return [];
        return await resultOf(db.transaction(storeName).objectStore(storeName).getAll());
      } finally {
        db.close();
      }
    },
    [database, store] as const,
  );
}

/** Each as JSON, to search in. */
export interface StoredContent {
  /** All records of all databases with their keys. */
  readonly databases: string;
  readonly local: string;
  readonly session: string;
  readonly badge: string;
}

/** A page of Playwright's or of Puppeteer's. */
interface AnyPage {
  evaluate(work: () => Promise<StoredContent>): Promise<StoredContent>;
}

export function readStoredContent(page: AnyPage): Promise<StoredContent> {
  return page.evaluate(async () => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const records: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await resultOf(indexedDB.open(name));
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName);
        records.push(await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]));
      }
      db.close();
    }
    const [local, session, badge] = await Promise.all([
      chrome.storage.local.get(null),
      chrome.storage.session.get(null),
      chrome.action.getBadgeText({}),
    ]);
    return {
      databases: JSON.stringify(records),
      local: JSON.stringify(local),
      session: JSON.stringify(session),
      badge,
    };
  });
}

/**
 * Keeps a database from being changed by anybody else until the function that it gives is called, so that the worker
 * stands still where it would change it.
 */
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
    // A transaction lasts as long as it has requests.
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
