/** Counts what is stored; loaded on demand. */
import type { StoredFigures } from '../../components/settings/StoredData.tsx';
import { createCatalogDatabase } from '../../lib/catalog/storage/database.ts';
import { createUploadsDatabase } from '../../lib/uploads/storage/database.ts';
import { readAccounts } from '../page/stored.ts';

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
