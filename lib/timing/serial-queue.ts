/** Serialises and coalesces asynchronous jobs. */

/** Runs jobs one after the other, each whether or not the one before succeeded. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const turn = last.then(job, job);
    last = turn;
    return turn;
  };
}

/**
 * Runs a job for each name, at most one at a time. Calls during a run share the result of one more run, so a result is never
 * older than its call.
 */
export function createCoalescedRunner<Rest extends unknown[], T>(
  job: (name: string, ...rest: Rest) => Promise<T>,
): (name: string, ...rest: Rest) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  function ask(name: string, ...rest: Rest): Promise<T> {
    const current = running.get(name);
    if (current === undefined) {
      const run = job(name, ...rest).finally(() => running.delete(name));
      running.set(name, run);
      return run;
    }
    const next = () => {
      waiting.delete(name);
      return ask(name, ...rest);
    };
    const behind = waiting.get(name) ?? current.then(next, next);
    waiting.set(name, behind);
    return behind;
  }
  return ask;
}
