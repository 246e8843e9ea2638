import { browser } from 'wxt/browser';
import { type GeneratedI18nStructure, i18n } from '#i18n';
import { toHostPattern } from '../accounts/account.ts';
import { type FolderRef, rootId } from '../folders/folder.ts';
import { readTabLinks } from '../links/browser.ts';
import { drawMenu } from '../menus/browser.ts';
import { type PageToast, type ToastAction, wakeAlarm } from '../protocol.ts';
import { createSourceRequests } from '../source-requests/browser.ts';
import { isolate, joinFacts } from '../texts/fill-in.ts';
import { queryHeldLocks } from '../uploads/local-file.ts';
import { fetchedFiles } from '../uploads/storage/fetched-files.ts';
import type { Badge } from './badge.ts';
import type { BrowserPorts, NotificationContent, PageContent, TabAddress, ToastContent } from './ports.ts';

type Key = keyof GeneratedI18nStructure;
/** `i18n.t` only accepts literal keys. */
const getText = i18n.t as (key: Key, values?: Readonly<Record<string, string>>) => string;

const tones = { moving: '#1a6fd4', attention: '#c4321c' };
const picker = { width: 440, height: 720 };

export function createBrowserPorts(): Omit<BrowserPorts, 'openSender'> {
  return {
    local: browser.storage.local,
    session: browser.storage.session,
    wallNow: Date.now,
    monotonicNow: () => performance.now(),
    random: Math.random,
    createId: () => crypto.randomUUID(),
    isOnline: () => navigator.onLine,
    queryHeldLocks,
    // Measured: once in Chromium, up to seven times within 9 ms in Firefox.
    repeatsAfterNetworkError: import.meta.env.FIREFOX ? 7 : 1,
    getMenuText: getText,
    drawMenu,
    setBadge,
    hasPrivateWindow: async () =>
      (await browser.windows?.getAll())?.some(({ incognito }) => incognito) ?? true,
    notify,
    showPageToast,
    findOnPage,
    openPicker: async (requestId) => {
      const url = browser.runtime.getURL(`/picker.html?request=${encodeURIComponent(requestId)}`);
      // Firefox for Android has no windows.
      await (browser.windows?.create({ url, type: 'popup', ...picker }) ?? browser.tabs.create({ url }));
    },
    readPage,
    readTabs,
    openCollection: async (collectionId) => {
      const url = browser.runtime.getURL(`/collect.html?collection=${encodeURIComponent(collectionId)}`);
      await browser.tabs.create({ url });
    },
    openSettings: () => browser.runtime.openOptionsPage(),
    openManager: async () =>
      void (await browser.tabs.create({ url: browser.runtime.getURL('/manager.html') })),
    hasHostPermission: (baseUrl) => browser.permissions.contains({ origins: [toHostPattern(baseUrl)] }),
    sourceRequests: createSourceRequests(),
    fetchedFiles,
    setTimer: (callback, delay) => setTimeout(callback, delay),
    clearTimer: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    hasAlarm: async () => (await browser.alarms.get(wakeAlarm)) !== undefined,
    setAlarm,
    onFault: (fault) => console.error('Linkhaul:', fault),
  };
}

/** A click on the button or in the menu grants temporary access to the tab (`activeTab`). */
async function readPage(tabId: number | null): Promise<PageContent | null> {
  const tab = tabId === null ? await getActiveTab() : await browser.tabs.get(tabId);
  if (tab?.id === undefined) throw new Error('There is no such tab.');
  // Before the script in the page, which takes time.
  const selected = await browser.tabs.query({ highlighted: true, windowId: tab.windowId }).catch(() => []);
  const otherTabIds = selected.flatMap(({ id }) => (id === undefined || id === tab.id ? [] : id));
  const found = await readTabLinks(tab.id);
  return found && { title: tab.title ?? '', url: tab.url ?? '', private: tab.incognito, found, otherTabIds };
}

async function readTabs(tabIds: readonly number[]): Promise<readonly TabAddress[] | null> {
  if (!(await browser.permissions.contains({ permissions: ['tabs'] }))) return null;
  const tabs = await Promise.all(tabIds.map((id) => browser.tabs.get(id).catch(() => null)));
  return tabs.flatMap((tab) => (tab ? { url: tab.url ?? '', title: tab.title ?? '' } : []));
}

/** The extension's isolated world of one document. No page can read it, and the tab's next document doesn't have it. */
interface PageWorld {
  linkhaulToast?: PageToast;
  linkhaulUploads?: readonly string[];
}

/** The script that draws the toast reads its content from the isolated world. */
async function showPageToast(
  tabId: number,
  { kind, folders, account, accounts = [], uploadIds, count, kept = 0, title = '', msg }: ToastContent,
): Promise<ToastAction | null> {
  const { t } = i18n;
  const isRtl = t('meta.direction') === 'rtl';
  const getFolderName = ({ id, name }: FolderRef) =>
    name || (id === rootId ? t('menu.rootFolder') : t('menu.unnamedFolder', { id }));
  const withOwner = (owner: string | undefined, text: string) =>
    owner ? `${isolate(owner, isRtl)} · ${text}` : text;
  const names = folders.map((each, at) => withOwner(accounts[at], isolate(getFolderName(each), isRtl)));
  const folder = names.join(', ');
  const parts = [isRtl ? '←' : '→', withOwner(account, folder), count > 1 && `(${count})`];
  const texts = {
    queued: parts.filter(Boolean).join(' '),
    arrived: t('uploads.done', { folder: withOwner(account, folder) }),
    undone: joinFacts(
      [t('activity.cancelled', { folder }), kept > 0 && t('common.unchanged', { count: kept })],
      isRtl,
    ),
    'not-undone': msg ? t('uploads.otherStatus', { status: isolate(msg, isRtl) }) : t('problem.unexpected'),
    'too-late': t('pageToast.tooLate'),
    failed:
      count > 1
        ? `${t('notification.failedTitle')} (${count})`
        : t('notification.failed', { title: isolate(title, isRtl) }),
  };
  const move = [{ action: 'change', label: t('files.moveTo') }] as const;
  const undo = { action: 'undo', label: t('common.undo') } as const;
  const buttons = {
    queued: [{ action: 'change', label: t('uploads.changeFolder') }, undo],
    arrived: move,
    undone: [],
    'not-undone': [undo],
    'too-late': move,
    failed: [],
  } as const;
  const toast: PageToast = {
    text: texts[kind],
    buttons: buttons[kind],
    direction: isRtl ? 'rtl' : 'ltr',
  };
  const injection = { target: { tabId }, injectImmediately: true };
  await browser.scripting.executeScript({
    ...injection,
    args: [toast, [...uploadIds]],
    func: (given: PageToast, ids: readonly string[]) => {
      const world = globalThis as PageWorld;
      world.linkhaulToast = given;
      world.linkhaulUploads = [...(world.linkhaulUploads ?? []), ...ids];
    },
  });
  const [answer] = await browser.scripting.executeScript({ ...injection, files: ['/page-toast.js'] });
  return (answer?.result as ToastAction | null | undefined) ?? null;
}

async function findOnPage(tabId: number, uploadIds: readonly string[]): Promise<readonly string[]> {
  const [answer] = await browser.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [[...uploadIds]],
    func: (ids: readonly string[]) =>
      ids.filter((id) => (globalThis as PageWorld).linkhaulUploads?.includes(id)),
  });
  return (answer?.result as readonly string[] | null | undefined) ?? [];
}

async function getActiveTab() {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

/** Keeps content scripts out of storage, which has the keys. Firefox isolates them, and lacks this call. */
export async function guardStorage(): Promise<void> {
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/** Protects stored data from eviction in Firefox. In Chromium, `unlimitedStorage` does. */
export async function persistStorage(): Promise<void> {
  await navigator.storage.persist?.();
}

async function setBadge({ text, tone, counts }: Badge): Promise<void> {
  // Firefox for Android has no badges.
  await browser.action.setBadgeText?.({ text });
  await browser.action.setBadgeBackgroundColor?.({ color: tones[tone] });
  const { t } = i18n;
  const lines = [
    [t('uploads.groups.active'), counts.moving] as const,
    [t('uploads.groups.attention'), counts.attention] as const,
  ].flatMap(([label, count]) => (count > 0 ? `${label}: ${count.toLocaleString()}` : []));
  await browser.action.setTitle({ title: [browser.runtime.getManifest().name, ...lines].join('\n') });
}

/** Repeats each minute, because the worker may end between this alarm and setting the next one. */
async function setAlarm(when: number | null): Promise<void> {
  if (when === null) await browser.alarms.clear(wakeAlarm);
  else await browser.alarms.create(wakeAlarm, { when, periodInMinutes: 1 });
}

/** The permission is optional. Without it, `notifications` doesn't exist. */
async function notify(notice: NotificationContent): Promise<void> {
  if (!(await browser.permissions.contains({ permissions: ['notifications'] }))) return;
  // The permission may be newer than the worker.
  listenToNotifications();
  await browser.notifications.create(notice.id, {
    type: 'basic',
    // Chromium refuses SVG here.
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    ...createTexts(notice),
  });
}

export function listenToNotifications(): void {
  browser.notifications?.onClicked.addListener(openUploads);
}

async function openUploads(notificationId: string): Promise<void> {
  void browser.notifications.clear(notificationId);
  // A browser may deliver clicks late and all at once. One tab is enough for them.
  opening = opening.then(openManagerTab, openManagerTab);
  await opening;
}

let opening: Promise<unknown> = Promise.resolve();

/** Prefers a manager that is already open. */
async function openManagerTab(): Promise<void> {
  const url = browser.runtime.getURL('/manager.html');
  const isManager = (address = '') => address.split(/[?#]/u)[0] === url;
  const tabs = await browser.tabs.query({});
  const open = tabs.find((tab) => !tab.incognito && isManager(tab.pendingUrl ?? tab.url));
  const shown = open?.id === undefined ? undefined : await browser.tabs.update(open.id, { active: true });
  const { id, windowId } = shown ?? (await browser.tabs.create({ url }));
  if (windowId !== undefined) await browser.windows?.update(windowId, { focused: true });
  // Firefox returns a tab before it has its address, by which the next click finds it.
  for (let tries = 0; id !== undefined && tries < 40; tries++) {
    const { pendingUrl, url: address } = await browser.tabs.get(id);
    if (isManager(pendingUrl ?? address)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function createTexts({ kind, subject, folderName, msg, count = 0 }: NotificationContent): {
  title: string;
  message: string;
} {
  const hasReason = msg && (kind === 'failed' || kind === 'refused');
  const folder = folderName ?? getText('menu.rootFolder');
  const values = { title: subject, account: subject, folder, msg: msg ?? '', count: `${count}` };
  return {
    title: getText(`notification.${kind}Title`),
    message: getText(hasReason ? `notification.${kind}Because` : `notification.${kind}`, values),
  };
}
