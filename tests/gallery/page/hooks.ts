import type * as page from '../../../page/hooks.ts';
import { usePage } from '../page-state.ts';

export const useOnline: typeof page.useOnline = () => usePage('isOnline');
export const useIsPrivate: typeof page.useIsPrivate = () => usePage('isPrivate');
export const areTabsPrivate: typeof page.areTabsPrivate = false;
