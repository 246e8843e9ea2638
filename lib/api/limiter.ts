/**
 * The limiter: never more than so many requests in any second *as the service counts them*, for all clients of one key.
 *
 * It promises
 * - that the window holds whatever the delays on the way (`limiter/slots.ts` has the proof), also across the death of
 *   the worker, where a store is given; after a network error it counts what the browser may have sent again;
 * - that urgent calls go first and no lane starves (`limiter/lanes.ts`);
 * - that a click waits for hardly more than a tenth of the window behind other work, and that this work has all of the
 *   limit while nobody clicks (`limiter/courtesy.ts`);
 * - that equal reads share one request (`limiter/flights.ts`);
 * - that after a 429 everybody slows down, and the pace comes back step by step (`limiter/pace.ts`);
 * - that an aborted job which has not left yet never leaves.
 */
import { type Clock, systemClock } from './limiter/clock.ts';
import { Courtesy } from './limiter/courtesy.ts';
import { Flights, type Ticket } from './limiter/flights.ts';
import { type Lane, Lanes, laneNames } from './limiter/lanes.ts';
import { Pace } from './limiter/pace.ts';
import { type Slot, Slots } from './limiter/slots.ts';
import { type LimiterState, type LimiterStore, readState } from './limiter/store.ts';

export type { Clock, Lane, LimiterState, LimiterStore };

export interface LimiterOptions {
  /** Requests in any second; 10, unless the service allows another number. */
  readonly perSecond?: number | undefined;
  /**
   * How often the browser may send a request again by itself, unseen, before it reports a network error; each counts like
   * a request. 1 where it is not given, as in Chromium, which repeats once on a connection that was used before. Firefox
   * repeats up to 7 times.
   */
  readonly repeatsAfterNetworkError?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Keeps the window across the worker's death. Without one a new limiter believes that nothing was sent before. */
  readonly store?: LimiterStore | undefined;
  /** Hears of a store that fails. Requests go on: without the store only a death could break the window. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
}

/** What a job may tell the limiter, and hear from it, while it is under way. */
export interface Departure {
  readonly signal: AbortSignal | undefined;
  /** The service has begun to answer, so the request has arrived. Without this call its arrival counts as unknown. */
  answered(): void;
  /** The service answered that there were too many requests. */
  refused(): void;
}

export interface RunOptions {
  readonly lane?: Lane | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Only for jobs that change nothing: jobs of the same name that are asked for while one waits or is under way get its
   * result. A job without a name is taken for a change: reads that are asked for after it never share an older one.
   */
  readonly share?: string | undefined;
  /**
   * Awaited when the job has its slot, before it leaves: for what has to be stored by then, and no sooner. Where it
   * rejects, the job never leaves, the slot is free again, and the caller gets the rejection. Not for shared jobs.
   */
  readonly beforeLeaving?: (() => Promise<void>) | undefined;
}

export interface Limiter {
  /**
   * Runs the job, which sends exactly one request, as soon as it may.
   *
   * Rejects with the signal's reason when that is aborted before the job leaves; afterwards the job has the signal and
   * decides itself, save for shared jobs, which the aborting caller just leaves.
   */
  run<T>(job: (departure: Departure) => Promise<T>, options?: RunOptions): Promise<T>;
  /** How many jobs wait, how many slots are in use and how many may be. */
  status(): { readonly waiting: number; readonly busy: number; readonly limit: number };
}

interface Entry {
  lane: Lane;
  slot: Slot | null;
  /** The caller gave up after the slot was taken and before the job left. */
  cancelled: boolean;
  /** What is awaited before it leaves; it rejects the caller itself. */
  readonly prepare: (() => Promise<void>) | null;
  readonly leave: (slot: Slot) => void;
}

/** @throws {RangeError} for a `perSecond` or `repeatsAfterNetworkError` that is none */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  const { perSecond = 10, repeatsAfterNetworkError = 1, clock = systemClock, store, onStoreError } = options;
  if (!Number.isInteger(perSecond) || perSecond < 1)
    throw new RangeError('perSecond must be a whole number from 1 up.');
  if (!Number.isInteger(repeatsAfterNetworkError) || repeatsAfterNetworkError < 0)
    throw new RangeError('repeatsAfterNetworkError must be a whole number from 0 up.');
  const slots = new Slots();
  const pace = new Pace(perSecond);
  const lanes = new Lanes<Entry>();
  const courtesy = new Courtesy();
  const flights = new Flights();
  let ready = store === undefined;
  let cancelTimer: (() => void) | null = null;
  let savingNow: Promise<void> = Promise.resolve();
  let nextSave: Promise<void> | null = null;

  if (store) void restore(store);

  /** Sends off whoever may go. Slots are taken in this one synchronous step, so no two callers can take the same. */
  function pump(): void {
    if (!ready) return;
    const now = clock.now();
    const limit = pace.limit(now);
    const leaving: Entry[] = [];
    for (;;) {
      const free = limit - slots.busy(now);
      const entry = lanes.next(free, courtesy.reserve(limit, now), courtesy.isDue(free, limit, now));
      if (!entry) break;
      entry.slot = slots.take(now);
      courtesy.left(entry.lane, limit, entry.slot.freeSince, now);
      leaving.push(entry);
    }
    const prepared = leaving.filter(({ prepare }) => prepare === null);
    if (prepared.length > 0) void depart(prepared);
    // Each by itself: nobody waits for what another has to do first.
    for (const entry of leaving) if (entry.prepare !== null) void entry.prepare().then(() => depart([entry]));
    setTimer(now);
  }

  /** The stamps are written last of all, so that they are no older than the departure, whatever came before it. */
  async function depart(leaving: readonly Entry[]): Promise<void> {
    for (const { slot } of leaving) if (slot !== null) slot.sentAt = clock.now();
    if (store) await save(store);
    for (const { slot, cancelled, leave } of leaving) {
      if (slot === null) continue;
      if (cancelled) slots.giveBack(slot);
      else leave(slot);
    }
    if (leaving.some(({ cancelled }) => cancelled)) pump();
  }

  function setTimer(now: number): void {
    cancelTimer?.();
    cancelTimer = null;
    if (lanes.size === 0) return;
    const times = [slots.nextFreeAt(now), pace.nextChange(now), courtesy.nextChange(now)].filter(
      (at) => at !== null,
    );
    // Neither: all wait for an answer, which pumps.
    if (times.length > 0) cancelTimer = clock.timer(pump, Math.max(1, Math.ceil(Math.min(...times) - now)));
  }

  function enqueue<T>(
    job: (departure: Departure) => Promise<T>,
    lane: Lane,
    signal: AbortSignal | undefined,
    changes: boolean,
    beforeLeaving?: () => Promise<void>,
  ): Ticket<T> {
    const { promise: result, resolve, reject } = Promise.withResolvers<T>();
    const prepare = beforeLeaving === undefined ? null : () => start(beforeLeaving).catch(giveUp);
    const entry: Entry = { lane, slot: null, cancelled: false, prepare, leave };

    function giveUp(reason: unknown): void {
      signal?.removeEventListener('abort', onAbort);
      entry.cancelled = true;
      reject(reason);
    }

    function join(lane: Lane): void {
      lanes.add(lane, entry);
      courtesy.joined(lane, clock.now());
      pump();
    }

    function leave(slot: Slot): void {
      signal?.removeEventListener('abort', onAbort);
      slot.sentAt = clock.now();
      const answered = () => {
        if (slot.freeAt === null) slots.answered(slot, clock.now());
      };
      const refused = () => pace.slowDown(slot.sentAt, clock.now());
      start(() => job({ signal, answered, refused }))
        .finally(() => {
          // Before the caller hears of it, who may ask at once for what the job has changed.
          if (slot.freeAt === null) abandon(slot);
          if (changes) flights.closeAll();
          pump();
        })
        .then(resolve, reject);
    }

    function onAbort(): void {
      lanes.remove(entry.lane, entry);
      giveUp(signal?.reason);
    }

    if (signal?.aborted) {
      reject(signal.reason);
    } else {
      signal?.addEventListener('abort', onAbort, { once: true });
      join(lane);
    }
    return {
      result,
      promote(to) {
        if (laneNames.indexOf(to) >= laneNames.indexOf(entry.lane) || !lanes.remove(entry.lane, entry))
          return;
        entry.lane = to;
        join(to);
      },
    };
  }

  /** Counts the assumed repeats, and stores them: the stamps of the departure know nothing of them. */
  function abandon(slot: Slot): void {
    slots.abandoned(slot, clock.now(), repeatsAfterNetworkError);
    if (store) void save(store);
  }

  /** One save for all who leave meanwhile: the next one begins when the present one is done, and writes the latest. */
  function save(to: LimiterStore): Promise<void> {
    nextSave ??= savingNow.then(() => {
      nextSave = null;
      savingNow = start(() => to.save(snapshot())).catch(report);
      return savingNow;
    });
    return nextSave;
  }

  function snapshot(): LimiterState {
    const now = clock.now();
    const toWall = (time: number) => Math.round(clock.wall() + (time - now));
    const saved = pace.saved(now);
    return {
      freeTimes: slots.freeTimes(perSecond).map(toWall),
      pace: saved && { ...saved, pausedUntil: toWall(saved.pausedUntil) },
    };
  }

  async function restore(from: LimiterStore): Promise<void> {
    const unknownPast: LimiterState = {
      freeTimes: Array(perSecond).fill(Number.POSITIVE_INFINITY),
      pace: null,
    };
    const loaded = await start(() => from.load()).then(readState, (error: unknown) => {
      report(error);
      return unknownPast;
    });
    const now = clock.now();
    const fromWall = (time: number) => now + (time - clock.wall());
    slots.restore(loaded?.freeTimes.map(fromWall) ?? [], now);
    if (loaded?.pace) pace.restore({ ...loaded.pace, pausedUntil: fromWall(loaded.pace.pausedUntil) }, now);
    ready = true;
    pump();
  }

  function report(error: unknown): void {
    onStoreError?.(error);
  }

  return {
    run(job, { lane = 'interactive', signal, share, beforeLeaving } = {}) {
      if (share === undefined) return enqueue(job, lane, signal, true, beforeLeaving).result;
      return flights.board(share, lane, signal, (flightSignal) => enqueue(job, lane, flightSignal, false));
    },
    status() {
      const now = clock.now();
      return { waiting: lanes.size, busy: slots.busy(now), limit: pace.limit(now) };
    },
  };
}

/** Runs it, with a synchronous throw as a rejection. */
async function start<T>(run: () => Promise<T>): Promise<T> {
  return await run();
}
