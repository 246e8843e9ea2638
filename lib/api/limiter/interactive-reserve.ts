/**
 * Keeps slots within reach of interactive requests, without loss of throughput while there are none. Pure. Ten requests sent at
 * once free their slots at once, a second later. So while slots are scarce, background requests are spaced evenly, one in each
 * tenth of the window: a click waits at most that and a round trip. Some slots stay free after a click: more are likely.
 */
import type { Lane } from './lanes.ts';
import { windowMs } from './slots.ts';

const reservedSlots = 2;
const reserveMs = 5_000;
/** Timers up to this late cost no throughput. */
const timerSlackMs = 50;

export class InteractiveReserve {
  #lastInteractiveAt = Number.NEGATIVE_INFINITY;
  #nextBackgroundAt = Number.NEGATIVE_INFINITY;

  recordEnqueued(lane: Lane, now: number): void {
    if (lane === 'interactive') this.#lastInteractiveAt = now;
  }

  /** @param freeSince when the slot of the request became free */
  recordSent(lane: Lane, limit: number, freeSince: number, now: number): void {
    if (lane === 'interactive') return;
    // Counted from when it could have been sent, or late timers cost throughput; not from before its slot was free, or they bunch.
    const dueAt = Math.max(this.#nextBackgroundAt, freeSince, now - timerSlackMs);
    this.#nextBackgroundAt = dueAt + windowMs / limit;
  }

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
