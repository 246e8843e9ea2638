/** A clock that stands still until it is moved, so that hours of limiter pass in a moment and always the same way. */
import type { Clock } from '../../../../lib/api/index.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class VirtualClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];
  /** What the machine's clock shows at the virtual time 0; changing it is setting that clock. */
  wallOffset = Date.UTC(2026, 10, 1);

  now = (): number => this.#now;
  wallNow = (): number => this.wallOffset + this.#now;

  setTimer = (callback: () => void, delay: number): (() => void) => {
    const timer = { at: this.#now + delay, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  sleep(delay: number): Promise<void> {
    return new Promise((resolve) => void this.setTimer(resolve, delay));
  }

  /** Moves on, stopping at each timer on the way, and lets all promises settle in between. */
  async advance(duration: number): Promise<void> {
    const end = this.#now + duration;
    await settle();
    for (let next = this.#next(); next && next.at <= end; next = this.#next()) await this.#fire(next);
    this.#now = end;
  }

  /** Moves on from timer to timer until there is none left. @throws {Error} when that takes more than so many */
  async runOut(limit = 100_000): Promise<void> {
    await settle();
    for (let next = this.#next(); next; next = this.#next()) {
      if (limit-- === 0) throw new Error('The timers do not run out.');
      await this.#fire(next);
    }
  }

  #next(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    );
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers = this.#timers.filter((each) => each !== timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.callback();
    await settle();
  }
}

/** All promises that can settle now have. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
