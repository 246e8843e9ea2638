import { hasShape, listOf } from '../storage/shape.ts';
import type { EpochMs } from '../timing/units.ts';
import { type BulkDatabase, jobRange, readJob } from './bulk-database.ts';
import { toBulkJob } from './job.ts';
import type { LinkCheck } from './link-check/checked-link.ts';
import type { BulkFailure, BulkJob } from './work.ts';

/** Oldest first. */
export async function readJobs(
  database: BulkDatabase,
  accountId: string,
  nowMs: EpochMs,
): Promise<readonly BulkJob[]> {
  const jobs = await database.use((db) => db.getAll('jobs'));
  return jobs.flatMap((record) => {
    const job = readJob(record);
    return job?.accountId === accountId ? toBulkJob(job, nowMs) : [];
  });
}

/** In the order of the steps. */
export async function readFailures(database: BulkDatabase, id: string): Promise<readonly BulkFailure[]> {
  const steps = await database.use((db) => db.getAll('steps', jobRange(Number(id))));
  return steps.flatMap(({ fileCode, title, note }) => {
    // With a time, it is still being settled.
    if (note === undefined || note.code === null || note.conclusiveAtMs !== null) return [];
    const { code, msg, left } = note;
    return [{ fileCode, title, code, msg: code === 'mismatch' ? left : msg }];
  });
}

export function readCheck({ use }: Pick<BulkDatabase, 'use'>): Promise<LinkCheck | null> {
  return use(async (db) => {
    const tx = db.transaction(['checks', 'checkParts']);
    const [head, parts] = await Promise.all([
      tx.objectStore('checks').get('last'),
      tx.objectStore('checkParts').getAll(),
      tx.done,
    ]);
    return hasShape(head, { startedAtMs: Number, isStopped: Boolean, accountIds: listOf(String) })
      ? { ...head, links: parts.flat() }
      : null;
  });
}
