/** Loaded only if an upload needs it. */
import { browser } from 'wxt/browser';
import { createAccountsStore } from '../lib/accounts/accounts-store.ts';
import { createCatalogDatabase, readFolders, readRecords } from '../lib/catalog/storage/catalog-database.ts';
import '../lib/links/readable-host.ts';
import type { Database } from '../lib/storage/database.ts';
import { readCopies } from '../lib/uploads/read-copies.ts';
import type { UploadsView } from '../lib/uploads/read-uploads.ts';
import type { UploadsSchema } from '../lib/uploads/storage/uploads-database.ts';
import type { Upload } from '../lib/uploads/upload.ts';
import type { AccountUploads, CreateArrange } from '../lib/uploads/upload-items.ts';
import { send } from './send.ts';

const { local, session } = browser.storage;
const catalog = createCatalogDatabase();

/**
 * Leaves out uploads of closed private windows. Adds folder names (transfers only have ids) and encoding progress, groups the copies of a
 * link, and loads the code that displays hosts.
 */
export async function completeUploads(
  accountId: string,
  view: UploadsView,
  database: Database<UploadsSchema>,
  loadArrange?: () => Promise<{ readonly createArrange: CreateArrange }>,
): Promise<UploadsView & Pick<AccountUploads, 'arrange'>> {
  const [module, copies, { list: accounts }] = await Promise.all([
    loadArrange?.(),
    readCopies({ database, local, session }, view),
    createAccountsStore(local).get(),
  ]);
  const all = [...view.uploads, ...copies];
  const open = new Set(all.some((upload) => upload.private) ? await withoutClosedWindows(all) : all);
  // Folders then stay without names. Pages that show the catalog report the problem.
  const lists = await catalog
    .use((db) => readRecords(db.transaction('folderLists').store, accountId))
    .catch(() => []);
  const names = new Map(readFolders(lists).map(({ id, name }) => [id, name]));
  const uploads = view.uploads
    .filter((upload) => open.has(upload))
    .map((upload) => {
      const { id, name } = upload.folder;
      return name === '' && upload.accountId === accountId
        ? { ...upload, folder: { id, name: names.get(id) ?? '' } }
        : upload;
    });
  const shownCopies = copies.filter((upload) => open.has(upload));
  const arrange = module?.createArrange({ ...view, accountId }, shownCopies, accounts);
  return { ...view, uploads, arrange };
}

const closeMs = 500;
let isWatching = false;

/** Shown until the last private window is closed. */
async function withoutClosedWindows(all: readonly Upload[]): Promise<readonly Upload[]> {
  if (!isWatching) {
    isWatching = true;
    // Not in the background, which every closed window would wake.
    browser.windows?.onRemoved.addListener(() => void setTimeout(forgetClosed, closeMs));
    void forgetClosed();
  }
  return (await areAllClosed()) ? all.filter((upload) => !upload.private) : all;
}

// Firefox for Android has no windows.
async function areAllClosed(): Promise<boolean> {
  const windows = await browser.windows?.getAll();
  return windows?.every(({ incognito }) => !incognito) ?? false;
}

// If this fails, the next closed window tries again.
const forgetClosed = () =>
  areAllClosed()
    .then((areAll) => areAll && send('uploads.forgetPrivate', {}))
    .catch(() => {});
