/** What pages ask about files and folders of an account; what is learned on the way goes into the catalog. */
import { ApiError, type Calls, type FileEntry } from '../api/index.ts';
import type { CatalogFolder } from '../catalog/file.ts';
import { mergeAddresses, mergeListed } from '../catalog/storage/merge.ts';
import { renamed } from '../folders/shortlist.ts';
import type { Handler } from './context.ts';
import { GoneError, UnchangedError } from './problems.ts';

/** What a person waits for goes first. */
const clicked = { lane: 'interactive' } as const;

/** Rejects with `GoneError` where the service does not know the file; the catalog then knows it no more either. */
export const fileDetails: Handler<'files.details'> = async (
  { clients, catalog },
  { accountId, fileCode },
) => {
  const { files } = await clients.of(accountId);
  const [info, images, check] = await Promise.all([
    // Written down at once: pictures may come late, and what is changed meanwhile is newer.
    catalog.info(accountId, fileCode),
    // What is known of a file is worth showing without its pictures.
    files.images(fileCode, clicked).catch(nothingFromService),
    files.check(fileCode, clicked).catch(nothingFromService),
  ]);
  if (!info?.found) throw new GoneError();
  return { info, images, status: check?.status || null };
};

/** Each file once, however often the service names it. */
export const searchFiles: Handler<'files.search'> = async ({ clients }, { accountId, term }) => {
  const { files } = await clients.of(accountId);
  const found = new Map<string, FileEntry>();
  for (const entry of await files.search(term, clicked)) found.set(entry.fileCode, entry);
  return [...found.values()].map((entry) => ({
    ...mergeListed(null, entry),
    ...mergeAddresses({ image: null, download: null }, entry),
  }));
};

export const listFolders: Handler<'folders.list'> = async (context, { folderId, accountId }) => {
  const client = await context.clients.of(accountId ?? (await context.currentAccountId()));
  const { folders } = await client.folders.list(folderId, { onlyFolders: true }, clicked);
  return folders.map(({ folderId: id, name }) => ({ id, name }));
};

export const createFolder: Handler<'folders.create'> = async (context, { name, parentId, ...request }) => {
  const accountId = request.accountId ?? (await context.currentAccountId());
  const client = await context.clients.of(accountId);
  const { folderId: id } = await client.folders.create({ name, parentId }, clicked);
  await context.catalog.apply(accountId, { folder: { id, name, parentId } });
  return { id, name };
};

/**
 * Gives the folder as the service calls it now. Rejects with `UnchangedError` where the service says yes and leaves it as it
 * was (docs/http-api.md, "Missing operations").
 */
export const renameFolder: Handler<'folders.rename'> = async (context, { accountId, folderId: id, name }) => {
  const { clients, catalog, shortlists, stores } = context;
  const { folders } = await clients.of(accountId);
  const before = (await stores.catalog.folders(accountId)).get(id);
  await folders.rename(id, name, clicked);
  const now = before && (await nameNow(folders, before));
  if (before && now === before.name && now !== name) throw new UnchangedError();
  const folder = { id, name: now ?? name };
  await catalog.apply(accountId, { folder });
  await shortlists.change(accountId, (shortlist) => renamed(shortlist, folder));
  return folder;
};

/** What the service calls a folder; undefined where that cannot be had, so that its yes is all there is. */
async function nameNow(
  folders: Calls['folders'],
  { id, parentId }: CatalogFolder,
): Promise<string | undefined> {
  const listed = await folders.list(parentId, { onlyFolders: true }, clicked).catch(nothingFromService);
  return listed?.folders.find(({ folderId }) => folderId === id)?.name;
}

/** For a `catch`: null where the service gave nothing, whatever the reason; a fault of our own stays one. */
function nothingFromService(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
