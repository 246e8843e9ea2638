/** What pages see of an account's jobs. */
import { type BulkDatabase, ofJob, readJob } from './database.ts';
import { shownJob } from './job.ts';
import type { BulkFailure, BulkJob } from './work.ts';

/** Oldest first. @param now milliseconds since the epoch */
export async function readJobs(
  database: BulkDatabase,
  accountId: string,
  now: number,
): Promise<readonly BulkJob[]> {
  const jobs = await database.use((db) => db.getAll('jobs'));
  return jobs.flatMap((record) => {
    const job = readJob(record);
    return job?.accountId === accountId ? shownJob(job, now) : [];
  });
}

/** What did not come out as asked so far, in the job's order. */
export async function readFailures(database: BulkDatabase, id: string): Promise<readonly BulkFailure[]> {
  const notes = await database.use((db) => db.getAll('notes', ofJob(Number(id))));
  return notes.flatMap(({ fileCode, title, code, msg, at, left }) => {
    // What is still being looked into has not failed yet.
    if (code === null || at !== null) return [];
    return [{ fileCode, title, code, msg: code === 'otherwise' ? left : msg }];
  });
}
