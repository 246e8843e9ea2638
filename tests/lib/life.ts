/** Thrown nowhere: a process that has died never goes on. */
const forever = new Promise<never>(() => {});

/** A process: it can be told to die at the n-th point at which it waits. */
export class Life {
  alive = true;
  #points = 0;
  #diesAt: number;
  readonly #onDeath: () => void;
  constructor(diesAt: number, onDeath: () => void) {
    this.#diesAt = diesAt;
    this.#onDeath = onDeath;
  }

  /** From now on it does not die by itself. */
  spare(): void {
    this.#diesAt = Number.POSITIVE_INFINITY;
  }

  die(): void {
    if (!this.alive) return;
    this.alive = false;
    this.#onDeath();
  }

  /** A point at which the process may die; the dead never get beyond one. */
  async point(): Promise<void> {
    if (this.alive) {
      this.#points += 1;
      if (this.#points === this.#diesAt) this.die();
    }
    if (!this.alive) await forever;
  }

  /** The same object, each of whose methods is preceded and followed by a point. */
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
    const walk = call() as AsyncGenerator<unknown>;
    for (;;) {
      const { done, value } = await walk.next();
      await this.point();
      if (done) return value;
      yield value;
    }
  }
}
