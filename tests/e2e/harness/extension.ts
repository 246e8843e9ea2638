/** The built extension in a running Chromium, as a test handles it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import type { BrowserContext, CDPSession, ConsoleMessage, Page, TestInfo, Worker } from '@playwright/test';
import { isEndedWorkerMessage } from '../../../scripts/chromium.ts';
import { connect, dispatchMenuClick, type MenuClick } from '../../../scripts/pages.ts';

export interface InstalledExtension {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** The options page, which the extension opens by itself when it is new. */
  readonly welcome: Page;
  /** Errors that any page or worker wrote to its console or threw since the installation. */
  readonly problems: string[];
  /** Removes the extension with all that it has stored, and closes every page. */
  remove(): Promise<void>;
}

/** The size of the popup, which a page in a tab does not have by itself. CSS pixels. */
const popupSize = { width: 400, height: 560 };

/** Its name in lib/background/browser.ts. */
const wakeAlarm = 'wake';

/** `dispatch` is there but in no type. */
interface AlarmGlobals {
  readonly chrome: {
    readonly alarms: {
      get(name: string): Promise<object | undefined>;
      readonly onAlarm: { dispatch(alarm: object): void };
    };
  };
}

type Installed = Pick<InstalledExtension, 'context' | 'extensionId' | 'welcome' | 'problems'>;

export class Extension {
  readonly context: BrowserContext;
  readonly id: string;
  /** Errors that any page or the worker wrote to its console or threw, in order. */
  readonly problems: readonly string[];
  readonly #welcome: Page;
  readonly #testInfo: TestInfo;

  constructor({ context, extensionId, welcome, problems }: Installed, testInfo: TestInfo) {
    this.context = context;
    this.id = extensionId;
    this.problems = problems;
    this.#welcome = welcome;
    this.#testInfo = testInfo;
  }

  url(path: string): string {
    return `chrome-extension://${this.id}/${path}`;
  }

  /** Opens one of the extension's pages in a tab, for example `popup.html`; the popup in the popup's size. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    const isWindow = page.viewportSize() === null;
    if (path.startsWith('popup.html') && !isWindow) await page.setViewportSize(popupSize);
    await page.goto(this.url(path));
    return page;
  }

  /** Connects an account through the options page that opened by itself, waits until it says so; gives the page. */
  async connect(address: string, key: string): Promise<Page> {
    await this.#welcome.bringToFront();
    await connect(this.#welcome, address, key);
    return this.#welcome;
  }

  /**
   * Fires the context menu's listeners as a click on an entry would. For a real click see `Native.chooseFromMenu`.
   */
  async clickMenu(click: MenuClick): Promise<void> {
    await dispatchMenuClick(await this.worker(), click);
  }

  /** The background's worker, awake: started again where it was stopped. */
  async worker(): Promise<Worker> {
    await this.#withWorkerControl(async (cdp, status) => {
      if ((await status('running', 'stopped')) === 'running') return;
      await cdp.send('ServiceWorker.startWorker', { scopeURL: this.url('') });
      await status('running');
    });
    const worker = this.context
      .serviceWorkers()
      .find((candidate) => candidate.url().startsWith(this.url('')));
    if (worker === undefined) throw new Error('The extension has no worker.');
    return worker;
  }

  /**
   * Wakes the background by its alarm, as the browser would in time.
   * @throws Error where no alarm was set: nothing would ever wake it
   */
  async fireAlarm(): Promise<void> {
    const worker = await this.worker();
    const isSet = await worker.evaluate(async (name) => {
      const { chrome } = globalThis as unknown as AlarmGlobals;
      const alarm = await chrome.alarms.get(name);
      if (alarm !== undefined) chrome.alarms.onAlarm.dispatch(alarm);
      return alarm !== undefined;
    }, wakeAlarm);
    if (!isSet) throw new Error('No alarm is set.');
  }

  /** Ends the worker as the browser does after idle time; everything that it held in memory is gone. */
  async killWorker(): Promise<void> {
    await this.#withWorkerControl(async (cdp, status) => {
      if ((await status('running', 'stopped')) === 'stopped') return;
      await cdp.send('ServiceWorker.stopAllWorkers');
      await status('stopped');
    });
  }

  /** Saves a picture of a page with the test's report, where LINKHAUL_SCREENSHOTS is set. */
  async screenshot(page: Page, name: string): Promise<void> {
    if (env['LINKHAUL_SCREENSHOTS'] === undefined) return;
    const path = join(this.#testInfo.outputDir, `${name}.png`);
    await mkdir(this.#testInfo.outputDir, { recursive: true });
    await page.screenshot({ path });
    await this.#testInfo.attach(name, { path, contentType: 'image/png' });
  }

  /** Any page can be asked about the workers of all. `status` waits until the extension's has one of these states. */
  async #withWorkerControl(
    act: (cdp: CDPSession, status: (...wanted: readonly string[]) => Promise<string>) => Promise<void>,
  ): Promise<void> {
    const [page = await this.context.newPage()] = this.context.pages();
    const cdp = await this.context.newCDPSession(page);
    let state = '';
    let changed = () => {};
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { scriptURL, runningStatus } of versions)
        if (scriptURL.startsWith(this.url(''))) state = runningStatus;
      changed();
    });
    const status = async (...wanted: readonly string[]) => {
      while (!wanted.includes(state)) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return state;
    };
    try {
      await cdp.send('ServiceWorker.enable');
      await act(cdp, status);
    } finally {
      await cdp.detach();
    }
  }
}

/** Adds every error that a page or a worker writes to its console or throws from now on, but for what ending a worker does. */
export function collectProblems(context: BrowserContext, problems: string[]): void {
  // In the document of a picture (`openQuietPage`) the policy of extension pages stops the browser's own style.
  const isProblem = (message: ConsoleMessage) =>
    message.type() === 'error' &&
    !isEndedWorkerMessage(message.text()) &&
    !message.location().url.endsWith('/icon/128.png');
  context.on('console', (message) => {
    if (isProblem(message)) problems.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (webError) => problems.push(String(webError.error())));
  const watch = (worker: Worker) =>
    worker.on('console', (message) => {
      if (isProblem(message)) problems.push(`worker: ${message.text()}`);
    });
  for (const worker of context.serviceWorkers()) watch(worker);
  context.on('serviceworker', watch);
}
