/**
 * A model of one installation: the times of its requests. It runs in virtual time and uses the extension's own pure
 * functions (poll intervals, backoffs, start delays, full syncs), and is small enough for 100,000 in one process. The
 * benchmark compares its times with those of `real-installation.ts`.
 *
 * Not modelled: links that are sent in the second in which the service fails, and actions of the user.
 */
import { drawStartTimes, type StartTimes } from '../../../lib/background/start-delays.ts';
import { retryDelayMs } from '../../../lib/catalog/sync/sync-scheduler.ts';
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

export interface Environment {
  /** Sends a request at this time. @returns whether the service answers it */
  request(atMs: number): boolean;
  random(): number;
}

/** A transfer that is active when the installation starts. */
export interface InitialTransfer {
  readonly sentAtMs: number;
  readonly endsAtMs: number;
  /** When it last changed, as far as the installation knows. */
  readonly changedAtMs: number;
}

export interface Setup {
  /** A page is always open. */
  readonly isWatched: boolean;
  readonly slots: number;
  /** Links that wait for a free slot. */
  readonly queued: number;
  readonly transfers: readonly InitialTransfer[];
  /** Draws the duration of a transfer. */
  readonly transferMs: () => number;
  /** The first full sync was done. */
  readonly hasCatalog: boolean;
  /** Requests of a full sync that is due while the page is open; 0: none is due. */
  readonly fullSyncRequests: number;
  /** When it was last polled; null: never. */
  readonly polledAtMs: number | null;
  /** When the backoff for a free slot ends. */
  readonly slotsCheckAtMs: number;
}

interface Transfer extends InitialTransfer {
  readonly startedAtMs: number;
  changedAtMs: number;
  isRunning: boolean;
  /** When its file is verified; null while the transfer is listed. */
  verifyAtMs: number | null;
}

/** The time of a request to the service, and of its response back. */
export const oneWayMs = 40;
const never = Number.POSITIVE_INFINITY;
const accountId = 'account';
const noPoll: PollState = {
  accountId,
  polledAtMs: null,
  changedAtMs: null,
  failures: 0,
  failureCode: null,
  twinsSinceMs: null,
  share: 0,
};
const noDelay: StartTimes = { send: 0, poll: 0, catalog: 0, fullSync: 0 };

export class Installation {
  readonly #setup: Setup;
  readonly #environment: Environment;
  #transfers: Transfer[];
  #queued: number;
  #poll: PollState;
  #backoff: AccountBackoff | undefined;
  #startTimes: StartTimes = noDelay;
  #pollAtMs = never;
  #sendAtMs = never;
  #incrementalSyncAtMs = never;
  #syncFailures = 0;
  #fullSyncAtMs = never;
  #fullSyncLeft: number;
  #isClosed = false;

  constructor(setup: Setup, environment: Environment) {
    const { transfers, queued, polledAtMs, slotsCheckAtMs, fullSyncRequests } = setup;
    this.#setup = setup;
    this.#environment = environment;
    this.#queued = queued;
    this.#fullSyncLeft = fullSyncRequests;
    this.#transfers = transfers.map((each) => ({
      ...{ ...each, startedAtMs: each.sentAtMs, isRunning: true, verifyAtMs: null },
    }));
    this.#poll = { ...noPoll, polledAtMs, share: environment.random() };
    if (queued > 0 && transfers.length > 0) {
      const waiting = { accountId, reason: 'slots', failures: 6, failure: null } as const;
      this.#backoff = { ...waiting, untilMs: slotsCheckAtMs };
    }
    if (queued > 0) this.#sendAtMs = slotsCheckAtMs;
    this.#schedulePoll(polledAtMs ?? 0);
  }

  /** When `step` is due next; Infinity: never. */
  nextAtMs(): number {
    if (this.#isClosed) return never;
    return Math.min(this.#pollAtMs, this.#sendAtMs, this.#incrementalSyncAtMs, this.#fullSyncAtMs);
  }

  /** Runs what is due first. */
  step(): void {
    const atMs = this.nextAtMs();
    if (this.#pollAtMs === atMs) this.#runPoll(atMs);
    else if (this.#sendAtMs === atMs) this.#runSend(atMs);
    else if (this.#incrementalSyncAtMs === atMs) this.#syncIncrementally(atMs);
    else this.#continueFullSync(atMs);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Starts the browser again, without what was in memory. A page that was open is opened again. */
  open(atMs: number): void {
    const { isWatched, hasCatalog } = this.#setup;
    this.#isClosed = false;
    this.#poll = noPoll;
    const times = drawStartTimes(atMs, this.#environment.random);
    this.#startTimes = isWatched ? { ...noDelay, fullSync: times.fullSync } : times;
    this.#sendAtMs = this.#queued > 0 ? Math.max(atMs, this.#startTimes.send) : never;
    this.#incrementalSyncAtMs =
      this.#incrementalSyncAtMs === never ? never : Math.max(atMs, this.#startTimes.catalog);
    if (isWatched) {
      this.#pollAtMs = atMs;
      // The folder that is shown, and the incremental sync.
      if (hasCatalog) this.#environment.request(atMs);
      if (hasCatalog) this.#incrementalSyncAtMs = atMs;
      if (this.#fullSyncLeft > 0) this.#fullSyncAtMs = Math.max(atMs, this.#startTimes.fullSync);
    } else {
      this.#schedulePoll(atMs);
    }
  }

  #schedulePoll(nowMs: number): void {
    const atMs = this.#nextPollMs(nowMs);
    this.#pollAtMs =
      atMs === null ? never : Math.max(atMs, this.#setup.isWatched ? 0 : this.#startTimes.poll);
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

  /** As `pollNow` in `tracker.ts`. */
  #runPoll(startedAtMs: number): void {
    const failed = (leftAtMs: number) => {
      const polledAtMs = leftAtMs + oneWayMs;
      const { failures } = this.#poll;
      this.#poll = { ...this.#poll, failures: failures + 1, polledAtMs, share: this.#environment.random() };
      this.#schedulePoll(polledAtMs);
    };
    if (!this.#environment.request(startedAtMs)) {
      failed(startedAtMs);
      return;
    }
    let nowMs = startedAtMs + 2 * oneWayMs;
    const hasChanges = this.#reconcile(startedAtMs, nowMs);
    const due = this.#transfers.filter(({ verifyAtMs }) => verifyAtMs !== null && verifyAtMs <= nowMs);
    if (due.length > 0) {
      if (!this.#environment.request(nowMs)) {
        failed(nowMs);
        return;
      }
      nowMs += 2 * oneWayMs;
      this.#completeTransfers(due, nowMs);
    }
    if (this.#hasTwinSearch(nowMs)) {
      if (!this.#environment.request(nowMs)) {
        failed(nowMs);
        return;
      }
      nowMs += 2 * oneWayMs;
      this.#poll = { ...this.#poll, twinsSinceMs: null };
    }
    this.#poll = {
      ...{ ...this.#poll, failures: 0, polledAtMs: nowMs, share: this.#environment.random() },
      changedAtMs: hasChanges || due.length > 0 ? nowMs : this.#poll.changedAtMs,
    };
    this.#schedulePoll(nowMs);
  }

  #reconcile(startedAtMs: number, nowMs: number): boolean {
    const listedAtMs = startedAtMs + oneWayMs;
    let hasChanges = false;
    for (const transfer of this.#transfers) {
      const { startedAtMs: fromMs, endsAtMs, changedAtMs, isRunning, verifyAtMs } = transfer;
      // Not accepted yet when the list was read.
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

  /** Removes transfers whose files were verified. */
  #completeTransfers(completed: readonly Transfer[], nowMs: number): void {
    const sentAtMs = Math.min(...completed.map((each) => each.sentAtMs));
    this.#poll = { ...this.#poll, twinsSinceMs: Math.min(this.#poll.twinsSinceMs ?? never, sentAtMs) };
    this.#transfers = this.#transfers.filter((each) => !completed.includes(each));
    if (this.#setup.hasCatalog && this.#incrementalSyncAtMs === never)
      this.#incrementalSyncAtMs = Math.max(nowMs, this.#startTimes.catalog);
    if (this.#queued === 0) return;
    const backoff = this.#backoff;
    if (backoff?.reason === 'slots' && !isBackoffEnded(backoff))
      this.#backoff = { ...backoff, untilMs: nowMs };
    this.#sendAtMs = Math.max(nowMs, this.#startTimes.send);
  }

  #hasTwinSearch(nowMs: number): boolean {
    const { twinsSinceMs } = this.#poll;
    if (twinsSinceMs === null) return false;
    const isActive = this.#queued > 0 || this.#transfers.length > 0;
    return !isActive || nowMs - twinsSinceMs >= twinsDelayMs;
  }

  /** As `runAccountOnce` in `send-runner.ts`. */
  #runSend(startedAtMs: number): void {
    let nowMs = startedAtMs;
    const backoff = this.#backoff;
    if (backoff !== undefined && !isBackoffEnded(backoff)) {
      if (isWaiting(backoff, nowMs, 'send')) {
        this.#sendAtMs = backoff.untilMs ?? never;
        return;
      }
      if (!this.#environment.request(nowMs)) {
        this.#backOff('network', nowMs + oneWayMs);
        return;
      }
      nowMs += 2 * oneWayMs;
      if (this.#countUsedSlots(nowMs - oneWayMs) >= this.#setup.slots) {
        this.#backOff('slots', nowMs);
        return;
      }
      this.#backoff = endBackoff(backoff);
    }
    while (this.#queued > 0) {
      if (this.#countUsedSlots(nowMs) >= this.#setup.slots) {
        this.#backOff('slots', nowMs);
        return;
      }
      if (!this.#environment.request(nowMs)) {
        this.#backOff('network', nowMs + oneWayMs);
        return;
      }
      const [sentAtMs, fromMs] = [nowMs, nowMs + oneWayMs];
      nowMs += 2 * oneWayMs;
      this.#transfers.push({
        ...{ sentAtMs, startedAtMs: fromMs, endsAtMs: fromMs + this.#setup.transferMs() },
        ...{ changedAtMs: nowMs, isRunning: false, verifyAtMs: null },
      });
      this.#queued -= 1;
      this.#backoff = undefined;
      // The event `sent` wakes polling.
      const pollAtMs = this.#pollAtMs;
      this.#schedulePoll(nowMs);
      this.#pollAtMs = Math.min(pollAtMs, this.#pollAtMs);
    }
    this.#sendAtMs = never;
  }

  #countUsedSlots(atMs: number): number {
    return this.#transfers.filter(({ startedAtMs, endsAtMs }) => startedAtMs <= atMs && endsAtMs > atMs)
      .length;
  }

  #backOff(reason: WaitReason, nowMs: number): void {
    const given = { accountId, reason, failure: null } as const;
    this.#backoff = createNextBackoff(this.#backoff, given, nowMs, this.#environment.random);
    this.#sendAtMs = this.#backoff.untilMs ?? never;
  }

  /** As in `incremental-sync.ts`. */
  #syncIncrementally(atMs: number): void {
    if (this.#environment.request(atMs)) {
      this.#syncFailures = 0;
      this.#incrementalSyncAtMs = never;
    } else {
      this.#syncFailures += 1;
      this.#incrementalSyncAtMs =
        atMs + oneWayMs + retryDelayMs(this.#syncFailures, this.#environment.random);
    }
  }

  /** Ten requests a second, the limiter's rate. */
  #continueFullSync(atMs: number): void {
    const perSecond = Math.min(10, this.#fullSyncLeft);
    for (let at = 0; at < perSecond; at += 1) {
      if (!this.#environment.request(atMs + at * 100)) {
        this.#syncFailures += 1;
        this.#fullSyncAtMs = atMs + retryDelayMs(this.#syncFailures, this.#environment.random);
        return;
      }
    }
    this.#fullSyncLeft -= perSecond;
    this.#fullSyncAtMs = this.#fullSyncLeft > 0 ? atMs + 1_000 : never;
  }
}
