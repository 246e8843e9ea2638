import type * as page from '../../../entrypoints/page/backup-content.ts';
import { defaults } from '../../../lib/settings/settings.ts';

export const readBackupContent: typeof page.readBackupContent = async () => ({
  settings: defaults,
  accounts: [],
  storage: {},
});
