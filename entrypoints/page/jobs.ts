/** Work on many files of an account, kept up to date while it is shown. */
import { useCallback } from 'preact/hooks';
import type { BulkJob } from '../../lib/bulk/work.ts';
import { readJobs } from './bulk.ts';
import { useStored } from './hooks.ts';

const noJobs: readonly BulkJob[] = [];

export function useJobs(accountId: string): readonly BulkJob[] {
  const read = useCallback(() => readJobs(accountId), [accountId]);
  return useStored(read, 'bulk') ?? noJobs;
}
