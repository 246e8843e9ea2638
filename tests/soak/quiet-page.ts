/**
 * An image of the extension, which opens no port, so it never wakes the worker. Sends messages and reads the stores, in memory (private
 * windows) and on disk.
 */
import type { BrowserContext, Page } from '@playwright/test';
import type { AccountBackoff } from '../../lib/accounts/account-backoff.ts';
import type { ActivityEntry, ActivityKind } from '../../lib/activity/activity.ts';
import type { MessageName, MessageReply, MessageRequest, MessageResponse } from '../../lib/protocol.ts';
import type { LoggedEvent } from '../../lib/uploads/event.ts';
import { memoryKey, readMemory } from '../../lib/uploads/storage/memory-store.ts';
import type { Tracking } from '../../lib/uploads/tracking/progress.ts';
import type { Upload, UploadState } from '../../lib/uploads/upload.ts';
import { addWaits } from '../../lib/uploads/waits.ts';
import { readStores } from '../e2e/harness/stored.ts';

export interface StoredUploads {
  /** With the reasons why they wait. */
  readonly uploads: readonly Upload[];
  readonly backoffs: readonly AccountBackoff[];
  /** Of uploads, and their entries in the activity, by the entry's name. */
  readonly events: ReadonlyMap<string, SoakEvent>;
  /** Not yet in the activity. */
  readonly pendingEvents: number;
  readonly hasDuplicateSearch: boolean;
}

/** The worker was killed before it responded. The message may have had an effect. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

export class QuietPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** @param baseUrl with a trailing slash */
  static async open(context: BrowserContext, baseUrl: string): Promise<QuietPage> {
    const page = await context.newPage();
    await page.goto(`${baseUrl}icon/128.png`, { waitUntil: 'commit' });
    return new QuietPage(page);
  }

  /** @throws {NoResponseError}, or Error if the background reports a problem */
  async send<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageResponse<N>> {
    const reply = (await this.page.evaluate(
      ([message]) =>
        (globalThis as unknown as ExtensionGlobals).chrome.runtime
          .sendMessage(message)
          .catch((error: unknown) => {
            // Chromium's messages if the receiver ended.
            if (/message (channel|port) closed|Receiving end does not exist/.test(String(error)))
              return undefined;
            throw error;
          }),
      [{ name, request }] as const,
    )) as MessageReply<N> | undefined;
    if (reply === undefined) throw new NoResponseError(name);
    if (reply.ok) return reply.value;
    throw new Error(`${name}: ${JSON.stringify(reply.problem)}`);
  }

  /** Of a message without effect. */
  roundTrip(): Promise<number> {
    return this.page.evaluate(async () => {
      const { chrome } = globalThis as unknown as ExtensionGlobals;
      const sentMs = performance.now();
      const reply = await chrome.runtime.sendMessage({ name: 'uploads.remove', request: { id: 'nobody' } });
      if (JSON.stringify(reply) !== '{"ok":false,"problem":{"code":"gone","msg":null}}')
        throw new Error(`The response to “uploads.remove” was ${JSON.stringify(reply)}.`);
      return performance.now() - sentMs;
    });
  }

  async read(): Promise<StoredUploads> {
    const [disk, local, session] = await Promise.all([
      this.#readDatabase(),
      this.#readArea('local'),
      this.#readArea('session'),
    ]);
    // Events move to the activity, so read that last.
    const activity = await this.#readActivity();
    const memory = readMemory(session[memoryKey]);
    const isPaused = disk.meta['paused'] === true;
    const backoffs = (local['backoffs'] ?? []) as readonly AccountBackoff[];
    const pending = [...disk.events, ...memory.events];
    const { polls = [] } = (session['tracking'] ?? {}) as Partial<Tracking>;
    return {
      uploads: addWaits([...disk.uploads, ...memory.uploads.values()], backoffs, isPaused),
      backoffs,
      events: new Map<string, SoakEvent>([
        ...pending.map((event) => [`${event.uploadId} ${event.id}`, event] as const),
        ...activity.map((entry) => [entry.ref, entry] as const),
      ]),
      pendingEvents: pending.length,
      hasDuplicateSearch: polls.some(({ duplicateSearch }) => duplicateSearch !== null),
    };
  }

  async counts(): Promise<Readonly<Partial<Record<UploadState, number>>>> {
    const { uploads } = await this.read();
    return Object.fromEntries(
      [...Map.groupBy(uploads, ({ state }) => state)].map(([state, all]) => [state, all.length]),
    );
  }

  /**
   * As text, by `database/store` or `local`. Leaves out removed accounts' ids, which stay until the next worker has repeated the removal.
   */
  async disk(): Promise<Readonly<Record<string, string>>> {
    const { removed: _, ...local } = await this.#readArea('local');
    const stores = { ...(await readStores(this.page)), local };
    return Object.fromEntries(
      Object.entries(stores).map(([name, content]) => [name, JSON.stringify(content)]),
    );
  }

  #readArea(area: 'local' | 'session'): Promise<Record<string, unknown>> {
    return this.page.evaluate(
      ([name]) => (globalThis as unknown as ExtensionGlobals).chrome.storage[name].get(null),
      [area] as const,
    );
  }

  async #readActivity(): Promise<readonly ActivityEntry[]> {
    const stores = await readStores(this.page, 'linkhaul-activity');
    return (stores['linkhaul-activity/entries']?.values ?? []) as readonly ActivityEntry[];
  }

  async #readDatabase(): Promise<DatabaseContent> {
    const name = 'linkhaul-uploads';
    const stores = await readStores(this.page, name);
    const [uploads, events, meta] = ['uploads', 'events', 'meta'].map((store) => stores[`${name}/${store}`]);
    if (!uploads || !events || !meta) throw new Error(`The database ${name} is missing or incomplete.`);
    return {
      uploads: uploads.values as readonly Upload[],
      events: events.values as readonly LoggedEvent[],
      meta: Object.fromEntries(meta.keys.map((key, at) => [String(key), meta.values[at]])),
    };
  }
}

/** Of an upload, or its entry in the activity. */
export type SoakEvent = Pick<LoggedEvent, 'url'> & { readonly kind: LoggedEvent['kind'] | ActivityKind };

interface DatabaseContent {
  readonly uploads: readonly Upload[];
  readonly events: readonly LoggedEvent[];
  readonly meta: Readonly<Record<string, unknown>>;
}

interface ExtensionGlobals {
  readonly chrome: {
    readonly runtime: { sendMessage(message: unknown): Promise<unknown> };
    readonly storage: Readonly<
      Record<'local' | 'session', { get(keys: null): Promise<Record<string, unknown>> }>
    >;
  };
}
