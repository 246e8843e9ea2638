/** What goes into a file of settings, read as every page may. */
import type { Backup } from '../../lib/settings/backup.ts';
import { readAllRules, readAllSettings } from './all-settings.ts';
import { readAccounts, readShortlistOf } from './page-data.ts';

/** Everything but the keys. */
export async function readBackupContent(): Promise<Omit<Backup, 'keys'>> {
  const [{ list }, settings, rules] = await Promise.all([readAccounts(), readAllSettings(), readAllRules()]);
  const accounts = list.map(async ({ id, baseUrl, email, nickname, publicUrl }) => {
    const { default: chosen, pinned } = await readShortlistOf(id);
    return { id, address: baseUrl, email, nickname, publicAddress: publicUrl, default: chosen, pinned };
  });
  return {
    settings,
    accounts: await Promise.all(accounts),
    storage: { rules },
  };
}
