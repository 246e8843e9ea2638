import { emptyShortlist } from '../../../lib/folders/folder.ts';
import type * as page from '../../../page/page-data.ts';
import { usePage } from '../page-state.ts';

export const useAccounts: typeof page.useAccounts = () => usePage('accounts');
export const useUploads: typeof page.useUploads = () => usePage('uploads');
export const useActivity: typeof page.useActivity = () => usePage('activity');
export const useShortlist: typeof page.useShortlist = () => usePage('shortlist') ?? emptyShortlist;
export const readShortlistOf: typeof page.readShortlistOf = async () => emptyShortlist;
