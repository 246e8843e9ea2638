/**
 * Keeps slots within reach of interactive requests, without loss of throughput while there are none. Pure.
 *
 * Ten requests sent at once free their slots at once, a second later; a click in between would wait for that. So while slots are
 * scarce, background requests are spaced evenly, one in each tenth of the window: a click waits at most a tenth and a round trip.
 * After a click some slots stay free for a while, because more clicks are likely.
 */
import type { Lane } from './lanes.ts';
import { windowMs } from './slots.ts';

/** Slots that the sync leaves free after a click. */
const reservedSlots = 2;
/** How long after a click slots stay reserved. */
const reserveMs = 5_000;
/** Timers up to this late cost no throughput. */
const timerSlackMs = 50;

export class InteractiveReserve {
  #lastInteractiveAt = Number.NEGATIVE_INFINITY;
  /** When the next background request may be sent. */
  #nextBackgroundAt = Number.NEGATIVE_INFINITY;

  /** Records that a job was queued. */
  recordEnqueued(lane: Lane, now: number): void {
    if (lane === 'interactive') this.#lastInteractiveAt = now;
  }

  /** Records the departure of a request. @param freeSince when its slot became free */
  recordSent(lane: Lane, limit: number, freeSince: number, now: number): void {
    if (lane === 'interactive') return;
    // Counted from when it could have been sent, or late timers cost throughput; not from before its slot was free, or they bunch.
    const dueAt = Math.max(this.#nextBackgroundAt, freeSince, now - timerSlackMs);
    this.#nextBackgroundAt = dueAt + windowMs / limit;
  }

  /** Whether a background request may be sent now. @param free slots that are free */
  canSendBackground(free: number, limit: number, now: number): boolean {
    return free > limit / 2 || now >= this.#nextBackgroundAt;
  }

  /** Slots that the sync leaves free now; at least one slot is never reserved. */
  countReserved(limit: number, now: number): number {
    return now < this.#lastInteractiveAt + reserveMs ? Math.min(reservedSlots, limit - 1) : 0;
  }

  /** When one of these results changes next without an event; null where none does. */
  nextChangeAt(now: number): number | null {
    const times = [this.#nextBackgroundAt, this.#lastInteractiveAt + reserveMs].filter((at) => at > now);
    return times.length === 0 ? null : Math.min(...times);
  }
}
