import { describe, expect, it } from 'vitest';
import { createScheduler, type Job, minAlarmMs } from '../../../lib/background/scheduler.ts';

import { StorageError, type StorageFailure } from '../../../lib/storage/database.ts';

/** A scheduler with one timer, one alarm, and a clock that the test sets. */
function setUp(jobs: readonly Job[]) {
  const state = {
    now: 1_000_000,
    timer: null as { at: number; callback: () => void } | null,
    alarm: null as number | null,
    faults: [] as unknown[],
  };
  const scheduler = createScheduler(Object.fromEntries(jobs.map((job, at) => [String(at), job])), {
    clock: () => state.now,
    setTimer: (callback, delay) => {
      state.timer = { at: state.now + delay, callback };
      return state.timer;
    },
    clearTimer: () => {
      state.timer = null;
    },
    setAlarm: async (when) => {
      state.alarm = when;
    },
    onFault: (fault) => state.faults.push(fault),
  });
  return { state, scheduler };
}

describe('the scheduler', () => {
  it('sets no timer and no alarm when nothing is due', async () => {
    const { state, scheduler } = setUp([async () => null]);
    await scheduler.wake();
    expect(state).toMatchObject({ timer: null, alarm: null });
  });

  it('sets a timer for a short delay, and an alarm in case the worker is terminated', async () => {
    const { state, scheduler } = setUp([async () => 1_003_000, async () => null]);
    await scheduler.wake();
    expect(state.timer?.at).toBe(1_003_000);
    expect(state.alarm).toBe(1_000_000 + minAlarmMs);
  });

  it('sets only an alarm for a long delay', async () => {
    const { state, scheduler } = setUp([async () => 1_000_000 + 5 * 60_000]);
    await scheduler.wake();
    expect(state).toMatchObject({ timer: null, alarm: 1_000_000 + 5 * 60_000 });
  });

  it('runs once more for any number of wakes during a run', async () => {
    let runs = 0;
    const { scheduler } = setUp([
      async () => {
        runs++;
        if (runs === 1) for (let i = 0; i < 5; i++) void scheduler.wake();
        return null;
      },
    ]);
    await scheduler.wake();
    expect(runs).toBe(2);
  });

  it('loses no wake', async () => {
    for (let turns = 0; turns < 30; turns++) {
      let runs = 0;
      const { scheduler } = setUp([
        async () => {
          runs++;
          return null;
        },
      ]);
      const first = scheduler.wake();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const before = runs;
      await scheduler.wake();
      await first;
      expect(runs).toBeGreaterThan(turns > 0 ? before : 0);
    }
  });

  it('runs other jobs on time while a long one runs', async () => {
    const long = Promise.withResolvers<null>();
    let looks = 0;
    const { state, scheduler } = setUp([
      () => long.promise,
      async () => {
        looks++;
        return state.now + 2_000;
      },
    ]);
    const asleep = scheduler.wake();
    for (let wanted = 1; wanted <= 3; wanted++) {
      await expect.poll(() => state.timer?.at).toBe(state.now + 2_000);
      expect(looks).toBe(wanted);
      state.now += 2_000;
      state.timer?.callback();
    }
    long.resolve(null);
    await asleep;
  });

  it('sets an alarm while a job runs, and clears it afterwards', async () => {
    const long = Promise.withResolvers<null>();
    const { state, scheduler } = setUp([() => long.promise]);
    const asleep = scheduler.wake();
    expect(state.alarm).toBe(1_000_000 + minAlarmMs);
    // The alarm fires and is set again.
    state.now += minAlarmMs;
    void scheduler.wake();
    expect(state.alarm).toBe(state.now + minAlarmMs);
    long.resolve(null);
    await asleep;
    expect(state.alarm).toBeNull();
  });

  it('keeps an alarm during an action, even if a job ends meanwhile, and runs its jobs afterwards', async () => {
    let runs = 0;
    const job = async () => {
      runs += 1;
      return null;
    };
    const { state, scheduler } = setUp([job, async () => null]);
    const { promise, reject } = Promise.withResolvers<void>();
    const action = scheduler.runAction(['0'], () => promise);
    expect(state.alarm).toBe(state.now + minAlarmMs);
    await scheduler.wake('1');
    expect([state.alarm, runs]).toEqual([state.now + minAlarmMs, 0]);
    reject(new Error('failed after an effect'));
    await expect(action).rejects.toThrow('failed after an effect');
    await expect.poll(() => [state.alarm, runs]).toEqual([null, 1]);
  });

  it('reports an error, runs the other jobs, and retries later', async () => {
    let ran = false;
    const { state, scheduler } = setUp([
      () => Promise.reject(new Error('broken')),
      async () => {
        ran = true;
        return null;
      },
    ]);
    await scheduler.wake();
    expect(ran).toBe(true);
    expect(state.faults).toHaveLength(1);
    expect(state.alarm).toBe(1_000_000 + minAlarmMs);
  });

  it.each<[StorageFailure, number | null]>([
    ['newer-version', null],
    ['unavailable', null],
    ['full', 1_000_000 + minAlarmMs],
    // As for any unknown error, which may pass.
    ['damaged', 1_000_000 + 5 * 60_000],
  ])('after a store’s failure “%s” has its alarm at %s', async (reason, alarm) => {
    const { state, scheduler } = setUp([
      async () => {
        throw new StorageError('linkhaul-catalog', reason);
      },
    ]);
    await scheduler.wake();
    expect(state).toMatchObject({ timer: null, alarm });
  });
});
