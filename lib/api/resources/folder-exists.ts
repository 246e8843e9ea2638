import { ApiError } from '../errors.ts';
import type { CallOptions } from '../transport.ts';
import type { FolderCalls } from './folder-calls.ts';

/** The folder that every account has. */
export const rootId = '0';

/**
 * Rejects with the code `not-found` if the folder doesn't exist. Services show the root for an unknown folder (docs/http-api.md, "Lists").
 * Makes one request, or two if the folder has subfolders.
 */
export async function assertFolderExists(
  { folders }: { readonly folders: Pick<FolderCalls, 'list'> },
  folderId: string,
  options: CallOptions,
): Promise<void> {
  const listSubfolders = async (id: string) => {
    const listed = await folders.list(id, { onlyFolders: true }, options);
    return new Set(listed.folders.map((folder) => folder.folderId));
  };
  const subfolders = await listSubfolders(folderId);
  if (folderId === rootId || subfolders.size === 0) return;
  const inRoot = await listSubfolders(rootId);
  const isRoot = subfolders.size === inRoot.size && [...subfolders].every((id) => inRoot.has(id));
  if (inRoot.has(folderId) || !isRoot) return;
  const facts = { endpoint: 'folder/list', msg: null, status: null, mayHaveTakenEffect: false };
  throw new ApiError('not-found', 'The service shows the root in place of this folder.', facts);
}
