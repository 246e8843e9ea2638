/** Controls the extension's event page with the browser's own privileges. */
import type { BrowserContext, Page } from '@playwright/test';
import type { MenuClick } from '../../../scripts/extension-pages.ts';
import type { Background } from './background.ts';
import type { BidiSession } from './bidi.ts';
import { wakeAlarm } from './chromium-worker.ts';
import { quietPath } from './extension.ts';
import { until } from './until.ts';

interface ExtensionGlobals {
  readonly browser: {
    readonly runtime: { getBackgroundPage(): Promise<object> };
    readonly alarms: {
      get(name: string): Promise<object | undefined>;
      create(name: string, alarm: { when: number }): Promise<void>;
    };
  };
}

export class FirefoxBackground implements Background {
  readonly #context: BrowserContext;
  readonly #bidi: BidiSession;
  /** An expression for the extension in Firefox's own code. */
  readonly #extension: string;
  #baseUrl = '';

  constructor(context: BrowserContext, bidi: BidiSession, id: string) {
    this.#context = context;
    this.#bidi = bidi;
    this.#extension = `WebExtensionPolicy.getByID(${JSON.stringify(id)}).extension`;
  }

  async baseUrl(): Promise<string> {
    this.#baseUrl ||= await this.#bidi.runPrivileged(`return ${this.#extension}.baseURL`);
    return this.#baseUrl;
  }

  async wake(): Promise<void> {
    await this.#bidi.runPrivileged(`await ${this.#extension}.wakeupBackground?.()`);
    await until('the event page', () => this.isAwake());
  }

  async isAwake(): Promise<boolean> {
    return (await this.#state()) === 'running';
  }

  async kill(): Promise<void> {
    // A pending event keeps it alive.
    await until('the end of the event page', async () => {
      if ((await this.#state()) === 'stopped') return true;
      await this.#bidi.runPrivileged(
        `await ${this.#extension}.terminateBackground({ disableResetIdleForTest: true })`,
      );
      return false;
    });
  }

  async evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    await this.wake();
    return this.#inPage((page) => page.evaluate(work as (argument: unknown) => R, argument));
  }

  async clickMenu({ menuItemId, ...click }: MenuClick): Promise<void> {
    const info = JSON.stringify({ editable: false, frameId: 0, modifiers: [], button: 0, ...click });
    // Firefox passes the entry's number and its tab in this event. The extension sees the rest.
    await this.#bidi.runPrivileged(`
      const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
      const info = { ...${info}, menuItemId: ${JSON.stringify(menuItemId)} };
      const extension = ${this.#extension};
      extension.tabManager.addActiveTabPermission(gBrowser.selectedTab);
      extension.emit('webext-menu-menuitem-click', info, gBrowser.selectedTab);
    `);
  }

  async fireAlarm(): Promise<void> {
    const isSet = await this.#inPage((page) =>
      page.evaluate(async (name) => {
        const { browser } = globalThis as unknown as ExtensionGlobals;
        if ((await browser.alarms.get(name)) === undefined) return false;
        await browser.alarms.create(name, { when: Date.now() });
        return true;
      }, wakeAlarm),
    );
    if (!isSet) throw new Error('No alarm is set.');
  }

  #state(): Promise<string> {
    return this.#bidi.runPrivileged(`return ${this.#extension}.backgroundState`);
  }

  /** In an open page of the extension, otherwise in a new one that does nothing. */
  async #inPage<R>(act: (page: Page) => Promise<R>): Promise<R> {
    const url = `${this.#baseUrl}${quietPath}`;
    const open = this.#context.pages().find((page) => page.url().startsWith(this.#baseUrl));
    if (open) return act(open);
    const page = await this.#context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    try {
      return await act(page);
    } finally {
      await page.close();
    }
  }
}
