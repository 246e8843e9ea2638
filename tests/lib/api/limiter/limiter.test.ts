import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createLimiter, type Lane, type LimiterState } from '../../../../lib/api/index.ts';
import { FakeTime } from '../../fake-time.ts';
import { type CallContext, FakeWindowService } from '../helpers/fake-window-service.ts';

const trip = { out: 20, back: 30 };

function setUp(options: Parameters<typeof createLimiter>[0] = {}) {
  const clock = new FakeTime(0);
  const service = new FakeWindowService(clock, options.perSecond);
  return { clock, service, limiter: createLimiter({ clock, ...options }) };
}

describe('the window', () => {
  test('starts at the head of the response, not at the end of its body', async () => {
    const { clock, limiter } = setUp({ perSecond: 1 });
    const started: number[] = [];
    const download = async ({ responseStarted }: CallContext) => {
      started.push(clock.now());
      responseStarted();
      await clock.wait(60_000);
    };
    void limiter.run(download);
    void limiter.run(download);
    await clock.advance(2_000);
    expect(started).toHaveLength(2);
  });

  test('includes requests whose arrival is unknown', async () => {
    const { clock, limiter } = setUp({ perSecond: 1 });
    const started: number[] = [];
    const reset = async () => {
      started.push(clock.now());
      throw new Error('reset');
    };
    await expect(limiter.run(reset)).rejects.toThrow('reset');
    limiter.run(reset).catch(() => undefined);
    await clock.runOut();
    expect(started[1]).toBeGreaterThanOrEqual(2_000 + 1_000);
  });

  test('counts one repeat by default, and none for a request with a response', async () => {
    const { clock, service, limiter } = setUp();
    void limiter.run(service.request(trip));
    limiter.run(service.request({ ...trip, lost: true })).catch(() => undefined);
    await clock.advance(100);
    expect(limiter.status().busy).toBe(1 + 2);
    for (const wrong of [
      { repeatsAfterNetworkError: -1 },
      { repeatsAfterNetworkError: 0.5 },
      { perSecond: 0 },
    ])
      expect(() => createLimiter(wrong)).toThrow(RangeError);
  });

  test('holds for concurrent callers', async () => {
    const { clock, service, limiter } = setUp();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        await nextTurn();
        void limiter.run(service.request({ out: 0, back: 0 }));
      }),
    );
    await clock.advance(0);
    expect(service.arrivals).toHaveLength(10);
  });
});

describe('lanes', () => {
  /** Lanes in the order in which their requests were sent. */
  async function getOrder(entries: readonly Lane[]): Promise<Lane[]> {
    const { clock, limiter } = setUp({ perSecond: 1 });
    const order: Lane[] = [];
    const request =
      (lane: Lane) =>
      async ({ responseStarted }: CallContext) => {
        order.push(lane);
        responseStarted();
      };
    void limiter.run(request('sync'), { lane: 'sync' });
    for (const lane of entries) void limiter.run(request(lane), { lane });
    await clock.runOut();
    return order.slice(1);
  }

  test('are served by priority', async () => {
    const order = await getOrder(['sync', 'polling', 'queue', 'interactive']);
    expect(order).toEqual(['interactive', 'queue', 'polling', 'sync']);
  });

  /** How long each click waits during a long sync. @param intervalsMs milliseconds between the clicks */
  async function measureWaits(intervalsMs: readonly number[]): Promise<number[]> {
    const { clock, service, limiter } = setUp();
    for (let i = 0; i < 400; i++) void limiter.run(service.request(trip), { lane: 'sync' });
    await clock.advance(3_000);
    const waited: number[] = [];
    for (const intervalMs of intervalsMs) {
      await clock.advance(intervalMs);
      const clickedAt = clock.now();
      void limiter.run((context) => {
        waited.push(clock.now() - clickedAt);
        return service.request(trip)(context);
      });
    }
    await clock.runOut();
    expect(service.mostInASecond).toBe(10);
    return waited;
  }

  test('further clicks do not wait', async () => {
    const [, ...later] = await measureWaits([0, 400, 300, 2_000, 4_000]);
    expect(later).toEqual([0, 0, 0, 0]);
  });

  test.each(['queue', 'polling', 'sync'] as const)(
    'the %s lane has the whole limit while nobody clicks',
    async (lane) => {
      const { clock, service, limiter } = setUp();
      for (let i = 0; i < 200; i++) void limiter.run(service.request(trip), { lane });
      await clock.runOut();
      // Each slot is free again after the window and the round trip.
      const full = (200 / 10 - 1) * (1_003 + 50);
      expect(service.arrivals.at(-1)).toBeLessThanOrEqual(full + 1_003 + 20);
      expect(service.mostInASecond).toBe(10);
    },
  );

  test('late timers delay the sync by at most their lateness', async () => {
    const clock = new FakeTime(0);
    const late = 20;
    const lateClock = {
      now: clock.now,
      wallNow: clock.wallNow,
      setTimer: (callback: () => void, delay: number) => clock.setTimer(callback, delay + late),
    };
    const service = new FakeWindowService(clock);
    const limiter = createLimiter({ clock: lateClock });
    for (let i = 0; i < 200; i++) void limiter.run(service.request(trip), { lane: 'sync' });
    await clock.runOut();
    // Each slot is reused after the window, the round trip and a timer.
    const rounds = 200 / 10;
    expect(service.arrivals.at(-1)).toBeLessThanOrEqual(rounds * (1_003 + 50 + late));
    expect(service.mostInASecond).toBe(10);
  });

  test('a few requests of any lane are sent at once while most slots are free', async () => {
    const { clock, service, limiter } = setUp();
    for (let i = 0; i < 5; i++) void limiter.run(service.request(trip), { lane: 'queue' });
    await clock.advance(20);
    expect(service.arrivals).toHaveLength(5);
  });

  test('none starves, and clicks get most slots', async () => {
    const lanes: Lane[] = ['interactive', 'queue', 'polling', 'sync'];
    const order = await getOrder(lanes.flatMap((lane) => Array<Lane>(100).fill(lane)));
    const saturated = order.slice(0, 100);
    const turns = (lane: Lane) => saturated.filter((each) => each === lane).length;
    expect(turns('interactive')).toBeGreaterThan(50);
    expect(turns('queue')).toBeGreaterThan(turns('polling'));
    expect(turns('polling')).toBeGreaterThan(turns('sync'));
    expect(turns('sync')).toBeGreaterThan(5);
  });

  test('each is first in, first out', async () => {
    const { clock, limiter } = setUp({ perSecond: 2 });
    const order: number[] = [];
    for (let i = 0; i < 20; i++) {
      void limiter.run(async ({ responseStarted }) => {
        responseStarted();
        order.push(i);
      });
    }
    await clock.runOut();
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });
});

describe('identical reads', () => {
  test('share one request and its response', async () => {
    const { clock, service, limiter } = setUp();
    const both = Promise.all([
      limiter.run(service.request(trip), { dedupeKey: 'list' }),
      limiter.run(service.request(trip), { dedupeKey: 'list' }),
      limiter.run(service.request(trip), { dedupeKey: 'other' }),
    ]);
    await clock.runOut();
    expect(await both).toEqual([true, true, true]);
    expect(service.arrivals).toHaveLength(2);
  });

  test('an aborting caller does not end it for the others', async () => {
    const { clock, service, limiter } = setUp();
    const aborting = new AbortController();
    const first = limiter.run(service.request(trip), { dedupeKey: 'list', signal: aborting.signal });
    const second = limiter.run(service.request(trip), {
      dedupeKey: 'list',
      signal: new AbortController().signal,
    });
    first.catch(() => undefined);
    await clock.advance(10);
    aborting.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await clock.runOut();
    expect(await second).toBe(true);
    expect(service.arrivals).toHaveLength(1);
  });

  test('the last caller to abort ends it, and the next one starts a new request', async () => {
    const { clock, service, limiter } = setUp();
    const signals: (AbortSignal | undefined)[] = [];
    const controllers = [new AbortController(), new AbortController()];
    const call: Parameters<typeof limiter.run>[0] = (context) => {
      signals.push(context.signal);
      return service.request(trip)(context);
    };
    const gone = controllers.map(({ signal }) =>
      limiter.run(call, { dedupeKey: 'list', signal }).catch(() => 'gone'),
    );
    await clock.advance(10);
    for (const controller of controllers) controller.abort();
    expect(await Promise.all(gone)).toEqual(['gone', 'gone']);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    void limiter.run(call, { dedupeKey: 'list' });
    await clock.runOut();
    expect(signals).toHaveLength(2);
  });

  test('move to the lane of their most urgent caller while they wait', async () => {
    const { clock, limiter } = setUp({ perSecond: 1 });
    const order: string[] = [];
    const call =
      (name: string) =>
      async ({ responseStarted }: CallContext) => {
        responseStarted();
        order.push(name);
      };
    void limiter.run(call('first'));
    void limiter.run(call('queue'), { lane: 'queue' });
    void limiter.run(call('list'), { lane: 'sync', dedupeKey: 'list' });
    void limiter.run(call('list'), { lane: 'interactive', dedupeKey: 'list' });
    await clock.runOut();
    expect(order).toEqual(['first', 'list', 'queue']);
  });

  test('are not shared across a change', async () => {
    const { clock, service, limiter } = setUp();
    void limiter.run(service.request({ out: 10, back: 5_000 }), { dedupeKey: 'list' });
    await clock.advance(100);
    const readBack = limiter
      .run(service.request(trip))
      .then(() => limiter.run(service.request(trip), { dedupeKey: 'list' }));
    await clock.advance(200);
    expect(await readBack).toBe(true);
    expect(service.arrivals).toHaveLength(3);
  });
});

describe('cancelling', () => {
  test('removes a waiting call', async () => {
    const { clock, service, limiter } = setUp({ perSecond: 1 });
    const controller = new AbortController();
    void limiter.run(service.request(trip));
    const waiting = limiter.run(service.request(trip), { signal: controller.signal });
    waiting.catch(() => undefined);
    await clock.advance(100);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(limiter.status().waiting).toBe(0);
    await clock.runOut();
    expect(service.arrivals).toHaveLength(1);
  });

  test('between taking the slot and sending releases the slot', async () => {
    const { clock, limiter } = setUp({
      store: { load: async () => undefined, save: () => saving.promise },
    });
    const saving = Promise.withResolvers<void>();
    const controller = new AbortController();
    const call = vi.fn(async () => undefined);
    const cancelled = limiter.run(call, { signal: controller.signal });
    cancelled.catch(() => undefined);
    await clock.advance(0);
    expect(limiter.status().busy).toBe(1);
    controller.abort();
    await expect(cancelled).rejects.toThrow();
    saving.resolve();
    await clock.advance(0);
    expect(call).not.toHaveBeenCalled();
    expect(limiter.status().busy).toBe(0);
  });

  test('before the call takes no slot', async () => {
    const { service, limiter } = setUp();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(limiter.run(service.request(trip), { signal })).rejects.toThrow('enough');
    await expect(limiter.run(service.request(trip), { signal, dedupeKey: 'list' })).rejects.toThrow('enough');
    expect(service.arrivals).toHaveLength(0);
  });
});

describe('beforeSend', () => {
  test('runs once the slot is taken, and delays no other call', async () => {
    const { clock, service, limiter } = setUp({ perSecond: 2 });
    const done: number[] = [];
    const beforeSend = async () => {
      done.push(clock.now());
      await clock.wait(300);
    };
    void limiter.run(service.request(trip));
    void limiter.run(service.request(trip));
    void limiter.run(service.request(trip), { beforeSend });
    void limiter.run(service.request(trip));
    await clock.runOut();
    const [, , third, fourth] = service.arrivals;
    expect(done).toEqual([1_053]);
    expect(third).toBe(1_053 + 20);
    expect(fourth).toBe(1_053 + 300 + 20);
  });

  test('prevents the request if it rejects: the slot is released, and the caller gets the reason', async () => {
    const { clock, service, limiter } = setUp({ perSecond: 1 });
    const { signal } = new AbortController();
    const call = vi.fn(service.request(trip));
    const withdrawn = limiter.run(call, {
      signal,
      beforeSend: () => Promise.reject(new Error('not any more')),
    });
    void limiter.run(service.request(trip));
    await expect(withdrawn).rejects.toThrow('not any more');
    await clock.advance(20);
    expect(call).not.toHaveBeenCalled();
    expect(service.arrivals).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('does not send a call that was aborted meanwhile', async () => {
    const { clock, service, limiter } = setUp();
    const controller = new AbortController();
    const call = vi.fn(service.request(trip));
    const aborted = limiter.run(call, { signal: controller.signal, beforeSend: () => clock.wait(100) });
    aborted.catch(() => undefined);
    await clock.advance(50);
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await clock.runOut();
    expect(call).not.toHaveBeenCalled();
    expect(limiter.status()).toMatchObject({ waiting: 0, busy: 0 });
  });
});

describe('a 429', () => {
  test('lowers the limit, which recovers step by step', async () => {
    const { clock, service, limiter } = setUp();
    // Another client uses the same key.
    for (let i = 0; i < 10; i++) service.arrivals.push(0);
    const end = limiter.run(service.request(trip));
    await clock.advance(50);
    expect(await end).toBe(false);
    expect(limiter.status().limit).toBe(0);
    await clock.advance(1_000);
    expect(limiter.status().limit).toBe(5);
    await clock.advance(2_000);
    expect(limiter.status().limit).toBe(6);
    await clock.advance(8_000);
    expect(limiter.status().limit).toBe(10);
  });

  test('pauses as long as the service asks, up to half a minute', async () => {
    const { clock, limiter } = setUp();
    for (const [waitMs, pausedMs] of [
      [5_000, 5_000],
      [300_000, 30_000],
    ] as const) {
      await limiter.run(async ({ responseStarted, rateLimited }) => {
        responseStarted();
        rateLimited(waitMs);
      });
      await clock.advance(pausedMs - 10);
      expect(limiter.status().limit).toBe(0);
      await clock.advance(20);
      expect(limiter.status().limit).toBeGreaterThan(0);
      await clock.advance(20_000);
    }
  });

  test('counts once for concurrent requests, and more when repeated', async () => {
    const { clock, limiter } = setUp();
    const answerWith429 = async ({ responseStarted, rateLimited }: CallContext) => {
      await clock.wait(50);
      responseStarted();
      rateLimited();
    };
    for (let i = 0; i < 10; i++) void limiter.run(answerWith429);
    await clock.advance(1_050);
    expect(limiter.status().limit).toBe(5);
    void limiter.run(answerWith429);
    await clock.advance(100);
    await clock.advance(1_900);
    expect(limiter.status().limit).toBe(0);
    await clock.advance(200);
    expect(limiter.status().limit).toBe(2);
  });

  test('serves every lane at the lowest limit, clicks first', async () => {
    const { clock, limiter } = setUp();
    const order: string[] = [];
    const call = (name: string, refuse: boolean) => async (context: CallContext) => {
      order.push(name);
      context.responseStarted();
      if (refuse) context.rateLimited();
    };
    for (let i = 0; i < 4; i++) {
      void limiter.run(call('429', true));
      await clock.runOut();
    }
    for (let i = 0; i < 8; i++) {
      void limiter.run(call('sync', false), { lane: 'sync' });
      void limiter.run(call('click', false));
    }
    await clock.runOut();
    expect(order.filter((name) => name === 'sync')).toHaveLength(8);
    expect(order.indexOf('sync')).toBeGreaterThan(order.indexOf('click'));
  });
});

describe('the store', () => {
  function memory(saved?: unknown) {
    const store = {
      saved,
      load: vi.fn(async (): Promise<unknown> => store.saved),
      save: vi.fn(async (state: LimiterState) => {
        store.saved = structuredClone(state);
      }),
    };
    return store;
  }

  test('is written before a request is sent, once for all that are sent together', async () => {
    const store = memory();
    const { clock, service, limiter } = setUp({ store });
    for (let i = 0; i < 10; i++) {
      void limiter.run(async (context) => {
        expect(store.save).toHaveBeenCalledTimes(1);
        return service.request(trip)(context);
      });
    }
    await clock.runOut();
    expect(service.arrivals).toHaveLength(10);
    expect(store.save).toHaveBeenCalledTimes(1);
  });

  test('records the time of sending, however long `beforeSend` took', async () => {
    const store = memory();
    const { clock, service, limiter } = setUp({ perSecond: 1, store });
    void limiter.run(service.request(trip), { beforeSend: () => clock.wait(5_000) });
    await clock.advance(5_001);
    // The worker is stopped before the response arrives.
    const next = createLimiter({ clock, perSecond: 1, store });
    void next.run(service.request(trip));
    await clock.runOut();
    const [first = 0, second] = service.arrivals;
    expect(second).toBeGreaterThanOrEqual(first + 1_000);
  });

  test('keeps assumed repeats without later requests', async () => {
    const store = memory();
    const { clock, service, limiter } = setUp({ store, repeatsAfterNetworkError: 7 });
    limiter.run(service.request({ ...trip, lost: true })).catch(() => undefined);
    await clock.advance(60);
    const next = createLimiter({ clock, store });
    await clock.advance(0);
    expect(next.status().busy).toBe(8);
  });

  test('never holds more times than the limit', async () => {
    const store = memory();
    const { clock, service, limiter } = setUp({ store, repeatsAfterNetworkError: 7 });
    for (let i = 0; i < 10; i++) limiter.run(service.request({ ...trip, lost: true })).catch(() => undefined);
    await clock.advance(60);
    expect(limiter.status().busy).toBe(80);
    expect((store.saved as LimiterState).freeTimes).toHaveLength(10);
  });

  test('keeps window and adaptive limit across restarts', async () => {
    const store = memory();
    const { clock, service, limiter } = setUp({ store });
    for (let i = 0; i < 9; i++) void limiter.run(service.request(trip));
    await clock.advance(40);
    void limiter.run(async ({ responseStarted, rateLimited }) => {
      responseStarted();
      rateLimited();
    });
    await clock.advance(1);
    // The 429 above is saved with the next request, which the limiter sends after the pause.
    await clock.advance(1_100);
    void limiter.run(service.request(trip));
    await clock.advance(10);
    const next = createLimiter({ clock, store });
    await clock.advance(0);
    expect(next.status()).toEqual({ waiting: 0, busy: 1, limit: 5 });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['another shape', { freeTimes: 'soon' }],
    ['numbers that are none', { freeTimes: [Number.NaN], adaptiveLimit: null }],
    ['an endless list', { freeTimes: Array(5_000).fill(1), adaptiveLimit: null }],
  ])('that contains %s is ignored', async (_, saved) => {
    const { clock, limiter } = setUp({ store: memory(saved) });
    await clock.advance(0);
    expect(limiter.status()).toEqual({ waiting: 0, busy: 0, limit: 10 });
  });

  test('from before the clock was set back blocks for seconds, not for hours', async () => {
    const clock = new FakeTime(0);
    const future = clock.wallNow() + 3_600_000;
    const adaptiveLimit = { limit: 1, pausedUntil: future, rateLimitedCount: 3 };
    const limiter = createLimiter({
      clock,
      store: memory({ freeTimes: Array(10).fill(future), adaptiveLimit }),
    });
    await clock.advance(0);
    expect(limiter.status().busy).toBe(10);
    await clock.advance(30_001);
    expect(limiter.status()).toMatchObject({ busy: 0, limit: 1 });
  });

  test('that cannot be read counts as a full window', async () => {
    const onStoreError = vi.fn();
    const failure = new Error('no storage');
    const { clock, service, limiter } = setUp({
      onStoreError,
      store: { load: () => Promise.reject(failure), save: async () => undefined },
    });
    void limiter.run(service.request(trip));
    await clock.advance(1_000);
    expect(service.arrivals).toHaveLength(0);
    await clock.runOut();
    expect(service.arrivals).toHaveLength(1);
    expect(onStoreError).toHaveBeenCalledExactlyOnceWith(failure);
  });

  test('that can’t be written delays no request', async () => {
    const { clock, service, limiter } = setUp({
      store: { load: async () => undefined, save: () => Promise.reject(new Error('full')) },
    });
    const ends = [limiter.run(service.request(trip))];
    await clock.runOut();
    ends.push(limiter.run(service.request(trip)));
    await clock.runOut();
    expect(await Promise.all(ends)).toEqual([true, true]);
  });

  test('that cannot be written is reported, and requests continue', async () => {
    const onStoreError = vi.fn();
    const { clock, service, limiter } = setUp({
      onStoreError,
      store: {
        load: async () => undefined,
        save: () => {
          throw new Error('full');
        },
      },
    });
    const end = limiter.run(service.request(trip));
    await clock.runOut();
    expect(await end).toBe(true);
    expect(onStoreError).toHaveBeenCalledOnce();
  });
});
