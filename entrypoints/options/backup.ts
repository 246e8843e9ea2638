/** What goes into a file of settings, read as every page may. */
import { browser } from 'wxt/browser';
import type { BackupProps } from '../../components/settings/Backup.tsx';
import { toHostPattern } from '../../lib/accounts/account.ts';
import { exportedKeys } from '../../lib/settings/backup.ts';
import { readAllSettings } from '../page/settings.ts';
import { readAccounts, readShortlistOf } from '../page/stored.ts';

export const backup: Omit<BackupProps, 'onImported'> = {
  async readBackupContent() {
    const [{ list }, settings] = await Promise.all([readAccounts(), readAllSettings()]);
    const accounts = list.map(async ({ id, baseUrl, email, nickname }) => {
      const { default: chosen, pinned } = await readShortlistOf(id);
      return { id, address: baseUrl, email, nickname, default: chosen, pinned };
    });
    return {
      settings,
      accounts: await Promise.all(accounts),
      storage: await browser.storage.local.get([...exportedKeys]),
    };
  },
  requestHosts: (addresses) => browser.permissions.request({ origins: addresses.map(toHostPattern) }),
};
