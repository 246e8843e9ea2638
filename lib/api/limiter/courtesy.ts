/**
 * How work that nobody waits for keeps out of the way of a click, and yet has all of the limit while nobody clicks. Pure.
 *
 * Ten requests that leave at once come free at once, a second later, and a click in between waits for that. So where
 * slots are scarce the others leave evenly, one in each tenth of the window. Then, when all slots are in use, the oldest
 * of the ten left at least nine tenths ago, and comes free within the last tenth and its round trip: that is as long as
 * a click waits. Who has clicked once clicks again: for a while after a click some slots are left free, and the clicks
 * that follow wait for nothing.
 */
import type { Lane } from './lanes.ts';
import { windowMs } from './slots.ts';

/** How many slots the sync leaves free while somebody clicks. */
const reserved = 2;
/** How long after a click the next one is expected, milliseconds. */
const attention = 5_000;
/** How late a timer may be without costing any of the limit, milliseconds. */
const lateness = 50;

export class Courtesy {
  #clickedAt = Number.NEGATIVE_INFINITY;
  /** When the next one may leave that is no click. */
  #nextAt = Number.NEGATIVE_INFINITY;

  /** A job has come into this lane. */
  joined(lane: Lane, now: number): void {
    if (lane === 'interactive') this.#clickedAt = now;
  }

  /** A job of this lane has taken a slot, of so many, that was free since then. */
  left(lane: Lane, limit: number, freeSince: number, now: number): void {
    if (lane === 'interactive') return;
    const step = windowMs / limit;
    // Reckoned from when it could have left, or every late timer would cost a little of the limit; but not from before
    // there was a slot, or requests would bunch again.
    this.#nextAt = Math.max(this.#nextAt, freeSince, now - lateness) + step;
  }

  /** Whether one may leave that is no click, while so many of the slots are free. */
  isDue(free: number, limit: number, now: number): boolean {
    return free > limit / 2 || now >= this.#nextAt;
  }

  /** Slots that the sync leaves free. With few slots left to use there are none to keep. */
  reserve(limit: number, now: number): number {
    return now < this.#clickedAt + attention ? Math.min(reserved, limit - 1) : 0;
  }

  /** When one of the answers changes next by itself; null where none does. */
  nextChange(now: number): number | null {
    const times = [this.#nextAt, this.#clickedAt + attention].filter((at) => at > now);
    return times.length === 0 ? null : Math.min(...times);
  }
}
