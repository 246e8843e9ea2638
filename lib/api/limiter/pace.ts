/**
 * What a 429 changes: the key is used by somebody else too (another browser, a script), or the service counts otherwise.
 * All lanes pause, half of the slots are given up, and one comes back with each `stepMs` without another 429. Pure.
 */

/** How long everything pauses after the first 429, milliseconds; doubled with each further one. */
const firstPause = 1_000;
const longestPause = 30_000;
/** Milliseconds after which one more slot is used again. */
const stepMs = 2_000;

export interface PaceState {
  /** Slots that were left after the last 429. */
  readonly limit: number;
  /** Nothing is sent before. */
  readonly pausedUntil: number;
  /** How many 429 came since the pace was last whole. */
  readonly strikes: number;
}

export class Pace {
  readonly #full: number;
  #state: PaceState;
  /** A 429 to a request that was sent before says nothing new. */
  #slowedAt = Number.NEGATIVE_INFINITY;

  constructor(full: number) {
    this.#full = full;
    this.#state = { limit: full, pausedUntil: Number.NEGATIVE_INFINITY, strikes: 0 };
  }

  /** Slots that may be in use. */
  limit(now: number): number {
    const { limit, pausedUntil } = this.#state;
    if (now < pausedUntil) return 0;
    return Math.min(this.#full, limit + Math.floor((now - pausedUntil) / stepMs));
  }

  /** When `limit` grows next; null where it is whole. */
  nextChange(now: number): number | null {
    const { pausedUntil } = this.#state;
    const limit = this.limit(now);
    if (limit === this.#full) return null;
    if (now < pausedUntil) return pausedUntil;
    return pausedUntil + (Math.floor((now - pausedUntil) / stepMs) + 1) * stepMs;
  }

  /** A request that was sent at `sentAt` was answered with 429. */
  slowDown(sentAt: number, now: number): void {
    if (sentAt <= this.#slowedAt) return;
    const before = this.limit(now);
    const strikes = before === this.#full ? 1 : this.#state.strikes + 1;
    this.#slowedAt = now;
    this.#state = {
      limit: Math.max(1, Math.floor(before / 2)),
      pausedUntil: now + Math.min(firstPause * 2 ** (strikes - 1), longestPause),
      strikes,
    };
  }

  /** For the store; null where the pace is whole. */
  saved(now: number): PaceState | null {
    return this.limit(now) === this.#full ? null : this.#state;
  }

  /** Takes over what a former life left. */
  restore({ limit, pausedUntil, strikes }: PaceState, now: number): void {
    this.#state = {
      limit: Math.min(Math.max(1, Math.trunc(limit)), this.#full),
      pausedUntil: Math.min(pausedUntil, now + longestPause),
      strikes: Math.max(1, Math.trunc(strikes)),
    };
  }
}
