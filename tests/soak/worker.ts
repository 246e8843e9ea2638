import type { CDPSession, Page } from '@playwright/test';
import type { Background } from '../e2e/harness/background.ts';
import { until } from '../e2e/harness/until.ts';

type Status = 'running' | 'stopped' | 'starting' | 'stopping';

/** The extension's worker in Chromium, its event page in Firefox. */
export interface SoakWorker {
  /** Returns false after the timeout. */
  waitFor(status: 'running', timeoutMs: number): Promise<boolean>;
  /** Returns false if the worker wasn't running. */
  kill(): Promise<boolean>;
  start(): Promise<void>;
}

export const controlBackground = (background: Background): SoakWorker => ({
  waitFor: (_, timeoutMs) =>
    until('the background', () => background.isAwake(), timeoutMs).catch(() => false),
  async kill() {
    const isAwake = await background.isAwake();
    if (isAwake) await background.kill();
    return isAwake;
  },
  start: () => background.wake(),
});

export class WorkerControl implements SoakWorker {
  readonly #cdp: CDPSession;
  readonly #scope: string;
  #status: Status | null = null;
  #waiting: (() => void)[] = [];

  private constructor(cdp: CDPSession, scope: string) {
    this.#cdp = cdp;
    this.#scope = scope;
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { scriptURL, runningStatus } of versions)
        if (scriptURL.startsWith(scope)) this.#status = runningStatus;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const notify of waiting) notify();
    });
  }

  /**
   * @param page Any page that stays open, because DevTools reports all workers to each page.
   * @param scope The beginning of the worker's address.
   */
  static async attach(page: Page, scope: string): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page);
    const control = new WorkerControl(cdp, scope);
    await cdp.send('ServiceWorker.enable');
    return control;
  }

  /** Returns false after the timeout. */
  async waitFor(status: Status, timeoutMs: number): Promise<boolean> {
    const expired = Promise.withResolvers<false>();
    const timer = setTimeout(() => expired.resolve(false), timeoutMs);
    try {
      while (this.#status !== status) {
        const changed = new Promise<true>((resolve) => this.#waiting.push(() => resolve(true)));
        if (!(await Promise.race([changed, expired.promise]))) return false;
      }
      return true;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns false if the worker wasn't running. */
  async kill(): Promise<boolean> {
    if (this.#status !== 'running') return false;
    await this.#cdp.send('ServiceWorker.stopAllWorkers');
    if (!(await this.waitFor('stopped', 10_000))) throw new Error('The worker did not stop within 10 s.');
    return true;
  }

  async start(): Promise<void> {
    if (this.#status === 'running') return;
    await this.#cdp.send('ServiceWorker.startWorker', { scopeURL: this.#scope });
    if (!(await this.waitFor('running', 10_000))) throw new Error('The worker did not start within 10 s.');
  }

  detach(): Promise<void> {
    return this.#cdp.detach();
  }
}
