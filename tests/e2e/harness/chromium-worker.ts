/** Controls the extension's worker through the DevTools protocol. */
import type { BrowserContext, CDPSession, Worker } from '@playwright/test';
import { dispatchMenuClick, type MenuClick } from '../../../scripts/extension-pages.ts';
import type { Background } from './background.ts';

/** As in lib/background/browser.ts. */
export const wakeAlarm = 'wake';

/** `dispatch` isn't typed. */
interface AlarmGlobals {
  readonly chrome: {
    readonly alarms: {
      get(name: string): Promise<object | undefined>;
      readonly onAlarm: { dispatch(alarm: object): void };
    };
  };
}

export class ChromiumWorker implements Background {
  readonly #context: BrowserContext;
  readonly #baseUrl: string;

  constructor(context: BrowserContext, baseUrl: string) {
    this.#context = context;
    this.#baseUrl = baseUrl;
  }

  async wake(): Promise<void> {
    await this.#withControl(async (cdp, status) => {
      if ((await status('running', 'stopped')) === 'running') return;
      await cdp.send('ServiceWorker.startWorker', { scopeURL: this.#baseUrl });
      await status('running');
    });
  }

  async isAwake(): Promise<boolean> {
    let isAwake = false;
    await this.#withControl(async (_, status) => {
      isAwake = (await status('running', 'stopped')) === 'running';
    });
    return isAwake;
  }

  async kill(): Promise<void> {
    await this.#withControl(async (cdp, status) => {
      if ((await status('running', 'stopped')) === 'stopped') return;
      await cdp.send('ServiceWorker.stopAllWorkers');
      await status('stopped');
    });
  }

  async evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    return (await this.#worker()).evaluate(work as (argument: unknown) => R, argument);
  }

  async clickMenu(click: MenuClick): Promise<void> {
    await dispatchMenuClick(await this.#worker(), click);
  }

  async fireAlarm(): Promise<void> {
    const worker = await this.#worker();
    const isSet = await worker.evaluate(async (name) => {
      const { chrome } = globalThis as unknown as AlarmGlobals;
      const alarm = await chrome.alarms.get(name);
      if (alarm !== undefined) chrome.alarms.onAlarm.dispatch(alarm);
      return alarm !== undefined;
    }, wakeAlarm);
    if (!isSet) throw new Error('No alarm is set.');
  }

  async #worker(): Promise<Worker> {
    await this.wake();
    const worker = this.#context
      .serviceWorkers()
      .find((candidate) => candidate.url().startsWith(this.#baseUrl));
    if (worker === undefined) throw new Error('The extension has no worker.');
    return worker;
  }

  /** Any page can query all workers. `status` waits for one of the given states. */
  async #withControl(
    act: (cdp: CDPSession, status: (...wanted: readonly string[]) => Promise<string>) => Promise<void>,
  ): Promise<void> {
    const [page = await this.#context.newPage()] = this.#context.pages();
    const cdp = await this.#context.newCDPSession(page);
    let state = '';
    let changed = () => {};
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { scriptURL, runningStatus } of versions)
        if (scriptURL.startsWith(this.#baseUrl)) state = runningStatus;
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
