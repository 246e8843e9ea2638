/** The database of jobs, `linkhaul-bulk`: what stands in it. The background writes it (`store.ts`), pages read it (`read.ts`). */
import type { DBSchema } from 'idb';
import { createDatabase, type Database } from '../storage/database.ts';
import type { Extra, Note, StoredJob } from './job.ts';
import type { Part } from './plan.ts';

/** A job's key and a number within it: of a part, or of a step. */
type Place = [key: number, at: number];

interface Schema extends DBSchema {
  jobs: { key: number; value: StoredJob | Omit<StoredJob, 'key'> };
  /** What is to be done: written once. */
  parts: { key: Place; value: Part };
  /** How far it has come: small, and written time and again. */
  marks: { key: Place; value: string };
  notes: { key: Place; value: Note };
  extras: { key: number; value: Extra };
}

export type BulkDatabase = Database<Schema>;

export function createBulkDatabase(name = 'linkhaul-bulk'): BulkDatabase {
  return createDatabase<Schema>(name, [
    (db) => {
      db.createObjectStore('jobs', { keyPath: 'key', autoIncrement: true });
      for (const store of ['parts', 'marks', 'notes', 'extras'] as const) db.createObjectStore(store);
    },
  ]);
}

/** A job as it was read; undefined where it is damaged. */
export function readJob(record: Schema['jobs']['value'] | undefined): StoredJob | undefined {
  const job = record as StoredJob | undefined;
  const isIntact = [job?.accountId, job?.kind, job?.state].every((text) => typeof text === 'string');
  return isIntact && Number.isFinite(job?.total) ? job : undefined;
}

/** Everything of one job in one of the stores of places. */
export function ofJob(key: number): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}
