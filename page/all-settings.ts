/** Settings and rules. The popup doesn't need them for its first paint. */
import { browser } from 'wxt/browser';
import { createRulesStore, type Rule } from '../lib/links/rules.ts';
import type { Backup } from '../lib/settings/backup.ts';
import { createSettingsStore, type Settings } from '../lib/settings/settings.ts';
import { useStored } from './hooks.ts';
import { readAccounts, readShortlistOf } from './page-data.ts';

const { local } = browser.storage;

export const readAllSettings = (): Promise<Settings> => createSettingsStore(local).get();

const readAllRules = (): Promise<readonly Rule[]> => createRulesStore(local).get();

/** Null until first read. */
export const useSettings = () => useStored(readAllSettings, 'settings');
export const useRules = () => useStored(readAllRules, 'rules');

/** Without the keys. */
export async function readBackupContent(): Promise<Omit<Backup, 'keys'>> {
  const [{ list }, settings, rules] = await Promise.all([readAccounts(), readAllSettings(), readAllRules()]);
  const accounts = list.map(
    async ({ id, baseUrl, dialect, email, nickname, publicUrl, deletesAfterDays }) => {
      const { default: chosen, pinned } = await readShortlistOf(id);
      const given = { dialect, email, nickname, publicAddress: publicUrl, deletesAfterDays };
      return { id, address: baseUrl, ...given, default: chosen, pinned };
    },
  );
  return { settings, accounts: await Promise.all(accounts), storage: { rules } };
}
