/** Stores jobs for the background. Each method is one transaction. */
import { type BulkDatabase, createBulkDatabase, jobRange, readJob } from './database.ts';
import { isUndoable, type JobDetails, type StepDetails, type StoredJob } from './job.ts';
import type { Part, Plan } from './plan.ts';

/** One transaction's changes to a job. */
interface JobUpdate {
  readonly job: StoredJob;
  readonly marks?: Iterable<readonly [part: number, marks: string]>;
  /** By step number; null removes the note. */
  readonly notes?: Iterable<readonly [step: number, note: StepDetails | null]>;
  readonly extra?: JobDetails | undefined;
}

export interface BulkStore {
  /** Adds a job with its steps, and marks the job it undoes; null where that is gone or cannot be undone. */
  add(job: Omit<StoredJob, 'key'>, plan: Plan, extra: JobDetails, now: number): Promise<StoredJob | null>;
  get(key: number): Promise<StoredJob | undefined>;
  /** Oldest first. */
  list(): Promise<readonly StoredJob[]>;
  part(key: number, at: number): Promise<Part | undefined>;
  /** One string for each part. */
  marks(key: number): Promise<readonly string[]>;
  notes(key: number): Promise<Map<number, StepDetails>>;
  extra(key: number): Promise<JobDetails>;
  /** Writes what `step` returns for the stored job; undefined where the job is gone. `step` must be synchronous. */
  write(key: number, step: (job: StoredJob) => JobUpdate): Promise<StoredJob | undefined>;
  remove(keys: readonly number[]): Promise<void>;
}

const allStores = ['jobs', 'parts', 'marks', 'notes', 'extras'] as const;

export function createBulkStore(database: BulkDatabase = createBulkDatabase()): BulkStore {
  const { use } = database;
  return {
    add: (job, { parts, marks }, extra, now) =>
      use(async (db) => {
        const tx = db.transaction(allStores, 'readwrite');
        const jobs = tx.objectStore('jobs');
        const { undoes } = job;
        if (undoes !== null) {
          const source = readJob(await jobs.get(undoes));
          if (source === undefined || !isUndoable(source, now)) return null;
          await jobs.put({ ...source, undone: true });
        }
        const key = await jobs.add(job);
        await Promise.all([
          ...parts.map((part, at) => tx.objectStore('parts').add(part, [key, at])),
          ...marks.map((text, at) => tx.objectStore('marks').add(text, [key, at])),
          tx.objectStore('extras').add(extra, key),
          tx.done,
        ]);
        return { ...job, key };
      }),

    get: async (key) => readJob(await use((db) => db.get('jobs', key))),
    list: async () => (await use((db) => db.getAll('jobs'))).flatMap((job) => readJob(job) ?? []),
    part: (key, at) => use((db) => db.get('parts', [key, at])),
    marks: (key) => use((db) => db.getAll('marks', jobRange(key))),
    notes: (key) =>
      use(async (db) => {
        const { store } = db.transaction('notes');
        const [keys, notes] = await Promise.all([
          store.getAllKeys(jobRange(key)),
          store.getAll(jobRange(key)),
        ]);
        return new Map(notes.map((note, at) => [keys[at]?.[1] ?? -1, note]));
      }),
    extra: async (key) => (await use((db) => db.get('extras', key))) ?? {},

    write: (key, step) =>
      use(async (db) => {
        const tx = db.transaction(allStores, 'readwrite');
        const stored = readJob(await tx.objectStore('jobs').get(key));
        if (stored === undefined) return undefined;
        const { job, marks = [], notes = [], extra } = step(stored);
        const noteStore = tx.objectStore('notes');
        const writes: Promise<unknown>[] = [tx.objectStore('jobs').put(job), tx.done];
        for (const [at, text] of marks) writes.push(tx.objectStore('marks').put(text, [key, at]));
        for (const [at, note] of notes) {
          writes.push(note === null ? noteStore.delete([key, at]) : noteStore.put(note, [key, at]));
        }
        if (extra !== undefined) writes.push(tx.objectStore('extras').put(extra, key));
        await Promise.all(writes);
        return job;
      }),

    remove: (keys) =>
      use(async (db) => {
        const tx = db.transaction(allStores, 'readwrite');
        const removals = keys.flatMap((key) => [
          tx.objectStore('jobs').delete(key),
          tx.objectStore('extras').delete(key),
          ...(['parts', 'marks', 'notes'] as const).map((name) => tx.objectStore(name).delete(jobRange(key))),
        ]);
        await Promise.all([...removals, tx.done]);
      }),
  };
}
