/**
 * Decides when the background works next, so that nothing runs while nothing is to do.
 *
 * Jobs say when they want to run again; the scheduler sleeps until the earliest. Each job is on its own: one that takes
 * minutes (a thousand links going out) keeps no other from its time. A short wait is a timer, because alarms have a
 * floor; but the worker may be ended before the timer fires, or in the middle of a job, so an alarm always stands
 * behind both.
 */

import { StorageError } from '../storage/database.ts';
import type { BrowserPorts } from './ports.ts';

/** The shortest delay that browsers allow an alarm. Milliseconds. */
export const shortestAlarmMs = 30_000;

const second = 1_000;

/** Does what is due and says when it wants to run again: milliseconds since the epoch, or null for "when woken". */
export type Job = () => Promise<number | null>;

interface JobState {
  readonly name: string;
  readonly job: Job;
  /** Null while it sleeps. */
  running: Promise<void> | null;
  /** Woken while it was running. */
  again: boolean;
  /** What it said last, and when. */
  nextRunAtMs: number | null;
  saidAtMs: number;
}

/** @param whileRunning called when a job is woken that is running: for one that can take up new work by itself */
export function createScheduler<Name extends string>(
  jobs: Readonly<Record<Name, Job>>,
  ports: Pick<BrowserPorts, 'clock' | 'setTimer' | 'clearTimer' | 'setAlarm' | 'onFault'>,
  whileRunning: { readonly [N in Name]?: () => void } = {},
) {
  const { clock, setTimer, clearTimer, setAlarm, onFault } = ports;
  const states = Object.entries<Job>(jobs).map(
    ([name, job]): JobState => ({ name, job, running: null, again: false, nextRunAtMs: null, saidAtMs: 0 }),
  );
  let timer: unknown = null;
  /** When the alarm goes off, as far as this worker knows. */
  let alarmAtMs: number | null = null;

  function start(state: JobState): void {
    state.again = true;
    if (state.running !== null) whileRunning[state.name as Name]?.();
    keepAlarm().catch(onFault);
    // Started a turn later, so that a wake from within a job finds `running` in place.
    state.running ??= Promise.resolve().then(() => runUntilQuiet(state));
  }

  async function runUntilQuiet(state: JobState): Promise<void> {
    while (state.again) {
      state.again = false;
      state.nextRunAtMs = await runJob(state.job);
      state.saidAtMs = clock();
    }
    // In the same turn as the last look at `again`, so that no wake is lost in between.
    state.running = null;
    await schedule().catch(onFault);
  }

  async function runJob(job: Job): Promise<number | null> {
    try {
      return await job();
    } catch (fault) {
      onFault(fault);
      // A store that cannot be used is tried again when there is something new to be done.
      const isLasting = fault instanceof StorageError && fault.reason !== 'full';
      return isLasting ? null : clock() + shortestAlarmMs;
    }
  }

  /** An alarm within reach, should the worker be ended while a job runs. */
  async function keepAlarm(): Promise<void> {
    const now = clock();
    const isNear = alarmAtMs !== null && alarmAtMs > now + second && alarmAtMs <= now + shortestAlarmMs;
    if (!isNear) await armAlarm(now + shortestAlarmMs);
  }

  function armAlarm(atMs: number | null): Promise<void> {
    alarmAtMs = atMs;
    return setAlarm(atMs);
  }

  /** Timer and alarm for what sleeps; while others run, the alarm stands behind them. */
  async function schedule(): Promise<void> {
    if (timer !== null) clearTimer(timer as never);
    timer = null;
    const now = clock();
    const delay = Math.min(...states.map((state) => delayMs(state, now)));
    if (delay < shortestAlarmMs) timer = setTimer(startDue, delay);
    if (states.some(({ running }) => running !== null)) await keepAlarm();
    else await armAlarm(Number.isFinite(delay) ? now + Math.max(delay, shortestAlarmMs) : null);
  }

  function startDue(): void {
    const now = clock();
    const due = states.filter((state) => delayMs(state, now) === 0);
    for (const state of due) start(state);
    if (due.length === 0) schedule().catch(onFault);
  }

  return {
    /** Sets an alarm within reach: what is about to be stored is found by the next worker, should this one end before `wake`. */
    standBy: () => void keepAlarm().catch(onFault),
    /** Runs these jobs now (all where none is named), those that are running once more after that; resolves when all are asleep again. */
    async wake(...names: readonly Name[]): Promise<void> {
      for (const state of states) if (names.length === 0 || names.includes(state.name as Name)) start(state);
      for (;;) {
        const running = states.flatMap((state) => state.running ?? []);
        if (running.length === 0) return;
        await Promise.all(running);
      }
    },
  };
}

/** Until it wants to run; infinite where it waits for a wake. Where the clock was set back, nobody can tell, and it is asked. */
function delayMs({ running, nextRunAtMs, saidAtMs }: JobState, now: number): number {
  if (running !== null || nextRunAtMs === null) return Number.POSITIVE_INFINITY;
  return now < saidAtMs ? 0 : Math.max(0, nextRunAtMs - now);
}
