import type * as page from '../../../entrypoints/page/page-data.ts';
import { usePage } from '../page-state.ts';

export const useAccounts: typeof page.useAccounts = () => usePage('accounts');
export const useUploads: typeof page.useUploads = () => usePage('uploads');
export const useActivity: typeof page.useActivity = () => usePage('activity');
export const useShortlist: typeof page.useShortlist = () => usePage('shortlist');

export const useShortlistOf: typeof page.useShortlistOf = (accountId) => {
  const shortlist = usePage('shortlist');
  return usePage('otherShortlists')[accountId ?? ''] ?? shortlist;
};
export const useUploadsOf: typeof page.useUploadsOf = () => usePage('uploads');
