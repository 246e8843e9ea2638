import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { type Client, createClient } from '../../lib/api/index.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Upload } from '../../lib/uploads/upload.ts';
import { isEndedWorkerMessage } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import type { Log } from '../../scripts/process.ts';
import { type Admin, createAdmin, type RunningService } from '../../service/src/index.ts';
import type { SoakBrowser } from './browser.ts';
import type { SoakLink, Span } from './plan.ts';
import { QuietPage, type SoakEvent, type StoredUploads } from './quiet-page.ts';
import type { Evidence } from './verdict.ts';
import type { SoakWorker } from './worker.ts';

export interface SoakParts {
  readonly browser: SoakBrowser;
  /** With `admin` and an account with this key. */
  readonly service: RunningService;
  readonly key: string;
  readonly site: string;
  readonly log: Log;
}

/** From an event until the woken worker runs. */
export const wakeTimeoutMs = { port: 15_000, alarm: 90_000 };

export class SoakRun {
  readonly parts: SoakParts;
  readonly admin: Admin;
  readonly client: Client;
  readonly links: SoakLink[] = [];
  readonly forgotten = new Map<string, number>();
  readonly removedAccountIds: string[] = [];
  readonly #events = new Map<string, SoakEvent>();
  readonly #faults: string[] = [];
  #quiet!: QuietPage;
  #worker!: SoakWorker;
  #popup: Page | null = null;

  private constructor(parts: SoakParts) {
    this.parts = parts;
    this.admin = createAdmin(parts.service.url);
    this.client = createClient({ baseUrl: parts.service.url, key: parts.key });
  }

  /** Closes all pages except the quiet one. */
  static async begin(parts: SoakParts): Promise<SoakRun> {
    const run = new SoakRun(parts);
    const { browser, service, key } = parts;
    const options = await browser.context.newPage();
    await options.goto(run.#address('options.html'));
    await connect(options, service.url, key);
    await run.attach();
    return run;
  }

  get quiet(): QuietPage {
    return this.#quiet;
  }

  get worker(): SoakWorker {
    return this.#worker;
  }

  async makeFolders(): Promise<readonly FolderRef[]> {
    const folders: FolderRef[] = [{ id: '0', name: '' }];
    for (const name of ['Soak one', 'Soak two'])
      folders.push({ id: (await this.client.folders.create({ name })).folderId, name });
    return folders;
  }

  /** Call this after each restart. */
  async attach(): Promise<void> {
    const { browser } = this.parts;
    const { context } = browser;
    this.#collectFaults(context);
    this.#popup = null;
    this.#quiet = await QuietPage.open(context, browser.baseUrl);
    // Other pages would wake the worker.
    for (const page of context.pages()) if (page !== this.#quiet.page) await page.close();
    this.#worker = await browser.attachWorker(this.#quiet.page);
  }

  /** One message for each folder and kind of window, which wakes the worker. */
  async send(links: readonly SoakLink[]): Promise<void> {
    for (const batch of batchesOf(links)) {
      const { queued } = await this.#quiet.send('links.send', batch.request);
      if (queued !== batch.links.length)
        throw new Error(`Only ${queued} of ${batch.links.length} links were queued.`);
    }
    this.links.push(...links);
  }

  async showPopup(isShown: boolean): Promise<void> {
    if (isShown === (this.#popup !== null)) return;
    if (isShown) {
      this.#popup = await this.parts.browser.context.newPage();
      await this.#popup.addInitScript(openPrivateWindow);
      await this.#popup.goto(this.#address('popup.html'));
    } else {
      await this.#popup?.close();
      this.#popup = null;
    }
  }

  /** Collects events, because the activity only keeps the newest thousand. */
  async read(): Promise<StoredUploads> {
    const stored = await this.#quiet.read();
    for (const [name, event] of stored.events) this.#events.set(name, event);
    return stored;
  }

  /** With the popup open, until everything has ended or `deadlineMs` (`performance.now`) is over. */
  async settle(deadlineMs: number): Promise<void> {
    await this.showPopup(true);
    for (let round = 1; performance.now() < deadlineMs; round += 1) {
      const { uploads, pendingEvents, hasDuplicateSearch } = await this.read();
      if (!uploads.some(isOpen) && pendingEvents === 0 && !hasDuplicateSearch) break;
      if (round % 10 === 0) await this.report('settling');
      await delay(1_000);
    }
    await this.showPopup(false);
  }

  async report(what: string): Promise<void> {
    const { uploads } = await this.read();
    const own = uploads.filter(({ source }) => source === 'link');
    const states = [...Map.groupBy(own, ({ state }) => state)].map(
      ([state, all]) => `${all.length} ${state}`,
    );
    const waits = [...Map.groupBy(own, ({ wait }) => wait?.reason)].flatMap(([reason, all]) =>
      reason === undefined ? [] : `${all.length} for ${reason}`,
    );
    const waiting = waits.length > 0 ? `; waiting: ${waits.join(', ')}` : '';
    this.parts.log(`${what}; ${this.links.length} links sent: ${states.join(', ')}${waiting}`);
  }

  async gather(): Promise<Evidence> {
    const { service, key } = this.parts;
    const { uploads, pendingEvents } = await this.read();
    const email = service.accounts().find((account) => account.key === key)?.email ?? '';
    const [disk, audit, files] = await Promise.all([
      this.#quiet.disk(),
      this.admin.audit(),
      this.admin.files(email),
    ]);
    const { forgotten, removedAccountIds } = this;
    const { keepAlive } = service.settings;
    return {
      links: [...this.links],
      events: [...this.#events.values()],
      faults: [...this.#faults],
      forgotten,
      removedAccountIds,
      files,
      uploads,
      pendingEvents,
      disk,
      audit,
      keepAlive,
    };
  }

  async countFaults(): Promise<number> {
    return (await this.admin.faults()).reduce((sum, { applied }) => sum + applied, 0);
  }

  #address(path: string): string {
    return `${this.parts.browser.baseUrl}${path}`;
  }

  /** Of worker and pages, except failed connections. */
  #collectFaults(context: BrowserContext): void {
    const onConsole = (message: ConsoleMessage) => {
      const text = message.text();
      const isOurs = /Linkhaul|storage failed/.test(text) && !isEndedWorkerMessage(text);
      if (message.type() === 'error' && isOurs) this.#faults.push(text);
    };
    context.on('console', onConsole);
    context.on('weberror', (webError) => this.#faults.push(String(webError.error())));
    for (const worker of context.serviceWorkers()) worker.on('console', onConsole);
    context.on('serviceworker', (worker) => worker.on('console', onConsole));
  }
}

/**
 * Runs in the page. Pretends that a private window is open, which Playwright's profile can't have. Closing the last one makes pages forget
 * failed private uploads.
 */
function openPrivateWindow(): void {
  const { windows } = (
    globalThis as unknown as { chrome: { windows: { getAll: () => Promise<readonly object[]> } } }
  ).chrome;
  const getAll = windows.getAll.bind(windows);
  windows.getAll = async () => [...(await getAll()), { incognito: true }];
}

/** Its state will change without the user. */
export function isOpen({ state, uncertainty }: Upload): boolean {
  const ended = ['done', 'refused', 'failed', 'vanished', 'archived'];
  if (state === 'uncertain') return uncertainty?.nextCheckAtMs !== null;
  return !ended.includes(state);
}

export function batchesOf(links: readonly SoakLink[]) {
  const batches = Map.groupBy(links, (link) => JSON.stringify([link.folder, link.private]));
  return [...batches.values()].map((batch) => {
    const [{ folder, private: isPrivate }] = batch as [SoakLink];
    const drafts = batch.map(({ url, title, titled }) => ({ url, ...(titled && { title }) }));
    return { links: batch, request: { links: drafts, folder, private: isPrivate } };
  });
}

export const privateUrlsOf = (links: readonly SoakLink[]): readonly string[] =>
  links.filter((link) => link.private).map(({ url }) => url);

/** @param share the position within the span, from 0 to 1 */
export const within = ({ shortest, longest }: Span, share: number): number =>
  shortest + share * (longest - shortest);
