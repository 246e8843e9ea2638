/** The database `linkhaul-bulk`. The background writes it (`bulk-store.ts`, `check-store.ts`), pages read it (`read-jobs.ts`). */
import type { DBSchema } from 'idb';
import { createDatabase, type Database } from '../storage/database.ts';
import { hasShape } from '../storage/shape.ts';
import type { DatabaseName } from '../storage/stored-data.ts';
import type { JobDetails, StoredJob, StoredStep } from './job.ts';
import type { CheckedLink, LinkCheck } from './link-check/checked-link.ts';

interface Schema extends DBSchema {
  jobs: { key: number; value: StoredJob | Omit<StoredJob, 'key'> };
  steps: { key: [jobKey: number, index: number]; value: StoredStep };
  extras: { key: number; value: JobDetails };
  /** The last link check, without its links. */
  checks: { key: 'last'; value: Omit<LinkCheck, 'links'> };
  /** Its links, in parts. */
  checkParts: { key: number; value: readonly CheckedLink[] };
}

export type BulkDatabase = Database<Schema>;

export function createBulkDatabase(name: DatabaseName = 'linkhaul-bulk'): BulkDatabase {
  return createDatabase<Schema>(name, [
    (db) => {
      db.createObjectStore('jobs', { keyPath: 'key', autoIncrement: true });
      for (const store of ['steps', 'extras', 'checks', 'checkParts'] as const) db.createObjectStore(store);
    },
  ]);
}

/** Undefined if it is damaged. */
export function readJob(record: Schema['jobs']['value'] | undefined): StoredJob | undefined {
  const isIntact = hasShape(record, { accountId: String, kind: String, state: String, total: Number });
  return isIntact ? (record as StoredJob) : undefined;
}

export function jobRange(key: number): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}
