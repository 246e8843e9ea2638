/**
 * The built extension in a real Firefox, over WebDriver BiDi.
 *
 * Three things are not as in Chromium. The extension's address is fixed by a preference, because it is otherwise
 * drawn by lot. `load` never comes for a `moz-extension://` page, so nothing may wait for it. And BiDi tells
 * nothing about the console of such a page, so what goes wrong is read from what Firefox itself writes to its
 * terminal.
 */

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { until } from './until.ts';

/** Any UUID will do as long as it is ours. */
const uuid = '5d1c1c1e-6b0f-4f57-9a3e-0a6c5be7b1d2';

export interface RunningFirefox {
  readonly browser: Browser;
  /** Errors that the extension's pages and its background wrote to the console or threw, in order. */
  readonly problems: readonly string[];
  /** Opens one of the extension's pages, for example `options.html`, and waits until it shows this text. */
  open(path: string, text: string): Promise<Page>;
  /** The same in a private window, where `privateWindows` was asked for. `from`: any of the extension's pages. */
  openPrivate(from: Page, path: string, text: string): Promise<Page>;
  close(): Promise<void>;
}

export interface FirefoxOptions {
  readonly executablePath: string;
  readonly extensionDir: string;
  readonly extensionId: string;
  /** The user lets the extension into private windows. */
  readonly privateWindows: boolean;
  /** Preferences besides those that every test needs. */
  readonly preferences?: Readonly<Record<string, unknown>>;
}

/** Starts Firefox headless on a profile of its own and installs the extension with this id from this folder. */
export async function launchFirefox(options: FirefoxOptions): Promise<RunningFirefox> {
  const { executablePath, extensionDir, extensionId, privateWindows, preferences } = options;
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: uuid }),
      // Pages write their console to stdout, the browser's own modules do not; what is thrown goes to stderr.
      'devtools.console.stdout.content': true,
      'devtools.console.stdout.chrome': false,
      'browser.dom.window.dump.enabled': true,
      // Modules with a logger of their own write all the same, when they miss the network: the fetching of settings and of
      // experiments. Neither is wanted here.
      'services.settings.loglevel': 'off',
      'messaging-system.log': 'off',
      'app.shield.optoutstudies.enabled': false,
      // The question for a host stands in the browser's own window, out of a test's reach: yes to all.
      'extensions.webextOptionalPermissionPrompts': false,
      ...preferences,
    },
  });
  const problems: string[] = [];
  const { stdout, stderr } = browser.process() ?? {};
  // What begins with a bare word and a colon is such a logger; a page's text stands in quotes.
  collect(stdout, /^console\.error: (?!\w+: )(.*)/, problems);
  collect(stderr, /^JavaScript error: (moz-extension:.*)/, problems);
  try {
    await browser.installExtension(extensionDir);
    // It opens its options page by itself, in whatever tab is blank just then: nobody else should have one.
    await until('the options page', () => isOpen(browser, `moz-extension://${uuid}/options.html`), 20_000);
    if (privateWindows) await allowPrivateWindows(browser, extensionDir);
  } catch (error) {
    await browser.close();
    throw error;
  }
  return {
    browser,
    problems,
    async open(path, text) {
      const page = await browser.newPage();
      // The promise of `goto` is for the load that never comes.
      page.goto(`moz-extension://${uuid}/${path}`).catch(() => undefined);
      await shows(page, text);
      return page;
    },
    async openPrivate(from, path, text) {
      const url = `moz-extension://${uuid}/${path}`;
      const before = await browser.pages();
      await from.evaluate((address) => {
        const { browser } = globalThis as unknown as ExtensionGlobals;
        return browser.windows.create({ incognito: true, url: address }).then(() => undefined);
      }, url);
      const page = await until('the private window', async () => {
        const added = (await browser.pages()).filter((each) => !before.includes(each));
        const shown = await Promise.all(added.map((each) => each.evaluate(() => location.href)));
        return added[shown.indexOf(url)];
      });
      await shows(page, text);
      return page;
    },
    close: () => browser.close(),
  };
}

interface ExtensionGlobals {
  readonly browser: { readonly windows: { create(window: object): Promise<object> } };
}

/**
 * Installs it once more, for which Puppeteer's own way has no word. The extension is started anew by that, so it is done
 * when it has greeted: it would end in the middle of that.
 */
async function allowPrivateWindows(browser: Browser, path: string): Promise<void> {
  const { connection } = browser as unknown as {
    connection: { send(method: string, params: object): Promise<object> };
  };
  const extensionData = { type: 'path', path };
  // The extension's own tabs are closed by that, and with the last tab the browser.
  await browser.newPage();
  await connection.send('webExtension.install', { extensionData, 'moz:allowPrivateBrowsing': true });
}

function shows(page: Page, text: string): Promise<true> {
  return until(
    `the text “${text}”`,
    () => page.evaluate((wanted) => document.body?.textContent.includes(wanted) === true, text),
    20_000,
  );
}

/** Whether a tab shows this page. The tab is asked itself: what it navigated to may never be told (see above). */
async function isOpen(browser: Browser, url: string): Promise<boolean> {
  const pages = await browser.pages();
  const shown = await Promise.all(pages.map((page) => page.evaluate(() => location.href)));
  return shown.some((href) => href.startsWith(url));
}

/** Adds what the pattern captures of each line that it fits. */
function collect(stream: Readable | null | undefined, pattern: RegExp, into: string[]): void {
  if (!stream) throw new Error('Firefox was started without its output.');
  createInterface({ input: stream }).on('line', (line) => {
    const text = pattern.exec(line)?.[1];
    if (text !== undefined) into.push(text);
  });
}
