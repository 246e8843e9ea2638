/**
 * One installation as its service sees it: when it asks. A model in virtual time that decides by the extension's own pure
 * functions (poll intervals, backoffs, start delays, full syncs) and does nothing else, so that 100,000 of them fit in one
 * process. `real-installation.ts` asks at the same times; the benchmark compares the two.
 *
 * Left out: links that are sent in the very second in which the service fails, and what the user does.
 */
import { drawStartTimes, type StartTimes } from '../../../lib/background/start-delays.ts';
import { retryDelayMs } from '../../../lib/catalog/sync/scheduler.ts';
import {
  type AccountBackoff,
  createNextBackoff,
  endBackoff,
  isBackoffEnded,
  isWaiting,
} from '../../../lib/uploads/account-backoff.ts';
import {
  calculateNextPollMs,
  type PollState,
  twinsDelayMs,
} from '../../../lib/uploads/tracking/poll-interval.ts';
import type { WaitReason } from '../../../lib/uploads/upload.ts';

export interface Surroundings {
  /** A request that leaves at this time. @returns whether the service answers it */
  request(atMs: number): boolean;
  random(): number;
}

/** A transfer that is under way when the installation begins. */
export interface InitialTransfer {
  readonly sentAtMs: number;
  readonly endsAtMs: number;
  /** When it last changed, as far as the installation knows. */
  readonly changedAtMs: number;
}

export interface Setup {
  /** A page is open all the time. */
  readonly isWatched: boolean;
  readonly slots: number;
  /** Links that wait for a free slot. */
  readonly queued: number;
  readonly transfers: readonly InitialTransfer[];
  /** Milliseconds that a transfer takes. */
  readonly transferMs: () => number;
  /** The catalog was read once, and is kept up to date. */
  readonly hasCatalog: boolean;
  /** Requests of a full sync that is due while the page is open; 0: none is due. */
  readonly fullSyncRequests: number;
  /** When it was last polled; null: never. */
  readonly polledAtMs: number | null;
  /** When the wait for a free slot is over. */
  readonly slotsCheckAtMs: number;
}

interface Transfer extends InitialTransfer {
  readonly startedAtMs: number;
  changedAtMs: number;
  isRunning: boolean;
  /** When its file is looked for; null while it is listed. */
  verifyAtMs: number | null;
}

/** Milliseconds that a request takes to the service, and its answer back. */
export const legMs = 40;
const never = Number.POSITIVE_INFINITY;
const accountId = 'account';
const noPoll: PollState = { accountId, polledAtMs: null, changedAtMs: null, failures: 0, twinsSinceMs: null };
const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

export class Installation {
  readonly #setup: Setup;
  readonly #around: Surroundings;
  #transfers: Transfer[];
  #queued: number;
  #poll: PollState;
  #backoff: AccountBackoff | undefined;
  #start: StartTimes = noDelay;
  #pollAtMs = never;
  #sendAtMs = never;
  /** News of the catalog: when it is asked for, and the failures in a row. */
  #newsAtMs = never;
  #newsFailures = 0;
  #fullSyncAtMs = never;
  #fullSyncLeft: number;
  /** The browser is closed. */
  #isClosed = false;

  constructor(setup: Setup, around: Surroundings) {
    const { transfers, queued, polledAtMs, slotsCheckAtMs, fullSyncRequests } = setup;
    this.#setup = setup;
    this.#around = around;
    this.#queued = queued;
    this.#fullSyncLeft = fullSyncRequests;
    this.#transfers = transfers.map((each) => ({
      ...{ ...each, startedAtMs: each.sentAtMs, isRunning: true, verifyAtMs: null },
    }));
    this.#poll = { ...noPoll, polledAtMs, share: around.random() };
    if (queued > 0 && transfers.length > 0) {
      const waiting = { accountId, reason: 'slots', failures: 6, failure: null } as const;
      this.#backoff = { ...waiting, untilMs: slotsCheckAtMs };
    }
    if (queued > 0) this.#sendAtMs = slotsCheckAtMs;
    this.#schedulePoll(polledAtMs ?? 0);
  }

  /** When it does something next; Infinity: never by itself. */
  nextAtMs(): number {
    if (this.#isClosed) return never;
    return Math.min(this.#pollAtMs, this.#sendAtMs, this.#newsAtMs, this.#fullSyncAtMs);
  }

  /** Does what is due first. */
  step(): void {
    const atMs = this.nextAtMs();
    if (this.#pollAtMs === atMs) this.#pollNow(atMs);
    else if (this.#sendAtMs === atMs) this.#sendNow(atMs);
    else if (this.#newsAtMs === atMs) this.#askNews(atMs);
    else this.#syncOn(atMs);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The browser is started. What it held in memory is gone; an open page is opened again. */
  open(atMs: number): void {
    const { isWatched, hasCatalog } = this.#setup;
    this.#isClosed = false;
    this.#poll = noPoll;
    const times = drawStartTimes(atMs, this.#around.random);
    this.#start = isWatched ? { ...noDelay, fullSync: times.fullSync } : times;
    this.#sendAtMs = this.#queued > 0 ? Math.max(atMs, this.#start.send) : never;
    this.#newsAtMs = this.#newsAtMs === never ? never : Math.max(atMs, this.#start.catalog);
    if (isWatched) {
      this.#pollAtMs = atMs;
      // The folder that is shown, and what is new in the account.
      if (hasCatalog) this.#around.request(atMs);
      if (hasCatalog) this.#newsAtMs = atMs;
      if (this.#fullSyncLeft > 0) this.#fullSyncAtMs = Math.max(atMs, this.#start.fullSync);
    } else {
      this.#schedulePoll(atMs);
    }
  }

  #schedulePoll(nowMs: number): void {
    const atMs = this.#nextPollMs(nowMs);
    this.#pollAtMs = atMs === null ? never : Math.max(atMs, this.#setup.isWatched ? 0 : this.#start.poll);
  }

  #nextPollMs(nowMs: number): number | null {
    let [moving, newestMs, verifyAtMs] = [0, 0, never];
    for (const transfer of this.#transfers) {
      if (transfer.verifyAtMs === null) {
        moving += 1;
        newestMs = Math.max(newestMs, transfer.changedAtMs);
      } else {
        verifyAtMs = Math.min(verifyAtMs, transfer.verifyAtMs);
      }
    }
    return calculateNextPollMs({
      ...{ nowMs, isWatched: this.#setup.isWatched, moving, state: this.#poll },
      newestMs: moving === 0 ? null : newestMs,
      verifyAtMs: verifyAtMs === never ? null : verifyAtMs,
    });
  }

  /** `track.ts`, `pollNow`. */
  #pollNow(startedAtMs: number): void {
    const failed = (leftAtMs: number) => {
      const polledAtMs = leftAtMs + legMs;
      const { failures } = this.#poll;
      this.#poll = { ...this.#poll, failures: failures + 1, polledAtMs, share: this.#around.random() };
      this.#schedulePoll(polledAtMs);
    };
    if (!this.#around.request(startedAtMs)) {
      failed(startedAtMs);
      return;
    }
    let nowMs = startedAtMs + 2 * legMs;
    const hasChanges = this.#reconcile(startedAtMs, nowMs);
    const due = this.#transfers.filter(({ verifyAtMs }) => verifyAtMs !== null && verifyAtMs <= nowMs);
    if (due.length > 0) {
      if (!this.#around.request(nowMs)) {
        failed(nowMs);
        return;
      }
      nowMs += 2 * legMs;
      this.#arrive(due, nowMs);
    }
    if (this.#hasTwinSearch(nowMs)) {
      if (!this.#around.request(nowMs)) {
        failed(nowMs);
        return;
      }
      nowMs += 2 * legMs;
      this.#poll = { ...this.#poll, twinsSinceMs: null };
    }
    this.#poll = {
      ...{ ...this.#poll, failures: 0, polledAtMs: nowMs, share: this.#around.random() },
      changedAtMs: hasChanges || due.length > 0 ? nowMs : this.#poll.changedAtMs,
    };
    this.#schedulePoll(nowMs);
  }

  #reconcile(startedAtMs: number, nowMs: number): boolean {
    const listedAtMs = startedAtMs + legMs;
    let hasChanges = false;
    for (const transfer of this.#transfers) {
      const { startedAtMs: fromMs, endsAtMs, changedAtMs, isRunning, verifyAtMs } = transfer;
      // Not taken yet when the answer came.
      if (verifyAtMs !== null || (!isRunning && changedAtMs >= nowMs)) continue;
      const isListed = fromMs <= listedAtMs && endsAtMs > listedAtMs;
      if (isListed ? isRunning : changedAtMs >= startedAtMs) continue;
      if (isListed) transfer.isRunning = true;
      else transfer.verifyAtMs = nowMs;
      transfer.changedAtMs = nowMs;
      hasChanges = true;
    }
    return hasChanges;
  }

  /** Their files were seen. */
  #arrive(arrived: readonly Transfer[], nowMs: number): void {
    const sentAtMs = Math.min(...arrived.map((each) => each.sentAtMs));
    this.#poll = { ...this.#poll, twinsSinceMs: Math.min(this.#poll.twinsSinceMs ?? never, sentAtMs) };
    this.#transfers = this.#transfers.filter((each) => !arrived.includes(each));
    if (this.#setup.hasCatalog && this.#newsAtMs === never)
      this.#newsAtMs = Math.max(nowMs, this.#start.catalog);
    if (this.#queued === 0) return;
    const backoff = this.#backoff;
    if (backoff?.reason === 'slots' && !isBackoffEnded(backoff))
      this.#backoff = { ...backoff, untilMs: nowMs };
    this.#sendAtMs = Math.max(nowMs, this.#start.send);
  }

  #hasTwinSearch(nowMs: number): boolean {
    const { twinsSinceMs } = this.#poll;
    if (twinsSinceMs === null) return false;
    const isActive = this.#queued > 0 || this.#transfers.length > 0;
    return !isActive || nowMs - twinsSinceMs >= twinsDelayMs;
  }

  /** `run.ts`, `work`, and what it calls. */
  #sendNow(startedAtMs: number): void {
    let nowMs = startedAtMs;
    const backoff = this.#backoff;
    if (backoff !== undefined && !isBackoffEnded(backoff)) {
      if (isWaiting(backoff, nowMs, 'send')) {
        this.#sendAtMs = backoff.untilMs ?? never;
        return;
      }
      if (!this.#around.request(nowMs)) {
        this.#backOff('network', nowMs + legMs);
        return;
      }
      nowMs += 2 * legMs;
      if (this.#used(nowMs - legMs) >= this.#setup.slots) {
        this.#backOff('slots', nowMs);
        return;
      }
      this.#backoff = endBackoff(backoff);
    }
    while (this.#queued > 0) {
      if (this.#used(nowMs) >= this.#setup.slots) {
        this.#backOff('slots', nowMs);
        return;
      }
      if (!this.#around.request(nowMs)) {
        this.#backOff('network', nowMs + legMs);
        return;
      }
      const [sentAtMs, fromMs] = [nowMs, nowMs + legMs];
      nowMs += 2 * legMs;
      this.#transfers.push({
        ...{ sentAtMs, startedAtMs: fromMs, endsAtMs: fromMs + this.#setup.transferMs() },
        ...{ changedAtMs: nowMs, isRunning: false, verifyAtMs: null },
      });
      this.#queued -= 1;
      this.#backoff = undefined;
      // The event of the sending wakes the polling.
      const pollAtMs = this.#pollAtMs;
      this.#schedulePoll(nowMs);
      this.#pollAtMs = Math.min(pollAtMs, this.#pollAtMs);
    }
    this.#sendAtMs = never;
  }

  #used(atMs: number): number {
    return this.#transfers.filter(({ startedAtMs, endsAtMs }) => startedAtMs <= atMs && endsAtMs > atMs)
      .length;
  }

  #backOff(reason: WaitReason, nowMs: number): void {
    const given = { accountId, reason, failure: null } as const;
    this.#backoff = createNextBackoff(this.#backoff, given, nowMs, this.#around.random);
    this.#sendAtMs = this.#backoff.untilMs ?? never;
  }

  /** `sync-work.ts`: what is new since the last time. */
  #askNews(atMs: number): void {
    if (this.#around.request(atMs)) {
      this.#newsFailures = 0;
      this.#newsAtMs = never;
    } else {
      this.#newsFailures += 1;
      this.#newsAtMs = atMs + legMs + retryDelayMs(this.#newsFailures, this.#around.random);
    }
  }

  /** Ten requests a second, as fast as the limiter lets them leave. */
  #syncOn(atMs: number): void {
    const perSecond = Math.min(10, this.#fullSyncLeft);
    for (let at = 0; at < perSecond; at += 1) {
      if (!this.#around.request(atMs + at * 100)) {
        this.#newsFailures += 1;
        this.#fullSyncAtMs = atMs + retryDelayMs(this.#newsFailures, this.#around.random);
        return;
      }
    }
    this.#fullSyncLeft -= perSecond;
    this.#fullSyncAtMs = this.#fullSyncLeft > 0 ? atMs + 1_000 : never;
  }
}
