/** The built extension in a running browser, as tests use it. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { localHosts } from '../../../scripts/chromium.ts';
import { connect, type MenuClick, submitAccount } from '../../../scripts/extension-pages.ts';
import type { Native } from './native.ts';

export interface InstalledExtension {
  readonly context: BrowserContext;
  /** Base address of the extension, with a trailing slash. */
  readonly baseUrl: string;
  /** The options page, which a new extension opens by itself. */
  readonly optionsPage: Page;
  readonly background: Background;
  /** Errors that any page or the background logged or threw since the last call, in order. */
  takeProblems(): readonly string[];
  /** Removes the extension with its stored data, and closes every page. */
  remove(): Promise<void>;
}

/** The extension's background: a worker in Chromium, an event page in Firefox. */
export interface Background {
  /** Starts it if it is stopped. */
  wake(): Promise<void>;
  isAwake(): Promise<boolean>;
  /** Stops it like the browser does when it is idle. Everything in memory is lost. */
  kill(): Promise<void>;
  /** Runs a function in a context with the extension's APIs, while the background is awake. */
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R>;
  /** Fires the context menu's listeners like a click on an entry would, in the active tab. */
  clickMenu(click: MenuClick): Promise<void>;
  /**
   * Wakes the background by its alarm, as the browser would later.
   * @throws {Error} if no alarm is set, so nothing would ever wake it
   */
  fireAlarm(): Promise<void>;
}

/** The size of the popup in CSS pixels. A page in a tab doesn't have it. */
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

  /**
   * Errors that any page or the background logged or threw since the last call, in order. A test that provokes errors must take them: any
   * error left at its end fails it.
   */
  takeProblems(): readonly string[] {
    return this.#installed.takeProblems();
  }

  /** @throws if a page or the background logged an error. Ignores the browser's own messages about failed requests. */
  expectNoProblems(): void {
    const problems = this.takeProblems().filter(
      (problem) => !/net::ERR|Failed to load resource/.test(problem),
    );
    expect(problems).toEqual([]);
  }

  url(path: string): string {
    return `${this.#installed.baseUrl}${path}`;
  }

  /** Opens one of the extension's pages in a tab, for example `popup.html`. The popup gets its real size. */
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

  /** Connects an account on the options page and waits for the confirmation. Returns the page. */
  async connect(address: string, key: string): Promise<Page> {
    await this.optionsPage.bringToFront();
    await connect(this.optionsPage, address, key);
    return this.optionsPage;
  }

  /** Connects an account on a new options page and allows host access in the browser's prompt. Returns the page. */
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
