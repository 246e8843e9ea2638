/**
 * Decides when the background works next, so that nothing runs while nothing is to do.
 *
 * Jobs say when they want to run again; the driver sleeps until the earliest. A short wait is a timer, because alarms
 * have a floor; but the worker may be ended before the timer fires, so an alarm always stands behind it.
 */

/** The shortest delay that browsers allow an alarm. Milliseconds. */
export const shortestAlarm = 30_000;

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
  /** Runs every job now, and again if poked meanwhile; resolves when all is asleep again. */
  poke(): Promise<void>;
}

export function createDriver(jobs: readonly Job[], ports: DriverPorts): Driver {
  const { clock, setTimer, clearTimer, setAlarm, onFault } = ports;
  let timer: unknown = null;
  let running: Promise<void> | null = null;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      if (timer !== null) clearTimer(timer as never);
      timer = null;
      const wishes = await Promise.all(jobs.map(runJob));
      await sleepUntil(earliest(wishes));
    } while (again);
  }

  async function runJob(job: Job): Promise<number | null> {
    try {
      return await job();
    } catch (fault) {
      onFault(fault);
      return clock() + shortestAlarm;
    }
  }

  async function sleepUntil(when: number | null): Promise<void> {
    if (when === null) return setAlarm(null);
    const delay = Math.max(0, when - clock());
    if (delay < shortestAlarm) timer = setTimer(() => void poke(), delay);
    await setAlarm(clock() + Math.max(delay, shortestAlarm));
  }

  function poke(): Promise<void> {
    again = true;
    // Started a turn later, so that a poke from within a job finds `running` in place.
    running ??= Promise.resolve()
      .then(run)
      .finally(() => {
        running = null;
        // A poke that came after the last look at `again` would be lost otherwise.
        return again ? poke() : undefined;
      });
    return running;
  }

  return { poke };
}

function earliest(wishes: readonly (number | null)[]): number | null {
  const times = wishes.filter((wish) => wish !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
