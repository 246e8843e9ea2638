/** Counts what is stored; loaded on demand. */
import { browser } from 'wxt/browser';
import { createCatalogDatabase } from '../../lib/catalog/storage/catalog-database.ts';
import { debugLogKey, readDebugLog, writeProblemReport } from '../../lib/settings/problem-report.ts';
import { createUploadsDatabase } from '../../lib/uploads/storage/uploads-database.ts';
import { readAllSettings } from './all-settings.ts';
import { readAccounts } from './page-data.ts';

/** Null where the browser does not say. */
export interface StoredFigures {
  /** Bytes of all of it, as the browser estimates. */
  readonly usedBytes: number | null;
  readonly uploads: number;
  readonly events: number;
  readonly files: number;
  readonly accounts: number;
}

export async function readFigures(): Promise<StoredFigures> {
  const [uploadsDatabase, catalogDatabase] = [createUploadsDatabase(), createCatalogDatabase()];
  try {
    const [{ usage }, { list }, [uploads, events], accounts] = await Promise.all([
      navigator.storage.estimate(),
      readAccounts(),
      uploadsDatabase.use((db) => Promise.all([db.count('uploads'), db.count('events')])),
      catalogDatabase.use((db) => db.getAll('accounts')),
    ]);
    const files = accounts.reduce((sum, account) => sum + (account.files || 0), 0);
    return { usedBytes: usage ?? null, uploads, events, files, accounts: list.length };
  } finally {
    uploadsDatabase.close();
    catalogDatabase.close();
  }
}

/** Gathers what goes into a problem report. */
export async function readProblemReport(): Promise<string> {
  const [settings, { [debugLogKey]: lines }, figures] = await Promise.all([
    readAllSettings(),
    browser.storage.session.get(debugLogKey),
    // A broken database is a problem to report, not a reason for no report.
    readFigures().catch(() => null),
  ]);
  return writeProblemReport({
    version: browser.runtime.getManifest().version,
    browser: navigator.userAgent,
    language: navigator.language,
    settings,
    figures,
    log: readDebugLog(lines),
  });
}
