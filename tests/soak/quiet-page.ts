/**
 * A page of the extension that keeps still: an image, which opens no port and asks for nothing, so that the worker is
 * left to itself. Through it, messages are sent and the stores are read, as the extension's pages do both: what comes
 * from private windows is in memory, the rest is on disk.
 */
import type { BrowserContext, Page } from '@playwright/test';
import type { OutboxItem, OutboxState } from '../../lib/outbox/item.ts';
import {
  emptyCounts,
  type Hold,
  itemPrefix,
  type OutboxCounts,
  withWaiting,
} from '../../lib/outbox/store-types.ts';
import type { MessageName, Reply, Request, Response } from '../../lib/protocol.ts';
import { transferPrefix } from '../../lib/watch/store-types.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';

export class QuietPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext, extensionId: string): Promise<QuietPage> {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId}/icon/128.png`);
    return new QuietPage(page);
  }

  /** @throws Error where the background did not carry it out */
  async send<N extends MessageName>(name: N, request: Request<N>): Promise<Response<N>> {
    const reply = await this.page.evaluate(
      ([message]) => (globalThis as unknown as ExtensionGlobals).chrome.runtime.sendMessage(message),
      [{ name, request }] as const,
    );
    const { ok, ...rest } = (reply ?? { ok: false, problem: 'no answer' }) as Reply<N>;
    if ('value' in rest && ok) return rest.value;
    throw new Error(`${name}: ${JSON.stringify(rest)}`);
  }

  /** Milliseconds from a message to its answer: one that is understood, and finds nothing to do. */
  roundTrip(): Promise<number> {
    return this.page.evaluate(async () => {
      const { chrome } = globalThis as unknown as ExtensionGlobals;
      const sent = performance.now();
      const reply = await chrome.runtime.sendMessage({ name: 'outbox.remove', request: { id: 'nobody' } });
      if (JSON.stringify(reply) !== '{"ok":false,"problem":{"code":"gone","msg":null}}')
        throw new Error(`“outbox.remove” was answered with ${JSON.stringify(reply)}`);
      return performance.now() - sent;
    });
  }

  /** How many links there are in each state. */
  async counts(): Promise<OutboxCounts> {
    const states = await this.#read<OutboxState>('linkhaul-outbox', 'items', 'state');
    const hidden = await this.#memory<OutboxItem>(itemPrefix);
    const counts = emptyCounts();
    for (const state of [...states, ...hidden.map((item) => item.state)]) counts[state] += 1;
    return counts;
  }

  /** Every link in the outbox, with what it waits for. */
  async items(): Promise<readonly OutboxItem[]> {
    const items = await this.#read<OutboxItem>('linkhaul-outbox', 'items');
    const hidden = await this.#memory<OutboxItem>(itemPrefix);
    const holds = await this.#read<Hold>('linkhaul-outbox', 'holds');
    return withWaiting([...items, ...hidden], holds, false);
  }

  async transfers(): Promise<readonly WatchedTransfer[]> {
    const onDisk = await this.#read<WatchedTransfer>('linkhaul-watch', 'transfers');
    return [...onDisk, ...(await this.#memory<WatchedTransfer>(transferPrefix))];
  }

  /** Everything that is on disk, as one text to search in. */
  async disk(): Promise<string> {
    const stores = [
      ['linkhaul-outbox', 'items'],
      ['linkhaul-watch', 'transfers'],
      ['linkhaul-activity', 'entries'],
    ] as const;
    const rows = await Promise.all(stores.map(([database, store]) => this.#read<object>(database, store)));
    const local = await this.#area<unknown>('local', '');
    return JSON.stringify([...rows, local]);
  }

  #memory<T>(prefix: string): Promise<readonly T[]> {
    return this.#area<T>('session', prefix);
  }

  /** The values in a storage area whose names begin so. */
  async #area<T>(area: 'local' | 'session', prefix: string): Promise<readonly T[]> {
    const all = await this.page.evaluate(
      ([name]) => (globalThis as unknown as ExtensionGlobals).chrome.storage[name].get(null),
      [area] as const,
    );
    return Object.keys(all).flatMap((key) => (key.startsWith(prefix) ? [all[key] as T] : []));
  }

  /** All values of a store, or one field of them. The database is left as it is, also where there is none. */
  #read<T>(database: string, store: string, field: string | null = null): Promise<readonly T[]> {
    return this.page.evaluate(
      async ([databaseName, storeName, fieldName]) => {
        const answer = <R>(request: IDBRequest<R>) =>
          new Promise<R>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const known = await indexedDB.databases();
        if (!known.some(({ name }) => name === databaseName)) throw new Error(`There is no ${databaseName}.`);
        const db = await answer(indexedDB.open(databaseName));
        const values = await answer(db.transaction(storeName).objectStore(storeName).getAll());
        db.close();
        return fieldName === null ? values : values.map((value) => value[fieldName]);
      },
      [database, store, field] as const,
    );
  }
}

/** The little of the browser's API that is used inside the page. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly runtime: { sendMessage(message: unknown): Promise<unknown> };
    readonly storage: Readonly<
      Record<'local' | 'session', { get(keys: null): Promise<Record<string, unknown>> }>
    >;
  };
}
