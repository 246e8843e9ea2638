/**
 * The limit after a 429, which others who use the key may cause. All lanes pause, and the halved limit grows by one slot per `stepMs`.
 * Pure.
 */

/** Doubles with each further 429. */
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
const stepMs = 2_000;

export interface AdaptiveLimitState {
  /** Slots that were left after the last 429. */
  readonly limit: number;
  readonly pausedUntil: number;
  /** 429s since the limit was last full. */
  readonly rateLimitedCount: number;
}

export class AdaptiveLimit {
  readonly #full: number;
  #state: AdaptiveLimitState;
  /** Ignores a 429 to a request sent before. */
  #slowedAt = Number.NEGATIVE_INFINITY;

  constructor(full: number) {
    this.#full = full;
    this.#state = { limit: full, pausedUntil: Number.NEGATIVE_INFINITY, rateLimitedCount: 0 };
  }

  limit(now: number): number {
    const { limit, pausedUntil } = this.#state;
    if (now < pausedUntil) return 0;
    return Math.min(this.#full, limit + Math.floor((now - pausedUntil) / stepMs));
  }

  /** Null if the limit is full. */
  nextChangeAt(now: number): number | null {
    const { pausedUntil } = this.#state;
    if (this.limit(now) === this.#full) return null;
    const steps = Math.floor((now - pausedUntil) / stepMs) + 1;
    return pausedUntil + Math.max(0, steps) * stepMs;
  }

  /** @param sentAt when the request was sent that got the 429. @param waitMs the wait that the service asks for */
  slowDown(sentAt: number, now: number, waitMs = 0): void {
    if (sentAt <= this.#slowedAt) return;
    const before = this.limit(now);
    const rateLimitedCount = before === this.#full ? 1 : this.#state.rateLimitedCount + 1;
    this.#slowedAt = now;
    this.#state = {
      limit: Math.max(1, Math.floor(before / 2)),
      pausedUntil: now + Math.min(Math.max(firstPauseMs * 2 ** (rateLimitedCount - 1), waitMs), maxPauseMs),
      rateLimitedCount,
    };
  }

  snapshot(now: number): AdaptiveLimitState | null {
    return this.limit(now) === this.#full ? null : this.#state;
  }

  restore({ limit, pausedUntil, rateLimitedCount }: AdaptiveLimitState, now: number): void {
    this.#state = {
      limit: Math.min(Math.max(1, Math.trunc(limit)), this.#full),
      pausedUntil: Math.min(pausedUntil, now + maxPauseMs),
      rateLimitedCount: Math.max(1, Math.trunc(rateLimitedCount)),
    };
  }
}
