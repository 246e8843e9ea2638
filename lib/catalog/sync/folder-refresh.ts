/** Refreshes one folder when the user opens it: its direct contents, and what is missing from it. */

import { ApiError, type Folder, type FolderContents } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import type { CatalogFolder } from '../file.ts';
import type { AccountSync } from './account-sync.ts';
import { FolderTree, listParents } from './folder-tree.ts';
import type { SyncState } from './sync-state.ts';
import { batchSize, verifyFiles } from './verify.ts';

/** Larger folders are listed without their files, because each visit would load megabytes. */
const maxListedFiles = 2_000;
/** More are left to a full sync. */
const maxVerifiedFiles = 500;

type Known = ReadonlyMap<string, CatalogFolder>;

const interactiveOptions = { lane: 'interactive' } as const;

const withFullSyncNeeded = (state: SyncState): SyncState => ({ ...state, needsFullSync: true });

/**
 * Updates the parent if the folder is gone.
 * @param withFiles false: only its subfolders
 */
export async function refreshFolder(
  account: AccountSync,
  folderId: string,
  withFiles: boolean,
): Promise<void> {
  const { id } = account;
  const { writer } = account.parts;
  const known = withFiles ? await writer.filesIn(id, folderId) : [];
  const isWhole = withFiles && known.length <= maxListedFiles;
  const listed = await listFolder(account, folderId, isWhole);
  if (listed === null) {
    // Its contents were moved or removed.
    await account.save({ step: withFullSyncNeeded }, 'now');
    const parentId = (await writer.folders(id)).get(folderId)?.parentId ?? rootId;
    return refreshFolder(account, parentId === folderId ? rootId : parentId, false);
  }
  if (!isWhole || !listed.isWhole) return;
  const codes = new Set(listed.files.map(({ fileCode }) => fileCode));
  const missing = known.filter((fileCode) => !codes.has(fileCode));
  if (missing.length > 0) await verifyMissing(account, folderId, missing, codes.size);
}

/** Null if the service doesn't know the folder. */
async function listFolder(
  account: AccountSync,
  folderId: string,
  withFiles: boolean,
): Promise<(FolderContents & { readonly isWhole: boolean }) | null> {
  const known = await account.parts.writer.folders(account.id);
  try {
    const { answer } = await account.fetchAndSave(
      async ({ folders }) => {
        const list = () => folders.list(folderId, { onlyFolders: !withFiles }, interactiveOptions);
        const answer = await list();
        // One empty response proves nothing.
        const isNew = folderId === rootId && account.state.phase !== 'complete';
        const isExpected = isNew || listParents(known).has(folderId);
        return answer.folders.length === 0 && isExpected ? list() : answer;
      },
      ({ files, folders }) => {
        if (isRootListing(folderId, folders, known)) return {};
        const { pass, fullSync } = account.state;
        // Without a full sync, nothing records where else a folder was found.
        const tree = fullSync === null ? new FolderTree(null) : account.tree;
        tree.release(folderId, folders);
        const accepted = tree.accept(folderId, folders);
        const step = tree.addListing(folderId, accepted);
        const listedFiles = files.map((file) => ({ ...file, folderId }));
        return { change: { files: listedFiles, pass, listed: { folderId, folders: accepted } }, step };
      },
      'now',
    );
    return isRootListing(folderId, answer.folders, known) ? null : { ...answer, isWhole: withFiles };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The response was too large.
    if (error.code === 'invalid-response' && withFiles) return listFolder(account, folderId, false);
    if (error.code === 'not-found' && folderId !== rootId) return null;
    throw error;
  }
}

/** Services return the root's listing for unknown folders (docs/http-api.md, "Lists"). */
function isRootListing(folderId: string, folders: readonly Folder[], known: Known): boolean {
  const others = folders.filter((folder) => folder.folderId !== folderId);
  const areInRoot = others.every((folder) => known.get(folder.folderId)?.parentId === rootId);
  return folderId !== rootId && others.length > 0 && areInRoot;
}

/** Missing files were removed, or moved where only another listing can show them. */
async function verifyMissing(
  account: AccountSync,
  folderId: string,
  missing: readonly string[],
  listed: number,
): Promise<void> {
  const { client, writer } = account.parts;
  const options = missing.length <= batchSize ? interactiveOptions : account.backgroundOptions;
  const existing = await verifyFiles(account, missing.slice(0, maxVerifiedFiles), options, 'now');
  if (existing.length === 0 && missing.length <= maxVerifiedFiles) return;
  // A truncated listing looks the same, so it is trusted only if the service counts as many files.
  const { total } = await client.files.list({ folderId, perPage: 1 }, options);
  const stored = total === listed ? await writer.files(account.id, existing) : [];
  const moved = stored.filter((file) => file.folderId === folderId);
  const patches = moved.map(({ fileCode }) => ({ fileCode, folderId: '' }));
  await account.save({ change: { patches }, step: withFullSyncNeeded }, 'now');
}
