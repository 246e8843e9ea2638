/** Virtual milliseconds; nothing happens but by `advance`. */
export class Time {
  now = 1_700_000_000_000;
  /** What is under way in the database, which knows no virtual time. */
  pending = 0;
  #timers: { at: number; order: number; fire: () => void }[] = [];
  #count = 0;

  after(milliseconds: number, fire: () => void): void {
    this.#count += 1;
    this.#timers.push({ at: this.now + Math.max(0, milliseconds), order: this.#count, fire });
  }

  /** What was waited for never comes. */
  forget(): void {
    this.#timers = [];
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Fires everything that is due until then, letting all that follows from each timer settle before the next. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.#settle();
    for (;;) {
      this.#timers.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = this.#timers;
      if (next === undefined || next.at > end) break;
      this.#timers.shift();
      this.now = Math.max(this.now, next.at);
      next.fire();
      await this.#settle();
    }
    this.now = end;
  }

  /** Everything that can go on without time passing has gone on. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.pending > 0);
  }

  /** The same object, each of whose methods is waited for before time goes on. */
  track<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          this.pending += 1;
          try {
            return await value.apply(object, args);
          } finally {
            this.pending -= 1;
          }
        };
      },
    });
  }
}
