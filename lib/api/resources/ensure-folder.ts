/** Finds the folder at a path and creates missing ones (docs/http-api.md, "Folders"). */
import { rejectUnknownOptions, requireText } from '../arguments.ts';
import { cleanText } from '../clean-text.ts';
import { ApiError } from '../errors.ts';
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
  let hasCreated = false;
  for (const name of names) {
    const inside = folderIds.at(-1) ?? parentId;
    const list = async () => {
      const listing = folders.list(inside, { onlyFolders: true }, options).catch((error: unknown) => {
        throw hasCreated && error instanceof ApiError
          ? Object.assign(error, { mayHaveTakenEffect: true })
          : error;
      });
      return (await listing).folders;
    };
    let listed = await list();
    // One empty response proves nothing, and a duplicate folder can't be deleted.
    if (listed.length === 0) listed = await list();
    const id = findOldest(listed, name) ?? (await make(name, inside, list));
    isNew ||= !listed.some(({ folderId }) => folderId === id);
    folderIds.push(id);
  }
  return { folderId: folderIds.at(-1) ?? parentId, folderIds, isNew };

  async function make(name: string, inside: string, list: () => Promise<Folder[]>): Promise<string> {
    const { folderId } = await folders.create({ name, parentId: inside }, options);
    hasCreated = true;
    const listed = await list();
    const made = listed.find((each) => each.folderId === folderId);
    // Under another name, each call would create it again.
    if (made && !isSameName(made.name, name)) throw createRenamedError(made);
    // Another process may have created one at the same time. Both then use the older one.
    return findOldest(listed, name) ?? folderId;
  }
}

/** Ids are increasing numbers. */
function findOldest(folders: readonly Folder[], name: string): string | undefined {
  return folders
    .filter((each) => isSameName(each.name, name))
    .map(({ folderId }) => folderId)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))[0];
}

/** Whether a service would list one name as the other. */
export const isSameName = (one: string, other: string): boolean => cleanText(one) === cleanText(other);

function createRenamedError({ folderId, name }: Folder): ApiError {
  const sentence = `The service calls the new folder “${name}” (folder ${folderId}). Use that name.`;
  const facts = { endpoint: 'folder/create', msg: null, status: null, mayHaveTakenEffect: true };
  return new ApiError('refused', sentence, facts);
}
