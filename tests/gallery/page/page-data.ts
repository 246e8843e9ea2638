import { emptyShortlist } from '../../../lib/folders/folder.ts';
import type * as page from '../../../page/page-data.ts';
import { usePage } from '../page-state.ts';
import { account } from '../samples/sample.ts';

export const useAccounts: typeof page.useAccounts = () => usePage('accounts');
export const useUploads: typeof page.useUploads = () => usePage('uploads');
export const useActivity: typeof page.useActivity = () => usePage('activity');
export const useShortlist: typeof page.useShortlist = () => usePage('shortlist') ?? emptyShortlist;
export const readUploadsOf: typeof page.readUploadsOf = async () => account([]);
export const showMoreUploads: typeof page.showMoreUploads = () => {};
export const readShortlistOf: typeof page.readShortlistOf = async () => emptyShortlist;
