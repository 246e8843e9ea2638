/** Virtual time in milliseconds since the epoch; it passes only by `advance`. */
export class FakeTime {
  nowMs = 1_700_000_000_000;
  #timers: { atMs: number; order: number; callback: () => void }[] = [];
  #count = 0;
  /** Calls of tracked objects that have not returned: a database knows no virtual time. */
  #pending = 0;

  setTimer(delayMs: number, callback: () => void): void {
    this.#count += 1;
    this.#timers.push({ atMs: this.nowMs + Math.max(0, delayMs), order: this.#count, callback });
  }

  clearTimers(): void {
    this.#timers = [];
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.setTimer(delayMs, resolve));
  }

  /** Runs every timer that is due until then; all that follows from one settles before the next. */
  async advance(delayMs: number): Promise<void> {
    const endMs = this.nowMs + delayMs;
    await this.#settle();
    for (;;) {
      this.#timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
      const [next] = this.#timers;
      if (next === undefined || next.atMs > endMs) break;
      this.#timers.shift();
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.callback();
      await this.#settle();
    }
    this.nowMs = endMs;
  }

  /** Waits until nothing can go on without time passing. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending > 0);
  }

  /** The same object, whose calls return before time passes. */
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
