/**
 * The sliding window, seen from the client. Pure: whoever asks says what time it is.
 *
 * The service counts arrivals, and nobody here knows when a request arrives: only that it is after the sending and before
 * the answer. So a slot is in use from the sending until one window after the answer. The eleventh request then leaves
 * later than a window after the first one's answer, hence arrives later than a window after the first one's arrival,
 * whatever the delays. (Freeing slots earlier by half the smallest round trip, as would be tempting, gains some percent
 * on steady lines and loses that proof on unsteady ones.)
 */

/** How long the service counts a request, milliseconds; the documented second and a little for coarse clocks. */
export const windowMs = 1_000 + 3;

/** How long a request whose answer will never be seen is believed to be on its way at most, milliseconds. */
const longestTravel = 2_000;

/** Round trips that are remembered. */
const memory = 32;

export interface Slot {
  /** Since when it was free; minus infinity where it was never used. */
  readonly freeSince: number;
  sentAt: number;
  /** Null until the answer is here. */
  freeAt: number | null;
}

export class Slots {
  #slots: Slot[] = [];
  /** Since when the slots are free that were used before, the longest first. */
  #freed: number[] = [];
  #roundTrips: number[] = [];

  /** Takes a slot; whether there is one is the caller's question to `busy`. */
  take(now: number): Slot {
    const freeSince = this.#freed.shift() ?? Number.NEGATIVE_INFINITY;
    const slot: Slot = { freeSince, sentAt: now, freeAt: null };
    this.#slots.push(slot);
    return slot;
  }

  /** The request never left. */
  giveBack(slot: Slot): void {
    this.#slots = this.#slots.filter((each) => each !== slot);
    this.#freed.unshift(slot.freeSince);
  }

  /** The answer is here. */
  answered(slot: Slot, now: number): void {
    slot.freeAt = now + windowMs;
    this.#roundTrips = [...this.#roundTrips, now - slot.sentAt].slice(-memory);
  }

  /** No answer will be seen, and yet the request may arrive, as late as the slowest of late, and as late again. */
  abandoned(slot: Slot, now: number): void {
    const slowest = Math.max(...this.#roundTrips);
    const travel = Number.isFinite(slowest) ? Math.min(2 * slowest, longestTravel) : longestTravel;
    slot.freeAt = Math.max(now, slot.sentAt + travel) + windowMs;
  }

  /** How many are in use. */
  busy(now: number): number {
    const busy = this.#slots.filter(({ freeAt }) => freeAt === null || freeAt > now);
    if (busy.length < this.#slots.length) {
      const free = this.#slots.filter((slot) => !busy.includes(slot)).map(({ freeAt }) => freeAt ?? now);
      this.#freed.push(...free.sort((one, other) => one - other));
      this.#slots = busy;
    }
    return busy.length;
  }

  /** When the next one is free again; null where that waits for an answer, or all are free. */
  nextFreeAt(now: number): number | null {
    const times = this.#slots.map(({ freeAt }) => freeAt).filter((at) => at !== null && at > now);
    return times.length === 0 ? null : Math.min(...times.map(Number));
  }

  /** When each used slot is free again: for those on their way, at the latest that is believed. For the store. */
  freeTimes(): number[] {
    return this.#slots.map(({ sentAt, freeAt }) => freeAt ?? sentAt + longestTravel + windowMs);
  }

  /** Takes over what a former life left. A time further off than can be (its clock was set back) is cut to what can be. */
  restore(freeTimes: readonly number[], now: number): void {
    const latest = now + longestTravel + windowMs;
    for (const freeAt of freeTimes)
      this.#slots.push({ freeSince: now, sentAt: now, freeAt: Math.min(freeAt, latest) });
  }
}
