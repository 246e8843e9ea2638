import { defaults } from '../../../lib/settings/settings.ts';
import type * as page from '../../../page/all-settings.ts';
import { usePage } from '../page-state.ts';

export const useSettings: typeof page.useSettings = () => usePage('settings');
export const useRules: typeof page.useRules = () => usePage('rules');

export const readBackupContent: typeof page.readBackupContent = async () => ({
  settings: defaults,
  accounts: [],
  storage: {},
});
