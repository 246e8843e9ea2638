/** The background's ports on a real browser. */

import { type Browser, browser } from 'wxt/browser';
import { type GeneratedI18nStructure, i18n } from '#i18n';
import { hostPattern } from '../accounts/account.ts';
import { linksOfTab } from '../links/browser.ts';
import { drawMenu } from '../menus/browser.ts';
import { queryHeldLocks } from '../uploads/local-file.ts';
import type { FileSuggestion } from './address-bar.ts';
import type { Badge } from './badge.ts';
import type { BrowserPorts, Notice, PageContent } from './ports.ts';
import { suggestionXml } from './suggestion-xml.ts';

/** The one alarm that wakes the background. */
export const wakeAlarm = 'wake';

const tones = { moving: '#1a6fd4', trouble: '#c4321c' };
const picker = { width: 440, height: 600 };

export function browserPorts(): BrowserPorts {
  return {
    local: browser.storage.local,
    session: browser.storage.session,
    clock: Date.now,
    random: Math.random,
    makeId: () => crypto.randomUUID(),
    online: () => navigator.onLine,
    heldLocks: queryHeldLocks,
    // Seen: once in Chromium, up to seven times within 9 ms in Firefox.
    repeatsAfterNetworkError: import.meta.env.FIREFOX ? 7 : 1,
    menuTexts: {
      upload: i18n.t('menu.upload'),
      chooseFolder: i18n.t('menu.chooseFolder'),
      collect: i18n.t('menu.collect'),
      rootFolder: i18n.t('menu.rootFolder'),
      unnamedFolder: (id) => i18n.t('menu.unnamedFolder', { id }),
    },
    drawMenu,
    setBadge,
    notify,
    openPicker: async (pickId) => {
      const url = browser.runtime.getURL(`/picker.html?pick=${encodeURIComponent(pickId)}`);
      await browser.windows.create({ url, type: 'popup', ...picker });
    },
    readPage,
    openCollection: async (collectionId) => {
      const url = browser.runtime.getURL(`/collect.html?collection=${encodeURIComponent(collectionId)}`);
      await browser.tabs.create({ url });
    },
    openOptions: () => browser.runtime.openOptionsPage(),
    openManager: async (hash, where) => {
      const url = browser.runtime.getURL(`/manager.html${hash}` as '/manager.html');
      if (where === 'current') await browser.tabs.update({ url });
      else await browser.tabs.create({ url, active: where === 'new' });
    },
    mayReach: (baseUrl) => browser.permissions.contains({ origins: [hostPattern(baseUrl)] }),
    setTimer: (callback, delay) => setTimeout(callback, delay),
    clearTimer: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    setAlarm,
    onFault: (fault) => console.error('Linkhaul:', fault),
  };
}

/** The user's click on the button or in the menu grants the tab for the moment (`activeTab`). */
async function readPage(tabId: number | null): Promise<PageContent> {
  const tab = tabId === null ? await activeTab() : await browser.tabs.get(tabId);
  if (tab?.id === undefined) throw new Error('There is no such tab.');
  const found = await linksOfTab(tab.id);
  return { title: tab.title ?? '', url: tab.url ?? '', private: tab.incognito, found };
}

async function activeTab() {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

/**
 * Keeps everything that runs inside web pages away from storage, where the keys lie. Chromium lets it in unless told
 * otherwise; Firefox has no such call (its content scripts are not reached by the pages that they are in).
 */
export async function guardStorage(): Promise<void> {
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/**
 * Keeps what is stored from being evicted when the disk is short. Chromium exempts an extension with `unlimitedStorage` by
 * itself and has no such call in a worker; Firefox asks for it, and with that permission does not prompt.
 */
export async function persistStorage(): Promise<void> {
  await navigator.storage.persist?.();
}

/** Chrome takes XML, Firefox plain text. */
export const toSuggestResult = (
  suggestion: FileSuggestion,
  typed: string,
): Browser.omnibox.SuggestResult => ({
  content: suggestion.content,
  description: import.meta.env.FIREFOX ? suggestion.title : suggestionXml(suggestion, typed),
});

async function setBadge({ text, tone }: Badge): Promise<void> {
  await browser.action.setBadgeText({ text });
  await browser.action.setBadgeBackgroundColor({ color: tones[tone] });
}

async function setAlarm(when: number | null): Promise<void> {
  if (when === null) await browser.alarms.clear(wakeAlarm);
  else await browser.alarms.create(wakeAlarm, { when });
}

/** The permission is optional: without it there is no `notifications` at all. */
async function notify(notice: Notice): Promise<void> {
  if (!(await browser.permissions.contains({ permissions: ['notifications'] }))) return;
  await browser.notifications.create(notice.id, {
    type: 'basic',
    // Chromium refuses SVG here.
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    ...wordsOf(notice),
  });
}

type Key = keyof GeneratedI18nStructure;

/** The title and the sentence of each kind; the last one where the service said why. */
const noticeTexts: Readonly<Record<Notice['kind'], readonly [title: Key, sentence: Key, because?: Key]>> = {
  done: ['notification.doneTitle', 'notification.done'],
  failed: ['notification.failedTitle', 'notification.failed', 'notification.failedBecause'],
  refused: ['notification.refusedTitle', 'notification.refused', 'notification.refusedBecause'],
  uncertain: ['notification.uncertainTitle', 'notification.uncertain'],
  account: ['notification.accountTitle', 'notification.account'],
  permission: ['notification.permissionTitle', 'notification.permission'],
  takedowns: ['notification.takedownsTitle', 'notification.takedowns'],
};

function wordsOf({ kind, subject, folderName, msg, count = 0 }: Notice): { title: string; message: string } {
  const text = i18n.t as (key: Key, values?: Readonly<Record<string, string>>) => string;
  const [title, sentence, because = sentence] = noticeTexts[kind];
  const folder = folderName ?? text('menu.rootFolder');
  const values = { title: subject, account: subject, folder, msg: msg ?? '', count: `${count}` };
  return { title: text(title), message: text(msg ? because : sentence, values) };
}
