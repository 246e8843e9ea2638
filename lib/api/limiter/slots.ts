/**
 * The sliding window, seen from the client. Pure.
 *
 * The service counts arrivals, and the client only knows that a request arrives between sending and response. So a slot stays in use from
 * sending until one window after the response. With ten slots, the eleventh request is sent, and so arrives, more than a window after the
 * first one's response, whatever the delays.
 *
 * A request without a response may have arrived more than once: browsers resend a GET when its connection breaks, invisibly to JavaScript.
 * Each assumed repeat counts as a slot in use for as long as the request itself. Not covered: requests that got a slot before the error,
 * repeats whose response arrived (nobody sees those), and more repeats than assumed.
 */

/** The documented second, plus a margin for coarse clocks. */
export const windowMs = 1_000 + 3;

/** A request without a response is assumed to arrive within this time. */
export const maxTravelMs = 2_000;

const maxRoundTrips = 32;

export interface Slot {
  /** Minus infinity if the slot was never used. */
  readonly freeSince: number;
  sentAt: number;
  /** Null until the response has arrived. */
  freeAt: number | null;
}

export class Slots {
  #slots: Slot[] = [];
  /** Earliest first. */
  #freed: number[] = [];
  /** When each assumed repeat stops counting. */
  #repeats: number[] = [];
  #roundTrips: number[] = [];

  /** The caller must check `countInUse` first. */
  acquire(now: number): Slot {
    const freeSince = this.#freed.shift() ?? Number.NEGATIVE_INFINITY;
    const slot: Slot = { freeSince, sentAt: now, freeAt: null };
    this.#slots.push(slot);
    return slot;
  }

  /** For a request that was never sent. */
  release(slot: Slot): void {
    this.#slots = this.#slots.filter((each) => each !== slot);
    this.#freed.unshift(slot.freeSince);
  }

  recordResponse(slot: Slot, now: number): void {
    slot.freeAt = now + windowMs;
    this.#roundTrips = [...this.#roundTrips, now - slot.sentAt].slice(-maxRoundTrips);
  }

  /** The request and its repeats are assumed to arrive within twice the slowest round trip. */
  recordNoResponse(slot: Slot, now: number, repeats: number): void {
    const slowest = Math.max(...this.#roundTrips);
    const travel = Number.isFinite(slowest) ? Math.min(2 * slowest, maxTravelMs) : maxTravelMs;
    const freeAt = Math.max(now, slot.sentAt + travel) + windowMs;
    slot.freeAt = freeAt;
    this.#repeats.push(...Array<number>(repeats).fill(freeAt));
  }

  /** Including assumed repeats. May exceed the limit. */
  countInUse(now: number): number {
    const inUse = this.#slots.filter(({ freeAt }) => freeAt === null || freeAt > now);
    if (inUse.length < this.#slots.length) {
      const free = this.#slots.filter((slot) => !inUse.includes(slot)).map(({ freeAt }) => freeAt ?? now);
      this.#freed.push(...free.sort((one, other) => one - other));
      this.#slots = inUse;
    }
    // Not added to `#freed`, because a repeat has no slot.
    this.#repeats = this.#repeats.filter((at) => at > now);
    return inUse.length + this.#repeats.length;
  }

  /** Null if all are free, or the next one depends on a response. */
  nextFreeAt(now: number): number | null {
    // Repeats end together with a slot.
    const times = this.#slots.map(({ freeAt }) => freeAt).filter((at) => at !== null);
    const next = Math.min(...times.filter((at) => at > now));
    return Number.isFinite(next) ? next : null;
  }

  /** The last `most` times, ascending. For pending requests, the latest assumed time. */
  listFreeTimes(most: number): number[] {
    const ofSlots = this.#slots.map(({ sentAt, freeAt }) => freeAt ?? sentAt + maxTravelMs + windowMs);
    return [...ofSlots, ...this.#repeats].sort((one, other) => one - other).slice(-most);
  }

  /** Restores stored times. Those that are too late, because the clock was set back, are clamped. */
  restore(freeTimes: readonly number[], now: number): void {
    const latest = now + maxTravelMs + windowMs;
    for (const freeAt of freeTimes)
      this.#slots.push({ freeSince: now, sentAt: now, freeAt: Math.min(freeAt, latest) });
  }
}
