/**
 * Keeps slots free for interactive requests, without costing throughput while there are none. Ten requests sent at once also free their
 * slots at once, so background requests are spaced evenly while slots are scarce: a click waits a tenth of the window and a round trip at
 * most. A few slots stay free after a click, because more are likely. Pure.
 */
import type { Lane } from './lanes.ts';
import { windowMs } from './slots.ts';

const reservedSlots = 2;
const reserveMs = 5_000;
/** Timers that are late by no more cost no throughput. */
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
    // Counts from when the request could have been sent, because late timers would cost throughput, but not from before its slot was free,
    // because requests would bunch up.
    const dueAt = Math.max(this.#nextBackgroundAt, freeSince, now - timerSlackMs);
    this.#nextBackgroundAt = dueAt + windowMs / limit;
  }

  canSendBackground(free: number, limit: number, now: number): boolean {
    return free > limit / 2 || now >= this.#nextBackgroundAt;
  }

  /** Slots that sync requests must leave free. At least one is never reserved. */
  countReserved(limit: number, now: number): number {
    return now < this.#lastInteractiveAt + reserveMs ? Math.min(reservedSlots, limit - 1) : 0;
  }

  /** When a result changes without an event. Null if none does. */
  nextChangeAt(now: number): number | null {
    const times = [this.#nextBackgroundAt, this.#lastInteractiveAt + reserveMs].filter((at) => at > now);
    return times.length === 0 ? null : Math.min(...times);
  }
}
