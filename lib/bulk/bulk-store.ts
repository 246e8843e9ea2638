/** Stores jobs for the background. Each method is one transaction. */
import { createBulkDatabase, jobRange, readJob } from './bulk-database.ts';
import { isUndoable, type JobDetails, type NewJob, type StoredJob, type StoredStep } from './job.ts';

interface JobUpdate {
  readonly job: StoredJob;
  readonly steps?: Iterable<readonly [number: number, step: StoredStep]>;
  readonly extra?: JobDetails | undefined;
}

const sliceSize = 500;

const allStores = ['jobs', 'steps', 'extras'] as const;

export type BulkStore = ReturnType<typeof createBulkStore>;

export function createBulkStore({ use } = createBulkDatabase()) {
  return {
    /** Adds a job with its steps, and marks the job it undoes. Null if that job is gone or can't be undone. */
    add: (given: NewJob, steps: readonly StoredStep[], extra: JobDetails, now: number) =>
      use(async (db): Promise<StoredJob | null> => {
        const tx = db.transaction(allStores, 'readwrite');
        const jobs = tx.objectStore('jobs');
        const { undoes } = given;
        if (undoes !== null) {
          const source = readJob(await jobs.get(undoes));
          if (source === undefined || !isUndoable(source, now)) return null;
          await jobs.put({ ...source, isUndone: true });
        }
        const job = { ...given, total: steps.length };
        const key = await jobs.add(job);
        // In slices, between which other work of the thread continues.
        for (let at = 0; at < steps.length; at += sliceSize)
          await Promise.all(
            steps
              .slice(at, at + sliceSize)
              .map((step, index) => tx.objectStore('steps').add(step, [key, at + index])),
          );
        await Promise.all([tx.objectStore('extras').add(extra, key), tx.done]);
        return { ...job, key };
      }),

    get: async (key: number) => readJob(await use((db) => db.get('jobs', key))),
    /** Oldest first. */
    list: async (): Promise<readonly StoredJob[]> =>
      (await use((db) => db.getAll('jobs'))).flatMap((job) => readJob(job) ?? []),
    steps: (key: number): Promise<readonly StoredStep[]> => use((db) => db.getAll('steps', jobRange(key))),
    extra: async (key: number): Promise<JobDetails> => (await use((db) => db.get('extras', key))) ?? {},

    /** Writes what `step` returns for the stored job. Undefined if the job is gone. `step` must be synchronous. */
    write: (key: number, step: (job: StoredJob) => JobUpdate) =>
      use(async (db) => {
        const tx = db.transaction(allStores, 'readwrite');
        const stored = readJob(await tx.objectStore('jobs').get(key));
        if (stored === undefined) return undefined;
        const { job, steps = [], extra } = step(stored);
        const writes: Promise<unknown>[] = [tx.objectStore('jobs').put(job), tx.done];
        for (const [number, each] of steps) writes.push(tx.objectStore('steps').put(each, [key, number]));
        if (extra !== undefined) writes.push(tx.objectStore('extras').put(extra, key));
        await Promise.all(writes);
        return job;
      }),

    remove: (keys: readonly number[]) =>
      use(async (db) => {
        const tx = db.transaction(allStores, 'readwrite');
        const removals = keys.flatMap((key) => [
          tx.objectStore('jobs').delete(key),
          tx.objectStore('extras').delete(key),
          tx.objectStore('steps').delete(jobRange(key)),
        ]);
        await Promise.all([...removals, tx.done]);
      }),
  };
}
