import type * as page from '../../../page/catalog.ts';
import { getPage, usePage } from '../page-state.ts';
import { addresses } from '../samples/files.ts';

export const useCatalog: typeof page.useCatalog = () => usePage('snapshot');
export const useTakedowns: typeof page.useTakedowns = () => usePage('takedowns');
export const getPreview: typeof page.getPreview = () => getPage().preview;
export const readAddresses: typeof page.readAddresses = addresses;

export const useLinkCheck: typeof page.useLinkCheck = () => usePage('linkCheck');
export const useJobs: typeof page.useJobs = () => usePage('jobs');
export const readJobs: typeof page.readJobs = async () => getPage().jobs;
export const readFailures: typeof page.readFailures = async () => getPage().failures;
