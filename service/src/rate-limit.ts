/** The documented limit (docs/http-api.md, "Limits"): 10 requests per second and key, in a true sliding window. */

export const requestsPerWindow = 10;
export const windowMs = 1000;

// Callers choose the keys, so the map is bounded.
const maxKeys = 10_000;

/** Refused requests don't count. */
export class RateLimiter {
  readonly #arrivals = new Map<string, number[]>();

  /** Whether a request that arrives `at` (ms, never going back) is within the limit. If so, counts it. */
  admit(key: string, at: number): boolean {
    const recent = (this.#arrivals.get(key) ?? []).filter((time) => time > at - windowMs);
    const admitted = recent.length < requestsPerWindow;
    if (admitted) recent.push(at);
    this.#arrivals.set(key, recent);
    if (this.#arrivals.size > maxKeys) this.#removeIdleKeys(at);
    return admitted;
  }

  #removeIdleKeys(at: number): void {
    for (const [key, times] of this.#arrivals) {
      if ((times.at(-1) ?? 0) <= at - windowMs) this.#arrivals.delete(key);
    }
  }
}
