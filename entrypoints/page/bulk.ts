/** Bulk work, as pages read it. */
import { createBulkDatabase } from '../../lib/bulk/database.ts';
import * as read from '../../lib/bulk/read.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';
import { reportProblems } from './problems.ts';

const database = reportProblems(createBulkDatabase());

/** The account's jobs, oldest first; they change with the topic `bulk`. */
export const readJobs = (accountId: string): Promise<readonly BulkJob[]> =>
  read.readJobs(database, accountId, Date.now());

/** What of a job did not come out as asked so far. */
export const readFailures = (jobId: string): Promise<readonly BulkFailure[]> =>
  read.readFailures(database, jobId);
