/** Bulk work, as pages read it. */
import { openBulkDatabase } from '../../lib/bulk/database.ts';
import * as read from '../../lib/bulk/read.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';

const database = openBulkDatabase();

/** The account's jobs, oldest first; they change with the topic `bulk`. */
export const readJobs = async (accountId: string): Promise<readonly BulkJob[]> =>
  read.readJobs(await database, accountId, Date.now());

/** What of a job did not come out as asked so far. */
export const readFailures = async (jobId: string): Promise<readonly BulkFailure[]> =>
  read.readFailures(await database, jobId);
