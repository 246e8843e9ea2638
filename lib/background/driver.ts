/**
 * Decides when the background works next, so that nothing runs while nothing is to do.
 *
 * Jobs say when they want to run again; the driver sleeps until the earliest. Each job is on its own: one that takes
 * minutes (a thousand links going out) keeps no other from its time. A short wait is a timer, because alarms have a
 * floor; but the worker may be ended before the timer fires, or in the middle of a job, so an alarm always stands
 * behind both.
 */

/** The shortest delay that browsers allow an alarm. Milliseconds. */
export const shortestAlarm = 30_000;

const second = 1_000;

/** Does what is due and says when it wants to run again: milliseconds since the epoch, or null for "when poked". */
export type Job = () => Promise<number | null>;

export interface DriverPorts {
  readonly clock: () => number;
  readonly setTimer: (callback: () => void, delay: number) => unknown;
  readonly clearTimer: (timer: never) => void;
  /** Replaces the one alarm; null takes it away. */
  readonly setAlarm: (when: number | null) => Promise<void>;
  /** A job that failed is a fault of ours: it is told, and tried again after a while. */
  readonly onFault: (fault: unknown) => void;
}

export interface Driver {
  /** Runs every job now, those that are at work once more after that; resolves when all is asleep again. */
  poke(): Promise<void>;
}

/** A job at work or asleep. */
interface Work {
  readonly job: Job;
  /** Null while it sleeps. */
  running: Promise<void> | null;
  /** Poked while it was running. */
  again: boolean;
  /** What it said last, and when. */
  wish: number | null;
  since: number;
}

export function createDriver(jobs: readonly Job[], ports: DriverPorts): Driver {
  const { clock, setTimer, clearTimer, setAlarm, onFault } = ports;
  const works: readonly Work[] = jobs.map((job) => ({
    ...{ job, running: null, again: false, wish: null, since: 0 },
  }));
  let timer: unknown = null;
  /** When the alarm goes off, as far as this life of the worker knows. */
  let alarmAt: number | null = null;

  function start(work: Work): void {
    work.again = true;
    standBy().catch(onFault);
    // Started a turn later, so that a poke from within a job finds `running` in place.
    work.running ??= Promise.resolve().then(() => runUntilQuiet(work));
  }

  async function runUntilQuiet(work: Work): Promise<void> {
    while (work.again) {
      work.again = false;
      work.wish = await runJob(work.job);
      work.since = clock();
    }
    // In the same turn as the last look at `again`, so that no poke is lost in between.
    work.running = null;
    await schedule().catch(onFault);
  }

  async function runJob(job: Job): Promise<number | null> {
    try {
      return await job();
    } catch (fault) {
      onFault(fault);
      return clock() + shortestAlarm;
    }
  }

  /** An alarm within reach, should the worker be ended while a job runs. */
  async function standBy(): Promise<void> {
    const now = clock();
    const isNear = alarmAt !== null && alarmAt > now + second && alarmAt <= now + shortestAlarm;
    if (!isNear) await armAlarm(now + shortestAlarm);
  }

  function armAlarm(when: number | null): Promise<void> {
    alarmAt = when;
    return setAlarm(when);
  }

  /** Timer and alarm for what sleeps; while others run, the alarm stands behind them. */
  async function schedule(): Promise<void> {
    if (timer !== null) clearTimer(timer as never);
    timer = null;
    const now = clock();
    const when = earliest(works.map((work) => (isDue(work, now) ? now : work.running ? null : work.wish)));
    const delay = when === null ? null : Math.max(0, when - now);
    if (delay !== null && delay < shortestAlarm) timer = setTimer(startDue, delay);
    if (works.some(({ running }) => running !== null)) await standBy();
    else await armAlarm(delay === null ? null : now + Math.max(delay, shortestAlarm));
  }

  function startDue(): void {
    const now = clock();
    const due = works.filter((work) => isDue(work, now));
    for (const work of due) start(work);
    if (due.length === 0) schedule().catch(onFault);
  }

  async function poke(): Promise<void> {
    for (const work of works) start(work);
    for (;;) {
      const running = works.flatMap((work) => work.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  return { poke };
}

/** Whether it wants to run now; where the clock was set back, nobody can tell, and it is asked. */
function isDue({ running, wish, since }: Work, now: number): boolean {
  return running === null && wish !== null && (wish <= now || now < since);
}

function earliest(wishes: readonly (number | null)[]): number | null {
  const times = wishes.filter((wish) => wish !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
