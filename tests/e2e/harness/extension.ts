import { type BrowserContext, expect, type Page } from '@playwright/test';
import { localHosts } from '../../../scripts/chromium.ts';
import { connect, type MenuClick, submitAccount } from '../../../scripts/extension-pages.ts';
import type { Background } from './background.ts';
import { message } from './messages.ts';
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

/** An image, so the page opens no port and reads nothing. It can still send messages. */
export const quietPath = 'icon/128.png';

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

  /** A new extension opens it with the settings. After `connect`, it shows an image and can only send messages. */
  get firstPage(): Page {
    return this.#installed.optionsPage;
  }

  /** In the first page. */
  async openSettings(): Promise<Page> {
    const url = this.url('options.html');
    if (this.firstPage.url() !== url) await this.firstPage.goto(url);
    await this.firstPage.bringToFront();
    return this.firstPage;
  }

  /** By a message, so no form is filled in and no page renders the changes of the rest of the test. */
  async connect(address: string, key: string): Promise<void> {
    await this.firstPage.goto(this.url(quietPath));
    await message(this.firstPage, 'accounts.connect', { address, key });
  }

  /** Waits for the confirmation. Returns the first page. */
  async connectInSettings(address: string, key: string): Promise<Page> {
    const page = await this.openSettings();
    await connect(page, address, key);
    return page;
  }

  /** Like `connectInSettings`, on a new page and with the browser's prompt. */
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
