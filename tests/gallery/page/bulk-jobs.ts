import type * as page from '../../../entrypoints/page/bulk-jobs.ts';
import { getPage, usePage } from '../page-state.ts';

export const useJobs: typeof page.useJobs = () => usePage('jobs');
export const readFailures: typeof page.readFailures = async () => getPage().failures;
