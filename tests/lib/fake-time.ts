import type { Clock } from '../../lib/api/index.ts';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Virtual time in epoch milliseconds. Only `advance` lets it pass. */
export class FakeTime implements Clock {
  nowMs: number;
  /** How far the machine's clock is ahead. Changing this sets that clock. */
  wallOffsetMs = 0;
  #timers: Timer[] = [];
  #count = 0;
  /** Pending calls of tracked objects. A database doesn't know virtual time. */
  #pending = 0;

  constructor(startMs = 1_700_000_000_000) {
    this.nowMs = startMs;
  }

  now = (): number => this.nowMs;
  wallNow = (): number => this.nowMs + this.wallOffsetMs;

  /** @returns a function that clears the timer */
  setTimer(callback: () => void, delayMs: number): () => void {
    this.#count += 1;
    const timer = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#count, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  clearTimers(): void {
    this.#timers = [];
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.setTimer(resolve, delayMs));
  }

  /** Runs every timer that becomes due. Everything that follows from one timer settles before the next one runs. */
  async advance(delayMs: number): Promise<void> {
    const endMs = this.nowMs + delayMs;
    await this.#settle();
    for (let next = this.#next(); next && next.atMs <= endMs; next = this.#next()) await this.#fire(next);
    this.nowMs = endMs;
  }

  /**
   * Advances from timer to timer until none is left.
   * @throws {Error} if more than `limit` timers fire
   */
  async runOut(limit = 100_000): Promise<void> {
    await this.#settle();
    let fired = 0;
    for (let next = this.#next(); next; next = this.#next()) {
      if (fired === limit) throw new Error('The timers do not run out.');
      fired += 1;
      await this.#fire(next);
    }
  }

  #next(): Timer | undefined {
    this.#timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    return this.#timers[0];
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers = this.#timers.filter((each) => each !== timer);
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    timer.callback();
    await this.#settle();
  }

  /** Waits until nothing can continue without time passing. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending > 0);
  }

  /** Wraps an object so that its calls return before time passes. */
  track<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          this.#pending += 1;
          try {
            return await value.apply(object, args);
          } finally {
            this.#pending -= 1;
          }
        };
      },
    });
  }
}
