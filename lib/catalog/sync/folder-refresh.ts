/** A look into one folder, as the user opens it: everything right inside, and what has gone from there. */
import { ApiError, type Folder, type FolderContents } from '../../api/index.ts';
import type { CatalogFolder } from '../file.ts';
import type { AccountSync } from './account-sync.ts';
import { Tree } from './folder-tree.ts';
import { batchSize, verify } from './verify.ts';

/** Files beyond which a folder is not listed whole: that answer would be megabytes, for each visit. */
const manyFiles = 2_000;
/** Missing files beyond which a walk is the better way to find out. */
const manyMissing = 500;

type Known = ReadonlyMap<string, CatalogFolder>;

const clicked = { lane: 'interactive' } as const;

/**
 * Brings a folder up to date; where it is gone, the one that it was in.
 *
 * @param withFiles false where only the folders are of interest
 */
export async function lookInto(account: AccountSync, folderId: string, withFiles: boolean): Promise<void> {
  const {
    id,
    parts: { writer },
  } = account;
  const known = withFiles ? await writer.filesIn(id, folderId) : [];
  const isWhole = withFiles && known.length <= manyFiles;
  const listed = await list(account, folderId, isWhole);
  if (listed === null) {
    // What was in there is somewhere else now, or nowhere.
    await account.save({ step: (state) => ({ ...state, walkIsDue: true }) }, 'now');
    const parentId = (await writer.folders(id)).get(folderId)?.parentId ?? '0';
    return lookInto(account, parentId === folderId ? '0' : parentId, false);
  }
  if (!isWhole || !listed.isWhole) return;
  const codes = new Set(listed.files.map(({ fileCode }) => fileCode));
  const missing = known.filter((fileCode) => !codes.has(fileCode));
  if (missing.length > 0) await settleMissing(account, folderId, missing, codes.size);
}

/** What the service lists; null where it does not know the folder. */
async function list(
  account: AccountSync,
  folderId: string,
  withFiles: boolean,
): Promise<(FolderContents & { readonly isWhole: boolean }) | null> {
  const known = await account.parts.writer.folders(account.id);
  try {
    const { answer } = await account.learn(
      (client) => client.folders.list(folderId, { onlyFolders: !withFiles }, clicked),
      ({ files, folders }) => {
        if (isRootInstead(folderId, folders, known)) return {};
        const { pass, walk } = account.state;
        // Where no walk is under way, nothing is known of where else a folder may be.
        const tree = walk === null ? new Tree(null) : account.tree;
        tree.release(folderId, folders);
        const accepted = tree.accept(folderId, folders);
        const step = tree.add(folderId, accepted);
        const here = files.map((file) => ({ ...file, folderId }));
        return { change: { files: here, pass, listed: { folderId, folders: accepted } }, step };
      },
      'now',
    );
    return isRootInstead(folderId, answer.folders, known) ? null : { ...answer, isWhole: withFiles };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An answer that was too large for one.
    if (error.code === 'invalid-response' && withFiles) return list(account, folderId, false);
    if (error.code === 'not-found' && folderId !== '0') return null;
    throw error;
  }
}

/**
 * Whether the folders listed are those of the root: services show them for a folder that they do not know (docs/http-api.md,
 * "Lists").
 */
function isRootInstead(folderId: string, folders: readonly Folder[], known: Known): boolean {
  const others = folders.filter((folder) => folder.folderId !== folderId);
  return (
    folderId !== '0' &&
    others.length > 0 &&
    others.every((folder) => known.get(folder.folderId)?.parentId === '0')
  );
}

/** Files that the folder does not list any more are gone, or were moved: where to, only a listing shows that has them. */
async function settleMissing(
  account: AccountSync,
  folderId: string,
  missing: readonly string[],
  listed: number,
): Promise<void> {
  const {
    id,
    unhurried,
    parts: { client, writer },
  } = account;
  const options = missing.length <= batchSize ? clicked : unhurried;
  const there = await verify(account, missing.slice(0, manyMissing), options, 'now');
  if (there.length === 0 && missing.length <= manyMissing) return;
  // A listing that was cut short looks the same: it is believed only where another one counts as many files.
  const { total } = await client.files.list({ folderId, perPage: 1 }, options);
  const still = total === listed ? await writer.files(id, there) : [];
  const moved = still.filter((file) => file.folderId === folderId);
  await account.save(
    {
      change: { patches: moved.map(({ fileCode }) => ({ fileCode, folderId: '' })) },
      step: (state) => ({ ...state, walkIsDue: true }),
    },
    'now',
  );
}
