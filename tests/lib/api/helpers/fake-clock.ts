/** A clock of the limiter on fake time, so that hours pass in a moment and always the same way. */
import type { Clock } from '../../../../lib/api/index.ts';
import { FakeTime } from '../../fake-time.ts';

export class FakeClock implements Clock {
  readonly #time = new FakeTime(0);
  /** What the machine's clock shows at the time 0; changing it is setting that clock. */
  wallOffset = Date.UTC(2026, 10, 1);

  now = (): number => this.#time.nowMs;
  wallNow = (): number => this.wallOffset + this.#time.nowMs;
  setTimer = (callback: () => void, delayMs: number): (() => void) => this.#time.setTimer(delayMs, callback);

  sleep(delayMs: number): Promise<void> {
    return this.#time.wait(delayMs);
  }

  /** Moves on, stopping at each timer on the way, and lets all promises settle in between. */
  advance(durationMs: number): Promise<void> {
    return this.#time.advance(durationMs);
  }

  /** Moves on from timer to timer until there is none left. @throws {Error} when that takes more than so many */
  runOut(limit?: number): Promise<void> {
    return this.#time.runOut(limit);
  }
}

/** All promises that can settle now have. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
