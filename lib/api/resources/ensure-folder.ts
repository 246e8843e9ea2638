/** Finds the folder at a path and creates missing ones (docs/http-api.md, "Folders"). */
import { rejectUnknownOptions, requireText } from '../arguments.ts';
import { cleanText } from '../clean-text.ts';
import { ApiError, nullIfApiError } from '../errors.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { CallOptions } from '../transport.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Folder, FolderCalls } from './folder-calls.ts';
import { assertFolderExists, rootId } from './folder-exists.ts';

/** Where a path starts. */
export interface EnsureOptions {
  /** The folder that the path starts in. Default: the root ("0"). */
  readonly parentId?: string | undefined;
}

/** A folder that exists now. */
export interface EnsuredFolder {
  /** The last folder of the path, or the folder where an empty path starts. */
  readonly folderId: string;
  /** All folders of the path. */
  readonly folderIds: readonly string[];
  /** Whether any of them was created. */
  readonly isNew: boolean;
}

/** By account, whose clients share a limiter. */
const turns = new WeakMap<Limiter, Promise<unknown>>();

/** One call after another, because names need not be unique: two concurrent calls would both create a folder. */
export async function ensureFolder(
  folders: Pick<FolderCalls, 'list' | 'create'>,
  limiter: Limiter,
  path: string | readonly string[],
  given: EnsureOptions = {},
  options: CallOptions = {},
): Promise<EnsuredFolder> {
  const names = readNames(path);
  rejectUnknownOptions(given, ['parentId'] satisfies (keyof EnsureOptions)[], 'folders.ensure');
  const { parentId = rootId } = given;
  requireText(parentId, 'parentId');
  const previous = turns.get(limiter) ?? Promise.resolve();
  const run = () => ensure(folders, names, parentId, options);
  // After an abort, the first request rejects with its error.
  const turn = untilAborted(previous, options.signal).then(run, run);
  // Drop the values, each of which would hold all before it.
  turns.set(
    limiter,
    Promise.allSettled([previous, turn]).then(() => undefined),
  );
  return turn;
}

function readNames(path: string | readonly string[]): readonly string[] {
  if (typeof path !== 'string') {
    if (!Array.isArray(path)) throw new TypeError('path must be a string like “a/b” or an array of names.');
    return path.map((name) => requireText(name, 'Each name'));
  }
  const names = path.split('/').filter((name) => name.trim() !== '' && name !== '.');
  if (names.includes('..')) throw new TypeError('path must not contain “..”.');
  return names;
}

async function ensure(
  folders: Pick<FolderCalls, 'list' | 'create'>,
  names: readonly string[],
  parentId: string,
  options: CallOptions,
): Promise<EnsuredFolder> {
  if (parentId !== rootId) await assertFolderExists({ folders }, parentId, options);
  const folderIds: string[] = [];
  let isNew = false;
  try {
    for (const name of names) {
      const wanted = { name, parentId: folderIds.at(-1) ?? parentId };
      const found = await findOrCreateFolder(folders, wanted, undefined, options);
      isNew ||= found.isNew;
      folderIds.push(found.isNew ? await readBack(wanted, found.folderId) : found.folderId);
    }
  } catch (error) {
    throw isNew && error instanceof ApiError ? Object.assign(error, { mayHaveTakenEffect: true }) : error;
  }
  return { folderId: folderIds.at(-1) ?? parentId, folderIds, isNew };

  async function readBack({ name, parentId: inside }: WantedFolder, folderId: string): Promise<string> {
    const { folders: listed } = await folders.list(inside, { onlyFolders: true }, options);
    const made = listed.find((each) => each.folderId === folderId);
    // Under another name, each call would create it again.
    if (made && !isSameName(made.name, name)) throw createRenamedError(made);
    // Another process may have created one at the same time. Both then use the older one.
    return pickFolder(listed.filter(isNamed(name)), name) ?? folderId;
  }
}

interface WantedFolder {
  readonly name: string;
  readonly parentId: string;
}

/** A folder that was searched for by its name. */
interface FoundFolder {
  readonly folderId: string;
  /** No such folder was listed, so it was created. */
  readonly isNew: boolean;
}

/**
 * Finds the folder with this name, or creates it. Names need not be unique, and a folder that is created twice can't be deleted. So it is
 * created after two listings without it, and searched for again after a lost response.
 *
 * @param isMatch which listed folders it may be. Default: those with the name
 */
export async function findOrCreateFolder(
  { list, create }: Pick<FolderCalls, 'list' | 'create'>,
  { name, parentId }: WantedFolder,
  isMatch: (folder: Folder) => boolean = isNamed(name),
  options: CallOptions = {},
): Promise<FoundFolder> {
  const find = async () => {
    const { folders } = await list(parentId, { onlyFolders: true }, options);
    return pickFolder(folders.filter(isMatch), name);
  };
  const found = (await find()) ?? (await find());
  if (found !== undefined) return { folderId: found, isNew: false };
  try {
    const { folderId } = await create({ name, parentId }, options);
    return { folderId, isNew: true };
  } catch (error) {
    const mayBeThere = error instanceof ApiError && error.mayHaveTakenEffect;
    const folderId = mayBeThere ? await find().catch(nullIfApiError) : null;
    if (folderId == null) throw error;
    return { folderId, isNew: true };
  }
}

/** The oldest with exactly this name, if any has it. Ids are increasing numbers. */
function pickFolder(folders: readonly Folder[], name: string): string | undefined {
  const exact = folders.filter((each) => each.name === name);
  return (exact.length > 0 ? exact : folders)
    .map(({ folderId }) => folderId)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))[0];
}

const isNamed =
  (name: string) =>
  (folder: Folder): boolean =>
    isSameName(folder.name, name);

/** Whether a service would list one name as the other. */
export const isSameName = (one: string, other: string): boolean => cleanText(one) === cleanText(other);

function createRenamedError({ folderId, name }: Folder): ApiError {
  const sentence = `The service calls the new folder “${name}” (folder ${folderId}). Use that name.`;
  const facts = { endpoint: 'folder/create', msg: null, status: null, mayHaveTakenEffect: true };
  return new ApiError('refused', sentence, facts);
}
