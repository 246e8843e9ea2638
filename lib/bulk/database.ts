/** The database of jobs, `linkhaul-bulk`: what stands in it. The background writes it (`store.ts`), pages read it (`read.ts`). */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../storage/database.ts';
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

export type BulkDatabase = IDBPDatabase<Schema>;

export function openBulkDatabase(name = 'linkhaul-bulk'): Promise<BulkDatabase> {
  return openDatabase<Schema>(name, 1, migrate);
}

function migrate(db: BulkDatabase, from: number): void {
  switch (from) {
    case 0: {
      db.createObjectStore('jobs', { keyPath: 'key', autoIncrement: true });
      for (const name of ['parts', 'marks', 'notes', 'extras'] as const) db.createObjectStore(name);
    }
  }
}

/** Everything of one job in one of the stores of places. */
export function ofJob(key: number): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}
