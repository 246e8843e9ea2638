/** Never resolves, because a killed process doesn't continue. */
const forever = new Promise<never>(() => {});

/** A process that can be killed at its n-th await. */
export class FakeProcess {
  isAlive = true;
  #points = 0;
  #killAt: number;
  readonly #onKilled: () => void;
  constructor(killAt: number, onKilled: () => void) {
    this.#killAt = killAt;
    this.#onKilled = onKilled;
  }

  /** From now on, only `kill` ends the process. */
  keepAlive(): void {
    this.#killAt = Number.POSITIVE_INFINITY;
  }

  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#onKilled();
  }

  /** A point at which the process may be killed. A killed process never continues after it. */
  async point(): Promise<void> {
    if (this.isAlive) {
      this.#points += 1;
      if (this.#points === this.#killAt) this.kill();
    }
    if (!this.isAlive) await forever;
  }

  /** Wraps an object so that there is a point before and after each of its methods. */
  guard<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'object' && value !== null) return this.guard(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const call = () => value.apply(object, args) as unknown;
          return name === 'iterate' ? this.#guardIteration(call) : this.#guardCall(call);
        };
      },
    });
  }

  async #guardCall(call: () => unknown): Promise<unknown> {
    await this.point();
    try {
      return await call();
    } finally {
      await this.point();
    }
  }

  async *#guardIteration(call: () => unknown): AsyncGenerator<unknown> {
    await this.point();
    const iterator = call() as AsyncGenerator<unknown>;
    for (;;) {
      const { done, value } = await iterator.next();
      await this.point();
      if (done) return value;
      yield value;
    }
  }
}
