import type * as page from '../../../entrypoints/page/backup.ts';
import { defaults } from '../../../lib/settings/settings.ts';

export const readBackupContent: typeof page.readBackupContent = async () => ({
  settings: defaults,
  accounts: [],
  storage: {},
});
