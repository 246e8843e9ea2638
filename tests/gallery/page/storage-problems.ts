import type * as page from '../../../page/storage-problems.ts';
import { usePage } from '../page-state.ts';

export const useCatalogProblem: typeof page.useCatalogProblem = () => usePage('catalogProblem');
export const useStorageProblems: typeof page.useStorageProblems = () => usePage('storageProblems');
