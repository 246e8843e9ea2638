/** The limiter against a simulated service: random loads, delays, losses, cancellations and stops of the worker. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Clock, createLimiter, type Lane, type LimiterState } from '../../../../lib/api/index.ts';
import { countRuns } from '../../../properties.ts';
import { FakeTime } from '../../fake-time.ts';
import { type FakeRequest, FakeWindowService, type Trip } from '../helpers/fake-window-service.ts';

const lanes: readonly Lane[] = ['interactive', 'queue', 'polling', 'sync'];

/** Network delays: mostly short, sometimes long. */
const delay = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 400 }));
const trip: fc.Arbitrary<Trip> = fc.record({ out: delay, back: delay });
const lostTrip: fc.Arbitrary<Trip> = fc.record({ out: delay, back: delay, lost: fc.constant(true) });

interface Caller {
  readonly at: number;
  readonly lane: Lane;
  readonly trip: Trip;
  /** Milliseconds until the caller gives up while the call waits. */
  readonly abortAfterMs: number | null;
  /** Milliseconds that `beforeSend` takes; null for no `beforeSend`. */
  readonly prepares: number | null;
  /** Whether `beforeSend` fails, so that the call is never sent. */
  readonly withdraws: boolean;
}

const caller: fc.Arbitrary<Caller> = fc.record({
  at: fc.integer({ min: 0, max: 3_000 }),
  lane: fc.constantFrom(...lanes),
  trip: fc.oneof({ weight: 6, arbitrary: trip }, { weight: 1, arbitrary: lostTrip }),
  abortAfterMs: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
  ),
  prepares: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  ),
  withdraws: fc.boolean(),
});

const callers = fc.array(caller, { minLength: 30, maxLength: 90 });

// Shrinking a failure may take this long.
describe('a strict sliding window at the service', { timeout: 120_000 }, () => {
  test('is never exceeded, and every call ends', async () => {
    await fc.assert(
      fc.asyncProperty(callers, async (load) => {
        const clock = new FakeTime(0);
        const service = new FakeWindowService(clock);
        const limiter = createLimiter({ clock });
        const ends = load.map((each) => call(clock, limiter, service, each));
        await clock.runOut();

        expect(service.mostInASecond).toBeLessThanOrEqual(10);
        expect(service.refusals).toEqual([]);
        expect(await Promise.all(ends)).toHaveLength(load.length);
        await clock.advance(5_000);
        expect(limiter.status()).toMatchObject({ waiting: 0, busy: 0 });
      }),
      { numRuns: countRuns(200) },
    );
  });

  test('counts repeats by the browser for every request that gets its slot after the error', async () => {
    const repeating = fc.record({
      load: callers.map((all) =>
        // More losses than an unreliable network has.
        all.map((each, index) => ({
          ...each,
          trip: { ...each.trip, lost: index % 4 === 0 || !!each.trip.lost },
        })),
      ),
      repeats: fc.constantFrom(1, 7),
      perSecond: fc.constantFrom(1, 3, 10),
    });
    await fc.assert(
      fc.asyncProperty(repeating, async ({ load, repeats, perSecond }) => {
        const clock = new FakeTime(0);
        const service = new FakeWindowService(clock, perSecond);
        const limiter = createLimiter({ clock, perSecond, repeatsAfterNetworkError: repeats });
        const ends = load.map((each) =>
          call(clock, limiter, service, { ...each, prepares: null, trip: { ...each.trip, repeats } }),
        );
        await clock.runOut();
        for (const request of service.requests) expect(mostAround(request)).toBeLessThanOrEqual(perSecond);
        // Every call ends, even if one request counts for more than the whole window.
        expect(await Promise.all(ends)).toHaveLength(load.length);
        await clock.advance(5_000);
        expect(limiter.status()).toMatchObject({ waiting: 0, busy: 0 });
      }),
      { numRuns: countRuns(150) },
    );
  });

  test('holds across restarts of the worker and when the clock is set back', async () => {
    const workers = fc.array(
      fc.record({
        callers: fc.array(caller, { minLength: 5, maxLength: 40 }),
        lasts: fc.integer({ min: 1, max: 2_500 }),
        setBack: fc.constantFrom(0, 0, 50, 3_600_000),
        saveTakes: fc.integer({ min: 0, max: 20 }),
      }),
      { minLength: 2, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(workers, async (all) => {
        const clock = new FakeTime(0);
        const service = new FakeWindowService(clock);
        let saved: LimiterState | undefined;
        for (const worker of all) {
          const stoppable = stoppableClock(clock);
          const store = {
            load: async () => structuredClone(saved),
            save: async (state: LimiterState) => {
              // A stopped worker saves nothing, and its promises stay pending.
              if (stoppable.isAlive()) saved = structuredClone(state);
              await stoppable.sleep(worker.saveTakes);
            },
          };
          const limiter = createLimiter({ clock: stoppable.clock, store });
          for (const each of worker.callers) {
            const mine = { ...each, at: each.at % worker.lasts, abortAfterMs: null };
            void call(clock, limiter, service, mine, stoppable.sleep);
          }
          await clock.advance(worker.lasts);
          stoppable.die();
          clock.wallOffsetMs -= worker.setBack;
        }
        await clock.runOut();
        expect(service.mostInASecond).toBeLessThanOrEqual(10);
      }),
      { numRuns: countRuns(200) },
    );
  });

  test('reaches the limit over a steady connection, minus the round trip', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(delay, { minLength: 120, maxLength: 120 }), async (delays) => {
        const clock = new FakeTime(0);
        const service = new FakeWindowService(clock);
        const limiter = createLimiter({ clock });
        for (const back of delays) void limiter.run(service.request({ out: 0, back }));
        await clock.runOut();
        const longest = Math.max(...delays);
        const seconds = (service.arrivals.at(-1) ?? 0) / 1_000;
        // 120 requests are sent in 12 turns of ten, the first without a wait.
        expect(seconds).toBeLessThanOrEqual(11 * (1.003 + longest / 1_000) + 0.1);
      }),
      { numRuns: 30 },
    );
  });

  test('lets a click through within a tenth of the window and a round trip under any load', async () => {
    const others = fc.array(fc.record({ lane: fc.constantFrom<Lane>('queue', 'polling', 'sync'), trip }), {
      minLength: 60,
      maxLength: 60,
    });
    const clickAt = fc.integer({ min: 0, max: 4_000 });
    await fc.assert(
      fc.asyncProperty(others, clickAt, async (load, at) => {
        const clock = new FakeTime(0);
        const service = new FakeWindowService(clock);
        const limiter = createLimiter({ clock });
        for (const { lane, trip: way } of load) void limiter.run(service.request(way), { lane });
        await clock.advance(at);
        let waited = Number.NaN;
        void limiter.run(async ({ responseStarted }) => {
          waited = clock.now() - at;
          responseStarted();
        });
        await clock.runOut();
        const longest = Math.max(...load.map(({ trip: { out, back } }) => out + back));
        expect(waited).toBeLessThanOrEqual(1_003 / 10 + 5 + longest + 1);
      }),
      { numRuns: countRuns(200) },
    );
  });
});

/** The most arrivals in any second around this request, among those that the limiter could know about when the request got its context. */
function mostAround({ arrivals: [at = 0], before }: FakeRequest): number {
  const known = before.flatMap(({ request, isFailureKnown }) =>
    request.arrivals.slice(0, isFailureKnown ? undefined : 1),
  );
  const near = known.filter((each) => Math.abs(each - at) < 1_000);
  const seconds = near.concat(at).filter((from) => from <= at);
  return Math.max(
    ...seconds.map((from) => near.filter((each) => each >= from && each < from + 1_000).length + 1),
  );
}

/** One caller. Resolves to how it ended. */
async function call(
  clock: FakeTime,
  limiter: ReturnType<typeof createLimiter>,
  service: FakeWindowService,
  { at, lane, trip: way, abortAfterMs, prepares, withdraws }: Caller,
  sleep = (ms: number) => clock.wait(ms),
): Promise<'served' | 'refused' | 'failed'> {
  await clock.wait(at);
  const controller = new AbortController();
  if (abortAfterMs !== null) void clock.wait(abortAfterMs).then(() => controller.abort());
  const beforeSend = async () => {
    await sleep(prepares ?? 0);
    if (withdraws) throw new Error('Withdrawn.');
  };
  const options = { lane, signal: controller.signal, ...(prepares !== null && { beforeSend }) };
  return limiter.run(service.request(way), options).then(
    (served) => (served ? 'served' : 'refused'),
    () => 'failed',
  );
}

/** A clock whose timers end with the worker, while requests in transit continue. */
function stoppableClock(clock: FakeTime) {
  let alive = true;
  const setTimer: Clock['setTimer'] = (callback, delay) => clock.setTimer(() => alive && callback(), delay);
  return {
    clock: { now: clock.now, wallNow: clock.wallNow, setTimer },
    sleep: (ms: number) => new Promise<void>((resolve) => void setTimer(resolve, ms)),
    isAlive: () => alive,
    die: () => {
      alive = false;
    },
  };
}
