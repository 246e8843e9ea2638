/**
 * Registers listeners synchronously at top level, because an event that wakes the worker only reaches those that exist by then.
 * `lib/background` handles the events.
 */
import { type Browser, browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import {
  createBrowserPorts,
  guardStorage,
  listenToNotifications,
  persistStorage,
} from '../lib/background/browser.ts';
import { type Background, createBackground } from '../lib/background/create-background.ts';
import { isOwnPage, type Sender } from '../lib/background/open-pages.ts';
import { readLinkText, readPageTitle } from '../lib/links/browser.ts';
import { livePort, startedMessage, wakeAlarm } from '../lib/protocol.ts';
import { createBackgroundSender } from '../page/own-files/background-sender.ts';
import { openSenderDocument } from '../page/own-files/sender-document.ts';

/** An earlier alarm would keep the background alive. */
const restartDelayMs = 1_000;

export default defineBackground({
  main() {
    const background: Background = createBackground({
      ...createBrowserPorts(),
      openSender: import.meta.env.FIREFOX ? createBackgroundSender(() => background) : openSenderDocument,
    });
    void guardStorage();
    void persistStorage();
    // Rejects if no page is open.
    browser.runtime.sendMessage(startedMessage).catch(() => {});

    browser.runtime.onMessage.addListener((message: unknown, sender: Browser.runtime.MessageSender) =>
      isOwn(sender) ? background.message(message) : undefined,
    );
    browser.runtime.onConnect.addListener((port) => {
      if (port.name === livePort && port.sender && isOwn(port.sender)) background.pageOpened(port);
      else port.disconnect();
    });

    browser.runtime.onInstalled.addListener(({ reason }) => background.installed(reason === 'install'));
    // With this listener, an update waits for the next start. Otherwise it would close every page at once and interrupt uploads.
    browser.runtime.onUpdateAvailable.addListener(() => {});
    browser.runtime.onStartup.addListener(() => background.started());
    browser.alarms.onAlarm.addListener(({ name }) => (name === wakeAlarm ? background.wake() : undefined));
    self.addEventListener('online', () => background.wake());

    browser.permissions.onAdded.addListener(() => background.permissionsChanged());
    browser.permissions.onRemoved.addListener(() => background.permissionsChanged());

    listenToNotifications();
    // Firefox only wakes the background for listeners registered at its start. If `notifications` was missing then, restart it once the
    // permission is granted.
    if (import.meta.env.FIREFOX && !browser.notifications)
      browser.runtime.onSuspend.addListener(() =>
        browser.notifications
          ? browser.alarms.create(wakeAlarm, { when: Date.now() + restartDelayMs })
          : undefined,
      );

    // Firefox for Android has no context menus and no shortcuts.
    browser.contextMenus?.onClicked.addListener((info, tab) =>
      background.menuClicked(info.menuItemId, {
        what: { ...info, pageTitle: isOnPage(info) ? getPageTitle(tab) : tab?.title },
        isPrivate: tab?.incognito ?? false,
        tabId: tab?.id ?? null,
        readLinkText: async () =>
          tab?.id === undefined
            ? undefined
            : isOnPage(info)
              ? readPageTitle(tab.id)
              : readLinkText(tab.id, info.frameId ?? 0, info.linkUrl ?? ''),
      }),
    );

    browser.commands?.onCommand.addListener((command, tab) => {
      // Needs the user gesture, so nothing may be awaited before.
      if (import.meta.env.CHROME && command === 'open-panel' && tab)
        return void browser.sidePanel.open({ windowId: tab.windowId });
      void background.commandPressed(command, {
        what: { pageUrl: tab?.url, pageTitle: getPageTitle(tab) },
        isPrivate: tab?.incognito ?? false,
        tabId: tab?.id ?? null,
        readLinkText: async () => (tab?.id === undefined ? undefined : readPageTitle(tab.id)),
      });
    });
  },
});

/** Undefined in Firefox, whose error pages have ordinary titles. There, the page itself is asked. */
const getPageTitle = (tab: Browser.tabs.Tab | undefined): string | undefined =>
  import.meta.env.FIREFOX ? undefined : tab?.title;

const isOnPage = ({ linkUrl, srcUrl, selectionText }: Browser.contextMenus.OnClickData): boolean =>
  linkUrl === undefined && srcUrl === undefined && selectionText === undefined;

const isOwn = (sender: Sender) => isOwnPage(sender, browser.runtime.id, browser.runtime.getURL('/'));
