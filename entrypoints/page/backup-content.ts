/** What goes into a file of settings, read as every page may. */
import { browser } from 'wxt/browser';
import { type Backup, exportedKeys } from '../../lib/settings/backup.ts';
import { readAllSettings } from './all-settings.ts';
import { readAccounts, readShortlistOf } from './page-data.ts';

/** Everything but the keys. */
export async function readBackupContent(): Promise<Omit<Backup, 'keys'>> {
  const [{ list }, settings] = await Promise.all([readAccounts(), readAllSettings()]);
  const accounts = list.map(async ({ id, baseUrl, email, nickname, publicUrl }) => {
    const { default: chosen, pinned } = await readShortlistOf(id);
    return { id, address: baseUrl, email, nickname, publicAddress: publicUrl, default: chosen, pinned };
  });
  return {
    settings,
    accounts: await Promise.all(accounts),
    storage: await browser.storage.local.get([...exportedKeys]),
  };
}
