/**
 * The sliding window, seen from the client. Pure: callers pass the time, in milliseconds.
 *
 * The service counts arrivals, and nobody here knows when a request arrives: only that it is after the sending and before the
 * answer. So a slot is in use from the sending until one window after the answer. The eleventh request then leaves later than a
 * window after the first one's answer, hence arrives later than a window after the first one's arrival, whatever the delays.
 *
 * A request without an answer may have arrived more than once: browsers send a GET again, unseen by JavaScript, when its
 * connection breaks. Each repeat counts as a slot in use for as long as the request itself. Not covered: requests that had a slot
 * before the error; repeats whose answer came, which nobody sees; more repeats than are assumed.
 */

/** How long the service counts a request, milliseconds; the documented second and a little for coarse clocks. */
export const windowMs = 1_000 + 3;

/** A request without an answer is assumed to arrive within this time. */
export const maxTravelMs = 2_000;

const maxRoundTrips = 32;

export interface Slot {
  /** When it became free; minus infinity where it was never used. */
  readonly freeSince: number;
  sentAt: number;
  /** Null until the answer is here. */
  freeAt: number | null;
}

export class Slots {
  #slots: Slot[] = [];
  /** When slots used before became free, the earliest first. */
  #freed: number[] = [];
  /** When each assumed repeat stops counting. */
  #repeats: number[] = [];
  #roundTrips: number[] = [];

  /** Takes a slot; the caller checks `countInUse` first. */
  acquire(now: number): Slot {
    const freeSince = this.#freed.shift() ?? Number.NEGATIVE_INFINITY;
    const slot: Slot = { freeSince, sentAt: now, freeAt: null };
    this.#slots.push(slot);
    return slot;
  }

  /** Returns the slot of a request that was never sent. */
  release(slot: Slot): void {
    this.#slots = this.#slots.filter((each) => each !== slot);
    this.#freed.unshift(slot.freeSince);
  }

  recordResponse(slot: Slot, now: number): void {
    slot.freeAt = now + windowMs;
    this.#roundTrips = [...this.#roundTrips, now - slot.sentAt].slice(-maxRoundTrips);
  }

  /** Records an end without an answer: the request and its repeats are assumed to arrive within twice the slowest round trip. */
  recordNoResponse(slot: Slot, now: number, repeats: number): void {
    const slowest = Math.max(...this.#roundTrips);
    const travel = Number.isFinite(slowest) ? Math.min(2 * slowest, maxTravelMs) : maxTravelMs;
    const freeAt = Math.max(now, slot.sentAt + travel) + windowMs;
    slot.freeAt = freeAt;
    this.#repeats.push(...Array<number>(repeats).fill(freeAt));
  }

  /** Slots in use, assumed repeats included; may exceed the caller's limit. */
  countInUse(now: number): number {
    const inUse = this.#slots.filter(({ freeAt }) => freeAt === null || freeAt > now);
    if (inUse.length < this.#slots.length) {
      const free = this.#slots.filter((slot) => !inUse.includes(slot)).map(({ freeAt }) => freeAt ?? now);
      this.#freed.push(...free.sort((one, other) => one - other));
      this.#slots = inUse;
    }
    // Not added to `#freed`: a repeat has no slot of its own.
    this.#repeats = this.#repeats.filter((at) => at > now);
    return inUse.length + this.#repeats.length;
  }

  /** Null where the next one depends on an answer, or all are free. */
  nextFreeAt(now: number): number | null {
    // Repeats come free with a slot.
    const times = this.#slots.map(({ freeAt }) => freeAt).filter((at) => at !== null);
    const next = Math.min(...times.filter((at) => at > now));
    return Number.isFinite(next) ? next : null;
  }

  /** The last `most` times at which used slots become free, in order; for requests under way the latest that is assumed. */
  listFreeTimes(most: number): number[] {
    const ofSlots = this.#slots.map(({ sentAt, freeAt }) => freeAt ?? sentAt + maxTravelMs + windowMs);
    return [...ofSlots, ...this.#repeats].sort((one, other) => one - other).slice(-most);
  }

  /** Restores the times that an earlier worker stored; one that is too late (its clock was set back) is clamped. */
  restore(freeTimes: readonly number[], now: number): void {
    const latest = now + maxTravelMs + windowMs;
    for (const freeAt of freeTimes)
      this.#slots.push({ freeSince: now, sentAt: now, freeAt: Math.min(freeAt, latest) });
  }
}
