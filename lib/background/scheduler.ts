/**
 * Runs the background's jobs when they are due. Each returns when to run next, and none delays another. Short delays use a timer, because
 * alarms have a minimum. An alarm is always set too, because the worker may end first.
 */

import { StorageError } from '../storage/database.ts';
import { damagedStoreRetry } from '../timing/policies.ts';
import type { EpochMs } from '../timing/units.ts';
import type { Ports } from './ports.ts';

/** The shortest alarm that browsers allow. */
export const minAlarmMs = 30_000;

const secondMs = 1_000;

/** Returns when to run next. Null: when woken. */
export type Job = () => Promise<number | null>;

interface JobState {
  readonly name: string;
  readonly job: Job;
  /** Null while idle. */
  running: Promise<void> | null;
  isWoken: boolean;
  nextRunAtMs: EpochMs | null;
}

export type Scheduler<Name extends string> = ReturnType<typeof createScheduler<Name>>;

/** @param whileRunning called when a running job is woken, for a job that can take up new work */
export function createScheduler<Name extends string>(
  jobs: Readonly<Record<Name, Job>>,
  ports: Pick<Ports, 'clock' | 'setTimer' | 'clearTimer' | 'setAlarm' | 'onFault'>,
  whileRunning: { readonly [N in Name]?: () => void } = {},
) {
  const { clock, setTimer, clearTimer, setAlarm, onFault } = ports;
  const states = Object.entries<Job>(jobs).map(
    ([name, job]): JobState => ({
      name,
      job,
      running: null,
      isWoken: false,
      nextRunAtMs: null,
    }),
  );
  let timer: unknown = null;
  /** Running actions. */
  let actions = 0;
  /** Null: not set by this worker. */
  let alarmAtMs: EpochMs | null = null;

  function start(state: JobState): void {
    state.isWoken = true;
    if (state.running !== null) whileRunning[state.name as Name]?.();
    ensureAlarm().catch(onFault);
    // One turn later, so that a wake from within a job finds `running` set.
    state.running ??= Promise.resolve().then(() => runUntilIdle(state));
  }

  async function runUntilIdle(state: JobState): Promise<void> {
    while (state.isWoken) {
      state.isWoken = false;
      state.nextRunAtMs = await runJob(state.job);
    }
    // In the same turn as the check of `isWoken`, so that no wake is lost.
    state.running = null;
    await schedule().catch(onFault);
  }

  async function runJob(job: Job): Promise<number | null> {
    try {
      return await job();
    } catch (fault) {
      onFault(fault);
      const reason = fault instanceof StorageError ? fault.reason : null;
      // Retried when the job is woken.
      if (reason === 'newer-version' || reason === 'unavailable') return null;
      return clock() + (reason === 'damaged' ? damagedStoreRetry.firstMs : minAlarmMs);
    }
  }

  /** In case the worker ends while a job runs. */
  async function ensureAlarm(): Promise<void> {
    const now = clock();
    const isNear = alarmAtMs !== null && alarmAtMs > now + secondMs && alarmAtMs <= now + minAlarmMs;
    if (!isNear) await storeAlarm(now + minAlarmMs);
  }

  function storeAlarm(atMs: number | null): Promise<void> {
    alarmAtMs = atMs;
    return setAlarm(atMs);
  }

  async function schedule(): Promise<void> {
    if (timer !== null) clearTimer(timer as never);
    timer = null;
    const now = clock();
    const delay = Math.min(...states.map((state) => calculateDelayMs(state, now)));
    if (delay < minAlarmMs) timer = setTimer(startDue, delay);
    if (actions > 0 || states.some(({ running }) => running !== null)) await ensureAlarm();
    else await storeAlarm(Number.isFinite(delay) ? now + Math.max(delay, minAlarmMs) : null);
  }

  function startDue(): void {
    const now = clock();
    const due = states.filter((state) => calculateDelayMs(state, now) === 0);
    for (const state of due) start(state);
    if (due.length === 0) schedule().catch(onFault);
  }

  async function wake(...names: readonly Name[]): Promise<void> {
    for (const state of states) if (names.length === 0 || names.includes(state.name as Name)) start(state);
    for (;;) {
      const running = states.flatMap((state) => state.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  return {
    /** Runs these jobs now (default: all), and running ones once more. Resolves when all are idle. */
    wake,
    /** Runs an action of the user and then these jobs, even after a failure or a restart of the worker. */
    async runAction<T>(names: readonly Name[], action: () => Promise<T>): Promise<T> {
      actions += 1;
      ensureAlarm().catch(onFault);
      try {
        return await action();
      } finally {
        actions -= 1;
        void wake(...names);
      }
    },
  };
}

/** Infinity if it waits to be woken. */
function calculateDelayMs({ running, nextRunAtMs }: JobState, now: number): number {
  if (running !== null || nextRunAtMs === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, nextRunAtMs - now);
}
