/**
 * The whole background in Node.js, against the real local service. Storage and the browser's surfaces are in memory, because there is no
 * browser here (the end-to-end tests have one). Everything else is real.
 */
import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import type { DialectName } from '../../../lib/api/index.ts';
import type { Badge } from '../../../lib/background/badge.ts';
import { type Background, createBackground } from '../../../lib/background/create-background.ts';
import type {
  BrowserPorts,
  NotificationContent,
  PageContent,
  TabAddress,
  ToastContent,
} from '../../../lib/background/ports.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { createCatalogDatabase } from '../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../lib/catalog/storage/reader.ts';
import type { Click } from '../../../lib/links/click-links.ts';
import type { MenuEntry } from '../../../lib/menus/menu-entries.ts';
import type {
  MessageName,
  MessageReply,
  MessageRequest,
  MessageResponse,
  ToastAction,
} from '../../../lib/protocol.ts';
import { fillIn } from '../../../lib/texts/fill-in.ts';
import { readUploads } from '../../../lib/uploads/read-uploads.ts';
import type { Redirect } from '../../../lib/uploads/redirects.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import english from '../../../locales/en.json' with { type: 'json' };
import {
  type Admin,
  createAdmin,
  type RunningService,
  type RunningSite,
  startSampleSite,
  startService,
} from '../../../service/src/index.ts';
import { createFakeStorageArea, type FakeStorageArea } from '../storage/fake-storage-area.ts';

/** Reads the texts itself, because only Vite resolves `#i18n` and the benchmark `uploads-drain` runs this file without Vite. */
const getMenuText: BrowserPorts['getMenuText'] = (
  key: string,
  values: Readonly<Record<string, string>> = {},
) =>
  fillIn(
    String(key.split('.').reduce<unknown>((texts, name) => Reflect.get(Object(texts), name), english)),
    values,
  );

interface Worker {
  isEnded: boolean;
}

const currentWorker = new AsyncLocalStorage<Worker>();
const forever = new Promise<never>(() => {});

/** An ended worker stores and reads nothing. */
function ofWorker(worker: Worker, area: FakeStorageArea): FakeStorageArea {
  const whileAlive = <Result>(call: () => Promise<Result>) => (worker.isEnded ? forever : call());
  return {
    items: area.items,
    get: (keys) => whileAlive(() => area.get(keys)),
    set: (items) => whileAlive(() => area.set(items)),
    remove: (keys) => whileAlive(() => area.remove(keys)),
  };
}

/** @returns a function that restores them */
function replaceGlobals(): () => void {
  const { fetch, indexedDB } = globalThis;
  const databases = new IDBFactory();
  const open = databases.open.bind(databases);
  // An ended worker stores nothing, even if it opens a database as late as in the next test.
  databases.open = (...args) =>
    currentWorker.getStore()?.isEnded ? new IDBFactory().open(...args) : open(...args);
  globalThis.indexedDB = databases;
  // An ended worker sends nothing and receives no response.
  globalThis.fetch = async (input, init) => {
    const worker = currentWorker.getStore();
    const response = worker?.isEnded ? forever : await fetch(input, init);
    return worker?.isEnded ? forever : response;
  };
  return () => void Object.assign(globalThis, { fetch, indexedDB });
}

export interface BackgroundSetup {
  readonly service: RunningService;
  readonly admin: Admin;
  readonly site: RunningSite;
  readonly key: string;
  readonly local: ReturnType<typeof createFakeStorageArea>;
  readonly session: ReturnType<typeof createFakeStorageArea>;
  /** What the user could see. */
  readonly seen: {
    menu: readonly MenuEntry[];
    badge: Badge | null;
    notices: NotificationContent[];
    toasts: ToastContent[];
    pickerRequestIds: string[];
    collections: string[];
    /** Tabs whose page was read. Null: the active one. */
    tabsRead: (number | null)[];
    /** How often the sender of fetched files was requested. */
    sendersOpened: number;
    /** Requests that fetch links, by upload id. */
    expected: Map<string, { readonly url: string; readonly referrer: string | null }>;
    /** The arguments with which the manager was opened. */
    managers: number;
    optionsOpened: number;
    faults: unknown[];
  };
  /** What the browser would report. */
  readonly browser: {
    online: boolean;
    hasHostPermission: boolean | ((address: string) => boolean);
    /** Null: it can't be read. */
    page: PageContent | null;
    isPageSilent: boolean;
    /** By id. Null: not allowed. */
    tabs: Readonly<Record<number, TabAddress>> | null;
    /** What the user clicks on the next toast. Rejects if the page can't show one. */
    clickToast: () => Promise<ToastAction | null>;
    openPage: (tabId: number) => void;
    locks: Set<string>;
    /** Ids of the uploads whose file this browser has fetched. */
    fetched: Set<string>;
    /** Where addresses that this browser fetches redirect to. */
    redirects: Readonly<Record<string, Redirect>>;
  };
  isIdle(): boolean;
  /** The current worker. */
  background(): Background;
  /** What a page reads. */
  uploads(accountId: string): ReturnType<typeof readUploads>;
  catalog(accountId: string): Promise<Snapshot>;
  /** Clicks in the context menu. `readLinkText`: when and how the page responds. */
  click(
    menuItemId: string,
    what: Click,
    more?: { isPrivate?: boolean; tabId?: number; readLinkText?: () => Promise<string | undefined> },
  ): Promise<void>;
  /** Lets time pass, and runs due timers. */
  advance(ms: number): void;
  setClock(byMs: number): void;
  wallNow(): number;
  alarm(): number | null;
  /** The content of `storage.local`, without the time of the worker's clock. */
  stored(): string;
  /** Kills the worker and starts it again. Its memory is lost, and also its alarm if the extension was disabled. */
  restart(how?: { wasDisabled: boolean }): void;
  send<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageResponse<N>>;
  reply<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageReply<N>>;
  /** Connects an account, without `key` the account of the setup. */
  connect(key?: string): Promise<MessageResponse<'accounts.connect'>>;
  /** @throws {AggregateError} if the background has reported errors that the test didn't take out of `seen` */
  close(): Promise<void>;
}

/**
 * @param requestsPerSecond the background's limit. The service refuses none unless its `rateLimit` is set
 * @param dialect what the service speaks
 */
export async function setUpBackground(
  requestsPerSecond = 1_000,
  dialect: DialectName = 'document',
): Promise<BackgroundSetup> {
  const restoreGlobals = replaceGlobals();
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-background-'));
  const key = 'test-key-0123456789';
  const service = await startService({
    dataDir,
    dialect,
    admin: true,
    rateLimit: false,
    accounts: [{ email: 'demo@linkhaul.example', key }],
  });
  const site = await startSampleSite();
  const [local, session] = [createFakeStorageArea(), createFakeStorageArea()];
  const seen: BackgroundSetup['seen'] = {
    menu: [],
    badge: null,
    notices: [],
    toasts: [],
    pickerRequestIds: [],
    collections: [],
    tabsRead: [],
    managers: 0,
    sendersOpened: 0,
    expected: new Map(),
    optionsOpened: 0,
    faults: [],
  };
  /** By tab, the uploads that its page has reported to the user. */
  const pages = new Map<number, readonly string[]>();
  const browser: BackgroundSetup['browser'] = {
    online: true,
    hasHostPermission: true,
    page: null,
    isPageSilent: false,
    tabs: null,
    clickToast: async () => null,
    openPage: (tabId) => void pages.delete(tabId),
    locks: new Set(),
    fetched: new Set(),
    redirects: {},
  };
  const timers = new Map<NodeJS.Timeout, { readonly run: () => void; readonly atMs: number }>();
  let aheadMs = 0;
  /** How far the machine's clock was moved. */
  let wallOffsetMs = 0;
  let endToast: (clicked: ToastAction | null) => void = () => {};
  const clock = () => Date.now() + aheadMs;
  let alarm: number | null = null;

  const createWorkerPorts = (worker: Worker): BrowserPorts => ({
    local: ofWorker(worker, local),
    session: ofWorker(worker, session),
    wallNow: () => clock() + wallOffsetMs,
    monotonicNow: () => performance.now() + aheadMs,
    random: Math.random,
    createId: () => crypto.randomUUID(),
    // Otherwise it would store that it is sending something it never sends.
    isOnline: () => browser.online && !worker.isEnded,
    queryHeldLocks: async () => browser.locks,
    repeatsAfterNetworkError: 1,
    requestsPerSecond,
    getMenuText,
    drawMenu: async (menu) => void Object.assign(seen, { menu }),
    setBadge: async (badge) => void Object.assign(seen, { badge }),
    hasPrivateWindow: async () => true,
    notify: async (notice) => void seen.notices.push(notice),
    findOnPage: async (tabId, uploadIds) => uploadIds.filter((id) => pages.get(tabId)?.includes(id)),
    showPageToast: (tabId, toast) => {
      pages.set(tabId, [...(pages.get(tabId) ?? []), ...toast.uploadIds]);
      // A page shows one toast at a time.
      endToast(null);
      seen.toasts.push(toast);
      const { promise, resolve } = Promise.withResolvers<ToastAction | null>();
      endToast = resolve;
      const { clickToast } = browser;
      browser.clickToast = async () => null;
      const clicked = clickToast();
      // The toast was never shown.
      clicked.catch(() => seen.toasts.pop());
      return Promise.race([promise, clicked]);
    },
    openPicker: async (requestId) => void seen.pickerRequestIds.push(requestId),
    readPage: async (tabId) => {
      seen.tabsRead.push(tabId);
      if (browser.isPageSilent) return null;
      if (browser.page === null) throw new Error('The browser doesn’t let extensions read this page.');
      return browser.page;
    },
    readTabs: async (ids) => browser.tabs && ids.flatMap((id) => browser.tabs?.[id] ?? []),
    openCollection: async (collection) => void seen.collections.push(collection),
    openSettings: async () => void seen.optionsOpened++,
    openManager: async () => void seen.managers++,
    hasHostPermission: async (address) =>
      typeof browser.hasHostPermission === 'boolean'
        ? browser.hasHostPermission
        : browser.hasHostPermission(address),
    openSender: async () => void seen.sendersOpened++,
    sourceRequests: {
      expect: async (id, url, referrer) => void seen.expected.set(id, { url, referrer }),
      findRedirect: async (_id, url) => browser.redirects[url] ?? null,
      list: () => [...seen.expected.keys()],
      forget: async (id) => void seen.expected.delete(id),
    },
    fetchedFiles: {
      list: async () => [...browser.fetched],
      remove: async (id) => void browser.fetched.delete(id),
    },
    setTimer: (callback, delay) => {
      const run = () => {
        clearTimeout(timer);
        timers.delete(timer);
        if (!worker.isEnded) callback();
      };
      const timer = setTimeout(run, delay);
      timers.set(timer, { run, atMs: clock() + delay });
      return timer;
    },
    clearTimer: (timer: NodeJS.Timeout) => {
      timers.delete(timer);
      clearTimeout(timer);
    },
    hasAlarm: async () => alarm !== null,
    setAlarm: async (when) => {
      if (!worker.isEnded) alarm = when;
    },
    onFault: (fault) => void (worker.isEnded || seen.faults.push(fault)),
  });

  let { worker, background } = startWorker();
  function startWorker() {
    const worker = { isEnded: false };
    const inWorker = <Result>(work: () => Result): Result => currentWorker.run(worker, work);
    const started = inWorker(() => createBackground(createWorkerPorts(worker)));
    const background = new Proxy(started, {
      get: (target, name: keyof Background) => {
        const call = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => inWorker(() => call(...args));
      },
    });
    return { worker, background };
  }

  async function reply<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageReply<N>> {
    const answer = await background.message({ name, request });
    return answer as MessageReply<N>;
  }

  async function send<N extends MessageName>(
    name: N,
    request: MessageRequest<N>,
  ): Promise<MessageResponse<N>> {
    const answer = await reply(name, request);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.code} ${answer.problem.msg ?? ''}`);
    return answer.value;
  }

  return {
    service,
    admin: createAdmin(service.url),
    site,
    key,
    local,
    session,
    seen,
    browser,
    isIdle: () => timers.size === 0 && alarm === null,
    background: () => background,
    async uploads(accountId) {
      const database = createUploadsDatabase();
      return readUploads({ database, local, session }, accountId).finally(() => database.close());
    },
    async catalog(accountId) {
      const database = createCatalogDatabase();
      return createCatalogReader(database)
        .read(accountId)
        .finally(() => database.close());
    },
    click: (menuItemId, what, { isPrivate = false, tabId, readLinkText = async () => undefined } = {}) =>
      background.menuClicked(menuItemId, { what, isPrivate, tabId: tabId ?? null, readLinkText }),
    restart({ wasDisabled } = { wasDisabled: false }) {
      worker.isEnded = true;
      if (wasDisabled) alarm = null;
      ({ worker, background } = startWorker());
    },
    advance(ms) {
      aheadMs += ms;
      for (const { run, atMs } of [...timers.values()]) if (atMs <= clock()) run();
    },
    setClock(byMs) {
      wallOffsetMs += byMs;
    },
    alarm: () => alarm,
    stored: () => JSON.stringify([...local.items].filter(([name]) => name !== 'clock')),
    wallNow: () => clock() + wallOffsetMs,
    reply,
    send,
    connect: (given = key) => send('accounts.connect', { address: service.url, key: given }),
    async close() {
      worker.isEnded = true;
      for (const timer of timers.keys()) clearTimeout(timer);
      await site.close();
      await service.close();
      await rm(dataDir, { recursive: true });
      restoreGlobals();
      if (seen.faults.length > 0) throw new AggregateError(seen.faults, 'The background reported faults.');
    },
  };
}

type Truthy<T> = Exclude<T, undefined | null | false>;

/** Repeats `ask` until it returns something other than undefined, null or false. */
export async function until<T>(what: string, ask: () => Promise<T> | T, within = 15_000): Promise<Truthy<T>> {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer as Truthy<T>;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
