/** The built extension in a running browser, as a test handles it. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { localHosts } from '../../../scripts/chromium.ts';
import { connect, type MenuClick, submitAccount } from '../../../scripts/extension-pages.ts';
import type { Native } from './native.ts';

/** What a browser gives of the extension that it has installed. */
export interface InstalledExtension {
  readonly context: BrowserContext;
  /** Address of the extension's folder, with the slash. */
  readonly baseUrl: string;
  /** The options page, which the extension opens by itself when it is new. */
  readonly optionsPage: Page;
  readonly background: Background;
  /** Errors that any page or the background wrote to its console or threw since the last call, in order. */
  takeProblems(): readonly string[];
  /** Removes the extension with all that it has stored, and closes every page. */
  remove(): Promise<void>;
}

/** The extension's background: Chromium's worker, Firefox's event page. */
export interface Background {
  /** Starts it where it was stopped. */
  wake(): Promise<void>;
  isAwake(): Promise<boolean>;
  /** Ends it as the browser does after idle time; everything that it held in memory is gone. */
  kill(): Promise<void>;
  /** Runs a function where the extension's APIs are, while the background is awake. */
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R>;
  /** Fires the context menu's listeners as a click on an entry would, in the active tab. */
  clickMenu(click: MenuClick): Promise<void>;
  /**
   * Wakes the background by its alarm, as the browser would in time.
   * @throws Error where no alarm was set: nothing would ever wake it
   */
  fireAlarm(): Promise<void>;
}

/** The size of the popup, which a page in a tab does not have by itself. CSS pixels. */
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
   * Errors that any page or the background wrote to its console or threw since the last call, in order: a test of a fault
   * takes those that it makes, and what is left at its end fails it.
   */
  takeProblems(): readonly string[] {
    return this.#installed.takeProblems();
  }

  /** @throws where a page or the background wrote an error; what the browser writes of failed requests is none. */
  expectNoProblems(): void {
    const problems = this.takeProblems().filter(
      (problem) => !/net::ERR|Failed to load resource/.test(problem),
    );
    expect(problems).toEqual([]);
  }

  url(path: string): string {
    return `${this.#installed.baseUrl}${path}`;
  }

  /** Opens one of the extension's pages in a tab, for example `popup.html`; the popup in the popup's size. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    const isWindow = page.viewportSize() === null;
    if (path.startsWith('popup.html') && !isWindow) await page.setViewportSize(popupSize);
    await page.goto(this.url(path));
    return page;
  }

  /** The options page that opened by itself. */
  get optionsPage(): Page {
    return this.#installed.optionsPage;
  }

  /** Connects an account through the options page, waits until it says so; gives the page. */
  async connect(address: string, key: string): Promise<Page> {
    await this.optionsPage.bringToFront();
    await connect(this.optionsPage, address, key);
    return this.optionsPage;
  }

  /** Connects an account on a new options page, allowing access to its host in the browser's prompt; gives the page. */
  async connectWithPrompt(native: Native, address: string, key: string): Promise<Page> {
    const options = await this.open('options.html');
    await submitAccount(options, address, key);
    await native.allow(options, localHosts);
    await expect(options.getByText(/^Connected to /)).toBeVisible();
    return options;
  }

  /** For a real click see `Native.chooseFromMenu`. */
  clickMenu(click: MenuClick): Promise<void> {
    return this.background.clickMenu(click);
  }
}
