/** What pages see of an account's jobs. */
import type { BulkDatabase } from './database.ts';
import { ofJob } from './database.ts';
import { type StoredJob, shownJob } from './job.ts';
import type { BulkFailure, BulkJob } from './work.ts';

/** Oldest first. @param now milliseconds since the epoch */
export async function readJobs(
  db: BulkDatabase,
  accountId: string,
  now: number,
): Promise<readonly BulkJob[]> {
  const jobs = (await db.getAll('jobs')) as StoredJob[];
  return jobs.filter((job) => job.accountId === accountId).map((job) => shownJob(job, now));
}

/** What did not come out as asked so far, in the job's order. */
export async function readFailures(db: BulkDatabase, id: string): Promise<readonly BulkFailure[]> {
  const notes = await db.getAll('notes', ofJob(Number(id)));
  return notes.flatMap(({ fileCode, title, code, msg, at, left }) => {
    // What is still being looked into has not failed yet.
    if (code === null || at !== null) return [];
    return [{ fileCode, title, code, msg: code === 'otherwise' ? left : msg }];
  });
}
