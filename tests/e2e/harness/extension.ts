import { type BrowserContext, expect, type Page } from '@playwright/test';
import { localHosts } from '../../../scripts/chromium.ts';
import { connect, type MenuClick, submitAccount } from '../../../scripts/extension-pages.ts';
import type { Native } from './native.ts';

export interface InstalledExtension {
  readonly context: BrowserContext;
  /** With a trailing slash. */
  readonly baseUrl: string;
  /** A new extension opens it. */
  readonly optionsPage: Page;
  readonly background: Background;
  /** Errors of all pages and the background since the last call, in order. */
  takeProblems(): readonly string[];
  /** With its stored data. Closes every page. */
  remove(): Promise<void>;
}

/** A worker in Chromium, an event page in Firefox. */
export interface Background {
  wake(): Promise<void>;
  isAwake(): Promise<boolean>;
  /** As the browser does when it is idle. Everything in memory is lost. */
  kill(): Promise<void>;
  /** Runs with the extension's APIs, while the background is awake. */
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R>;
  /** Fires the listeners as a click in the active tab would. */
  clickMenu(click: MenuClick): Promise<void>;
  /**
   * Wakes the background as the browser would later.
   * @throws {Error} if no alarm is set, so nothing would ever wake it
   */
  fireAlarm(): Promise<void>;
}

/** In CSS pixels. Pages in tabs don't have it. */
const popupSize = { width: 400, height: 560 };

export class Extension {
  readonly context: BrowserContext;
  readonly background: Background;
  readonly #installed: InstalledExtension;

  constructor(installed: InstalledExtension) {
    this.context = installed.context;
    this.background = installed.background;
    this.#installed = installed;
  }

  get id(): string {
    return new URL(this.#installed.baseUrl).host;
  }

  /** Since the last call, in order. A test that provokes errors must take them, because errors left at its end fail it. */
  takeProblems(): readonly string[] {
    return this.#installed.takeProblems();
  }

  /** Ignores the browser's own messages about failed requests. @throws if a page or the background logged an error */
  expectNoProblems(): void {
    const problems = this.takeProblems().filter(
      (problem) => !/net::ERR|Failed to load resource/.test(problem),
    );
    expect(problems).toEqual([]);
  }

  url(path: string): string {
    return `${this.#installed.baseUrl}${path}`;
  }

  /** For example `popup.html`, which gets its real size. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    const isWindow = page.viewportSize() === null;
    if (path.startsWith('popup.html') && !isWindow) await page.setViewportSize(popupSize);
    await page.goto(this.url(path));
    return page;
  }

  get optionsPage(): Page {
    return this.#installed.optionsPage;
  }

  /** Waits for the confirmation. Returns the options page. */
  async connect(address: string, key: string): Promise<Page> {
    await this.optionsPage.bringToFront();
    await connect(this.optionsPage, address, key);
    return this.optionsPage;
  }

  /** Like `connect`, on a new options page and with the browser's prompt. */
  async connectWithPrompt(native: Native, address: string, key: string): Promise<Page> {
    const options = await this.open('options.html');
    await submitAccount(options, address, key);
    await native.allow(options, localHosts);
    await expect(options.getByText(/^Connected to /)).toBeVisible();
    return options;
  }

  /** For a real click, see `Native.chooseFromMenu`. */
  clickMenu(click: MenuClick): Promise<void> {
    return this.background.clickMenu(click);
  }
}
