/** Serialises and coalesces asynchronous jobs. */

/** Runs jobs one after the other, whether or not the previous one succeeded. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const turn = last.then(job, job);
    last = turn;
    return turn;
  };
}

/** One queue for each name, so that a slow job doesn't block other names. */
export function createSerialQueues(): <T>(name: string, job: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, ReturnType<typeof createSerialQueue>>();
  return (name, job) => {
    const enqueue = queues.get(name) ?? createSerialQueue();
    queues.set(name, enqueue);
    return enqueue(job);
  };
}

/** Runs one job at a time for each name, its first argument. Calls during a run share one more run, so no result is older than its call. */
export function createCoalescedRunner<Args extends [name?: string, ...unknown[]], T>(
  job: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const running = new Map<string | undefined, Promise<T>>();
  const queued = new Map<string | undefined, Promise<T>>();

  function ask(...args: Args): Promise<T> {
    const [name] = args;
    const current = running.get(name);
    if (current === undefined) {
      const run = job(...args).finally(() => running.delete(name));
      running.set(name, run);
      return run;
    }
    const next = () => {
      queued.delete(name);
      return ask(...args);
    };
    const behind = queued.get(name) ?? current.then(next, next);
    queued.set(name, behind);
    return behind;
  }
  return ask;
}
