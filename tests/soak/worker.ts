/** The extension's worker as its browser sees it: whether it runs, and an end to it whenever one is wanted. */
import type { CDPSession, Page } from '@playwright/test';

type Status = 'running' | 'stopped' | 'starting' | 'stopping';

export class WorkerControl {
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
      for (const look of waiting) look();
    });
  }

  /**
   * @param page any page that stays open; it is told of the workers of all
   * @param scope the beginning of the worker's address
   */
  static async attach(page: Page, scope: string): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page);
    const control = new WorkerControl(cdp, scope);
    await cdp.send('ServiceWorker.enable');
    return control;
  }

  /** Whether it has this status within so many milliseconds. */
  async becomes(status: Status, patience: number): Promise<boolean> {
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), patience);
    try {
      while (this.#status !== status) {
        const changed = new Promise<true>((resolve) => this.#waiting.push(() => resolve(true)));
        if (!(await Promise.race([changed, late.promise]))) return false;
      }
      return true;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it, with everything that it holds in memory; false: it did not run. */
  async kill(): Promise<boolean> {
    if (this.#status !== 'running') return false;
    await this.#cdp.send('ServiceWorker.stopAllWorkers');
    if (!(await this.becomes('stopped', 10_000))) throw new Error('The worker does not stop.');
    return true;
  }

  /** Starts it where it does not run. */
  async start(): Promise<void> {
    if (this.#status === 'running') return;
    await this.#cdp.send('ServiceWorker.startWorker', { scopeURL: this.#scope });
    if (!(await this.becomes('running', 10_000))) throw new Error('The worker does not start.');
  }

  detach(): Promise<void> {
    return this.#cdp.detach();
  }
}
