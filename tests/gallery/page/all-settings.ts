import type * as page from '../../../entrypoints/page/all-settings.ts';
import { usePage } from '../page-state.ts';

export const useSettings: typeof page.useSettings = () => usePage('settings');
export const useRules: typeof page.useRules = () => usePage('rules');
