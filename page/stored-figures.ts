/** Loaded on demand. */
import { browser } from 'wxt/browser';
import { createActivityDatabase } from '../lib/activity/activity-database.ts';
import { createCatalogDatabase } from '../lib/catalog/storage/catalog-database.ts';
import { createDebugLogStore } from '../lib/settings/debug-log-store.ts';
import { countPacked } from '../lib/uploads/storage/packs.ts';
import { createUploadsDatabase } from '../lib/uploads/storage/uploads-database.ts';
import { readAllSettings } from './all-settings.ts';
import { readAccounts } from './page-data.ts';

export interface StoredFigures {
  /** The browser's estimate for everything. Null if unknown. */
  readonly usedBytes: number | null;
  readonly uploads: number;
  readonly events: number;
  readonly files: number;
  readonly accounts: number;
}

export async function readFigures(): Promise<StoredFigures> {
  const uploadsDatabase = createUploadsDatabase();
  const activityDatabase = createActivityDatabase();
  const catalogDatabase = createCatalogDatabase();
  try {
    const [{ usage }, { list }, uploads, events, accounts] = await Promise.all([
      navigator.storage.estimate(),
      readAccounts(),
      uploadsDatabase.use(
        async (db) => (await db.count('uploads')) + countPacked(await db.getAllKeys('packs')),
      ),
      activityDatabase.use((db) => db.count('entries')),
      catalogDatabase.use((db) => db.getAll('accounts')),
    ]);
    const files = accounts.reduce((sum, account) => sum + (account.files || 0), 0);
    return { usedBytes: usage ?? null, uploads, events, files, accounts: list.length };
  } finally {
    uploadsDatabase.close();
    activityDatabase.close();
    catalogDatabase.close();
  }
}

/** For a file that the user can save. Contains no key, account or link. */
export async function readProblemReport(): Promise<string> {
  const [settings, figures, log] = await Promise.all([
    readAllSettings(),
    // A broken database belongs in the report and must not prevent it.
    readFigures().catch(() => null),
    createDebugLogStore(browser.storage.session).get(),
  ]);
  const { version } = browser.runtime.getManifest();
  const { userAgent, language } = navigator;
  return `${JSON.stringify({ version, browser: userAgent, language, settings, figures, log }, null, 2)}\n`;
}
