/** Bulk work, as pages read it. */
import { useCallback } from 'preact/hooks';
import { createBulkDatabase } from '../../lib/bulk/bulk-database.ts';
import * as read from '../../lib/bulk/read-jobs.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';
import { useStored } from './hooks.ts';
import { reportProblems } from './storage-problems.ts';

const database = reportProblems(createBulkDatabase());

/** What of a job did not come out as asked so far. */
export const readFailures = (jobId: string): Promise<readonly BulkFailure[]> =>
  read.readFailures(database, jobId);

const noJobs: readonly BulkJob[] = [];

/** The account's jobs, oldest first, kept up to date while they are shown. */
export function useJobs(accountId: string): readonly BulkJob[] {
  const readJobs = useCallback(() => read.readJobs(database, accountId, Date.now()), [accountId]);
  return useStored(readJobs, 'bulk') ?? noJobs;
}
