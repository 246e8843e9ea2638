/**
 * Caps the requests per second *as the service counts them*, for all clients of one key.
 *
 * `lib/api/limiter`: for `lib/api` only. It guarantees:
 * - The limit holds whatever the network's delays (proof in `slots.ts`), and with a store also across restarts of the worker. After a
 *   network error it counts what the browser may have resent.
 * - Urgent calls go first and no lane starves (`lanes.ts`).
 * - An interactive call waits hardly more than a tenth of the window behind background work, which may use the whole limit while there are
 *   no interactive calls (`interactive-reserve.ts`).
 * - Equal reads share one request (`request-dedupe.ts`). A call that is aborted before it is sent is never sent.
 * - A 429 lowers the limit, which recovers step by step (`adaptive-limit.ts`).
 */
import { rejectUnknownOptions } from '../arguments.ts';
import { requireRuntime } from '../runtime.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import { InteractiveReserve } from './interactive-reserve.ts';
import { type Lane, Lanes, laneNames } from './lanes.ts';
import { type LimiterState, type LimiterStore, readLimiterState } from './limiter-store.ts';
import { type QueuedCall, RequestDedupe } from './request-dedupe.ts';
import { type Slot, Slots } from './slots.ts';

/** The limiter's clock. Tests pass a virtual one. */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary start. */
  now(): number;
  /** Milliseconds since 1970. Unlike `now`, comparable across restarts of the worker. */
  wallNow(): number;
  /** Calls back once, after `delayMs` or later. Returns a function that cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

const systemClock: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** How many requests a limiter allows, and where it remembers them. */
export interface LimiterOptions {
  /** Requests per second. Default: 10, the documented limit. */
  readonly perSecond?: number | undefined;
  /**
   * How often the browser may resend a request before it reports a network error. Each counts as a request. Default: 1 (Chromium); Firefox:
   * up to 7.
   */
  readonly repeatsAfterNetworkError?: number | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Keeps the window across restarts of the worker. Without it, a new limiter assumes that nothing was sent before. */
  readonly store?: LimiterStore | undefined;
  /** Called when the store fails. Requests continue, but a restart can then exceed the limit. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
}

export interface CallContext {
  readonly signal: AbortSignal | undefined;
  /** Must be called when the response starts. Otherwise it is unknown when the request arrived. */
  responseStarted(): void;
  /** Must be called for a 429, with the wait that the service asks for. */
  rateLimited(waitMs?: number): void;
}

export interface RunOptions {
  /** Priority class. Default: `interactive`. */
  readonly lane?: Lane | undefined;
  /** Cancels the call, which rejects with the code `aborted`. A request that wasn't sent yet never is. */
  readonly signal?: AbortSignal | undefined;
  /** For calls that change nothing: equal concurrent ones share a result. A call without a key counts as a change. */
  readonly dedupeKey?: string | undefined;
  /** Awaited before a change is sent. If it rejects, nothing is sent and the call rejects. Not for shared calls. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

/** Paces requests as the service accepts them. */
export interface Limiter {
  /**
   * Runs a call that makes exactly one request. Aborted before it is sent, it rejects with the signal's reason. After that, the call
   * handles the signal.
   */
  run<T>(call: (context: CallContext) => Promise<T>, options?: RunOptions): Promise<T>;
  /** Waiting calls, slots in use, and the current limit. */
  status(): { readonly waiting: number; readonly busy: number; readonly limit: number };
}

interface LimiterCall {
  lane: Lane;
  slot: Slot | null;
  /** Aborted after it got a slot. */
  isCancelled: boolean;
  /** Awaited before sending. On failure it rejects the caller itself. */
  readonly prepare: (() => Promise<void>) | null;
  readonly send: (slot: Slot) => void;
}

/** @throws {RangeError} for an invalid `perSecond` or `repeatsAfterNetworkError` */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  requireRuntime();
  rejectUnknownOptions(
    options,
    ['perSecond', 'repeatsAfterNetworkError', 'clock', 'store', 'onStoreError'],
    'createLimiter',
  );
  const { perSecond = 10, repeatsAfterNetworkError = 1, clock = systemClock, store, onStoreError } = options;
  if (!Number.isInteger(perSecond) || perSecond < 1)
    throw new RangeError('perSecond must be a whole number of at least 1.');
  if (!Number.isInteger(repeatsAfterNetworkError) || repeatsAfterNetworkError < 0)
    throw new RangeError('repeatsAfterNetworkError must be a whole number of at least 0.');
  const slots = new Slots();
  const adaptiveLimit = new AdaptiveLimit(perSecond);
  const lanes = new Lanes<LimiterCall>();
  const interactiveReserve = new InteractiveReserve();
  const requestDedupe = new RequestDedupe();
  let isReady = store === undefined;
  let cancelTimer: (() => void) | null = null;
  let currentSave: Promise<void> = Promise.resolve();
  let nextSave: Promise<void> | null = null;

  if (store) void restore(store);

  /** In one synchronous step, so that no two calls get the same slot. */
  function dispatch(): void {
    if (!isReady) return;
    const now = clock.now();
    const limit = adaptiveLimit.limit(now);
    const due: LimiterCall[] = [];
    for (;;) {
      const free = limit - slots.countInUse(now);
      const entry = lanes.takeNext(
        free,
        interactiveReserve.countReserved(limit, now),
        interactiveReserve.canSendBackground(free, limit, now),
      );
      if (!entry) break;
      entry.slot = slots.acquire(now);
      interactiveReserve.recordSent(entry.lane, limit, entry.slot.freeSince, now);
      due.push(entry);
    }
    const prepared = due.filter(({ prepare }) => prepare === null);
    if (prepared.length > 0) void sendPrepared(prepared);
    // One by one, so that no call waits for another's preparation.
    for (const entry of due)
      if (entry.prepare !== null) void entry.prepare().then(() => sendPrepared([entry]));
    setTimer(now);
  }

  /** Right before sending, so that the stored times aren't too early. */
  async function sendPrepared(calls: readonly LimiterCall[]): Promise<void> {
    for (const { slot } of calls) if (slot !== null) slot.sentAt = clock.now();
    if (store) await save(store);
    for (const { slot, isCancelled, send } of calls) {
      if (slot === null) continue;
      if (isCancelled) slots.release(slot);
      else send(slot);
    }
    if (calls.some(({ isCancelled }) => isCancelled)) dispatch();
  }

  function setTimer(now: number): void {
    cancelTimer?.();
    cancelTimer = null;
    if (lanes.size === 0) return;
    const times = [
      slots.nextFreeAt(now),
      adaptiveLimit.nextChangeAt(now),
      interactiveReserve.nextChangeAt(now),
    ].filter((at) => at !== null);
    // Only a response can free a slot, and it dispatches.
    if (times.length === 0) return;
    cancelTimer = clock.setTimer(dispatch, Math.max(1, Math.ceil(Math.min(...times) - now)));
  }

  function enqueue<T>(
    call: (context: CallContext) => Promise<T>,
    lane: Lane,
    signal: AbortSignal | undefined,
    isChange: boolean,
    beforeSend?: () => Promise<void>,
  ): QueuedCall<T> {
    const { promise: result, resolve, reject } = Promise.withResolvers<T>();
    const prepare = beforeSend === undefined ? null : () => start(beforeSend).catch(cancel);
    const entry: LimiterCall = { lane, slot: null, isCancelled: false, prepare, send };

    function cancel(reason: unknown): void {
      signal?.removeEventListener('abort', onAbort);
      entry.isCancelled = true;
      reject(reason);
    }

    function add(lane: Lane): void {
      lanes.add(lane, entry);
      interactiveReserve.recordEnqueued(lane, clock.now());
      dispatch();
    }

    function send(slot: Slot): void {
      signal?.removeEventListener('abort', onAbort);
      slot.sentAt = clock.now();
      const responseStarted = () => {
        if (slot.freeAt === null) slots.recordResponse(slot, clock.now());
      };
      const rateLimited = (waitMs = 0) => adaptiveLimit.slowDown(slot.sentAt, clock.now(), waitMs);
      start(() => call({ signal, responseStarted, rateLimited }))
        .finally(() => {
          // Before the caller gets the result: it may immediately read what the call has changed.
          if (slot.freeAt === null) recordNoResponse(slot);
          if (isChange) requestDedupe.invalidate();
          dispatch();
        })
        .then(resolve, reject);
    }

    function onAbort(): void {
      lanes.remove(entry.lane, entry);
      cancel(signal?.reason);
    }

    if (signal?.aborted) {
      reject(signal.reason);
    } else {
      signal?.addEventListener('abort', onAbort, { once: true });
      add(lane);
    }
    return {
      result,
      promote(to) {
        if (laneNames.indexOf(to) >= laneNames.indexOf(entry.lane) || !lanes.remove(entry.lane, entry))
          return;
        entry.lane = to;
        add(to);
      },
    };
  }

  function recordNoResponse(slot: Slot): void {
    slots.recordNoResponse(slot, clock.now(), repeatsAfterNetworkError);
    if (store) void save(store);
  }

  /** The next save starts after the current one, with the latest state. */
  function save(to: LimiterStore): Promise<void> {
    nextSave ??= currentSave.then(() => {
      nextSave = null;
      currentSave = start(() => to.save(snapshot())).catch((error: unknown) => onStoreError?.(error));
      return currentSave;
    });
    return nextSave;
  }

  function snapshot(): LimiterState {
    const now = clock.now();
    const toWallTime = (time: number) => Math.round(clock.wallNow() + (time - now));
    const saved = adaptiveLimit.snapshot(now);
    return {
      freeTimes: slots.listFreeTimes(perSecond).map(toWallTime),
      adaptiveLimit: saved && { ...saved, pausedUntil: toWallTime(saved.pausedUntil) },
    };
  }

  async function restore(from: LimiterStore): Promise<void> {
    const unknownPast: LimiterState = {
      freeTimes: Array(perSecond).fill(Number.POSITIVE_INFINITY),
      adaptiveLimit: null,
    };
    const loaded = await start(() => from.load()).then(readLimiterState, (error: unknown) => {
      onStoreError?.(error);
      return unknownPast;
    });
    const now = clock.now();
    const fromWallTime = (time: number) => now + (time - clock.wallNow());
    slots.restore(loaded?.freeTimes.map(fromWallTime) ?? [], now);
    if (loaded?.adaptiveLimit) {
      const { pausedUntil } = loaded.adaptiveLimit;
      adaptiveLimit.restore({ ...loaded.adaptiveLimit, pausedUntil: fromWallTime(pausedUntil) }, now);
    }
    isReady = true;
    dispatch();
  }

  return {
    run(call, { lane = 'interactive', signal, dedupeKey, beforeSend } = {}) {
      if (dedupeKey === undefined) return enqueue(call, lane, signal, true, beforeSend).result;
      return requestDedupe.share(dedupeKey, lane, signal, (shared) => enqueue(call, lane, shared, false));
    },
    status() {
      const now = clock.now();
      return { waiting: lanes.size, busy: slots.countInUse(now), limit: adaptiveLimit.limit(now) };
    },
  };
}

async function start<T>(run: () => Promise<T>): Promise<T> {
  return await run();
}
