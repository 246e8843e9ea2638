/** Messages about an account's files and folders. If the catalog can't store a result, the change at the service still counts as done. */
import { areOnlyGuessed, getFilePages, withPublicAddresses } from '../../accounts/public-address.ts';
import {
  ApiError,
  type Calls,
  type FileEntry,
  type Folder,
  findOrCreateFolder,
  isApiError,
  isSameName,
  nullIfApiError,
} from '../../api/index.ts';
import { noAddresses } from '../../catalog/columns/address-columns.ts';
import { addressFields } from '../../catalog/file.ts';
import { pathTo } from '../../catalog/folder-changes.ts';
import { mergeAddresses, mergeListed } from '../../catalog/storage/merge.ts';
import { type FolderRef, rootId } from '../../folders/folder.ts';
import { applyFolderName, listFolders as listOffered } from '../../folders/shortlist.ts';
import { pagesTimeoutMs } from '../../timing/policies.ts';
import { createSerialQueues } from '../../timing/serial-queue.ts';
import { toUndoId } from '../../undo-id.ts';
import { type EncodingPart, isEncoding, listParts } from '../../uploads/tracking/encodings.ts';
import type { Handler, Needs } from '../parts.ts';
import { GoneError, UnchangedError } from '../problems.ts';

const interactiveLane = { lane: 'interactive' } as const;

/** If the service doesn't know the file, removes it from the catalog and rejects with `GoneError`. */
export const getFileDetails: Handler<
  'files.details',
  Needs<'catalog' | 'clients' | 'getAccount' | 'scheduler' | 'uploads'>
> = async (context, { accountId, fileCode }) => {
  const { clients, catalog, getAccount } = context;
  const { files, capabilities } = await clients.get(accountId);
  const [info, images, check] = await Promise.all([
    // Stored at once, because changes made while the images load are newer.
    catalog.info(accountId, fileCode),
    // Optional.
    capabilities.hasImages ? files.images(fileCode, interactiveLane).catch(nullIfApiError) : null,
    capabilities.canCheckFile ? files.check(fileCode, interactiveLane).catch(nullIfApiError) : null,
  ]);
  if (!info?.found) throw new GoneError();
  const account = await getAccount(accountId);
  return {
    info: withPublicAddresses(account, info, {
      pictures: pictureFields,
      pages: ['protectedDownload', 'protectedEmbed'],
    }),
    images: images && withPublicAddresses(account, images, { pictures: [...pictureFields, 'thumbImage'] }),
    status: check?.status || null,
    encoding:
      capabilities.hasEncodings && info.canPlay !== true
        ? await readEncoding(context, accountId, fileCode)
        : [],
  };
};

/** If the host is still encoding a file, polls report its progress. */
async function readEncoding(
  { clients, uploads, scheduler }: Needs<'clients' | 'scheduler' | 'uploads'>,
  accountId: string,
  fileCode: string,
): Promise<readonly EncodingPart[]> {
  const { files } = await clients.get(accountId);
  const listed = (await files.encodings(fileCode, interactiveLane).catch(nullIfApiError)) ?? [];
  const parts = listParts(listed, fileCode);
  if (isEncoding(parts)) {
    await uploads.watchEncodings(accountId, [fileCode], listed);
    void scheduler.wake('poll');
  }
  return parts;
}

const pictureFields = ['singleImage', 'splashImage'] as const;

/** Read to find the addresses of some files. */
const newestFiles = 200;

export const findFilePages: Handler<
  'files.pages',
  Needs<'catalogStore' | 'clients' | 'getAccount' | 'ports'>
> = async (context, { accountId, fileCodes }) => {
  const { catalogStore, clients, ports } = context;
  const account = await context.getAccount(accountId);
  // Without a catalog, addresses are derived from what the host is known for.
  const stored = await catalogStore.addresses(accountId, fileCodes).catch(ports.onFault);
  const find = (at: number, own: string | null | undefined) =>
    getFilePages(account, fileCodes[at] ?? '', own ?? null);
  const pages = fileCodes.map((_, at) => find(at, stored?.[at]?.download));
  const isOpen = (at: number) =>
    pages[at]?.download === null || (areOnlyGuessed(account) && !stored?.[at]?.download);
  if (!pages.some((_, at) => isOpen(at))) return pages;
  const { files } = await clients.get(accountId);
  const options = { ...interactiveLane, timeout: pagesTimeoutMs };
  const newest = await files.list({ perPage: newestFiles }, options).catch((error: unknown) => {
    if (pages.some(({ download }) => download === null)) throw error;
    return nullIfApiError(error);
  });
  const listed = new Map(newest?.files.map(({ fileCode, downloadUrl }) => [fileCode, downloadUrl]));
  return pages.map((known, at) => (isOpen(at) ? find(at, listed.get(fileCodes[at] ?? '')) : known));
};

/** The service may list a file several times. */
export const searchFiles: Handler<'files.search', Needs<'clients' | 'getAccount'>> = async (
  context,
  { accountId, term },
) => {
  const { files } = await context.clients.get(accountId);
  const found = new Map<string, FileEntry>();
  for (const entry of await files.search(term, interactiveLane)) found.set(entry.fileCode, entry);
  const account = await context.getAccount(accountId);
  return [...found.values()].map((entry) => ({
    ...mergeListed(null, entry),
    ...withPublicAddresses(account, mergeAddresses(noAddresses, entry), addressFields),
  }));
};

export const listFolders: Handler<'folders.list', Needs<'clients' | 'getCurrentAccountId'>> = async (
  context,
  { folderId, accountId },
) => {
  const client = await context.clients.get(accountId ?? (await context.getCurrentAccountId()));
  const { folders } = await client.folders.list(folderId, { onlyFolders: true }, interactiveLane);
  return folders.map(({ folderId: id, name }) => ({ id, name }));
};

type FolderNeeds = Needs<'catalog' | 'catalogStore' | 'clients' | 'getCurrentAccountId' | 'ports'>;

/** Concurrent calls for one account would each create a folder. */
const createInTurn = createSerialQueues();

interface WantedFolder {
  readonly accountId: string;
  readonly name: string;
  readonly parentId: string;
}

async function findOrCreate(
  { catalog, ports }: FolderNeeds,
  folders: Pick<Calls['folders'], 'list' | 'create'>,
  { accountId, name, parentId }: WantedFolder,
  isMatch?: (folder: Folder) => boolean,
): Promise<FolderRef> {
  const { folderId: id } = await findOrCreateFolder(folders, { name, parentId }, isMatch, interactiveLane);
  await catalog.apply(accountId, { folder: { id, name, parentId } }).catch(ports.onFault);
  return { id, name };
}

export const ensureFolder: Handler<'folders.ensure', FolderNeeds> = (context, wanted) =>
  createInTurn(wanted.accountId, async () => {
    const { folders } = await context.clients.get(wanted.accountId);
    return findOrCreate(context, folders, wanted);
  });

/** Others may have the name. One that the catalog doesn't know may be from a request during which the background ended. */
export const createFolder: Handler<'folders.create', FolderNeeds> = async (context, request) => {
  const { name, parentId, accountId = await context.getCurrentAccountId() } = request;
  const { folders } = await context.clients.get(accountId);
  const known = await context.catalogStore.folders(accountId).catch(context.ports.onFault);
  const isMatch = (folder: Folder) => isSameName(folder.name, name) && !known?.has(folder.folderId);
  // The user wants it, even in a folder that can't be listed.
  const list: typeof folders.list = async (...given) =>
    (await folders.list(...given).catch(nullIfApiError)) ?? { folders: [], files: [], skipped: 0 };
  return findOrCreate(context, { list, create: folders.create }, { accountId, name, parentId }, isMatch);
};

export const findFolderToDelete: Handler<'folders.toDelete', FolderNeeds & Needs<'shortlists'>> = (
  context,
  { accountId, name },
) =>
  createInTurn(accountId, async () => {
    const { clients, shortlists, ports } = context;
    const { folders } = await clients.get(accountId);
    const { toDelete } = await shortlists.get(accountId);
    const findIn = async (parentId: string) => {
      const found = toDelete && (await findListed(folders, toDelete.id, parentId));
      return found && { id: found.folderId, name: found.name };
    };
    // It may have been moved on the service's website.
    const known = toDelete && (await readKnownFolder(context, accountId, toDelete.id));
    const folder =
      (await findIn(rootId)) ??
      (known && (await findIn(known.parentId))) ??
      (await findOrCreate(context, folders, { accountId, name, parentId: rootId }));
    await shortlists
      .change(accountId, (shortlist) => ({ ...shortlist, toDelete: folder }))
      .catch(ports.onFault);
    return folder;
  });

const readKnownFolder = async (
  { catalogStore, ports }: Needs<'catalogStore' | 'ports'>,
  accountId: string,
  id: string,
) => (await catalogStore.folders(accountId).catch(ports.onFault))?.get(id);

/** Known names by folder id. */
export async function nameFolders(
  { catalogStore, shortlists, ports }: Needs<'catalogStore' | 'ports' | 'shortlists'>,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  const offered = listOffered(await shortlists.get(accountId));
  const known = await catalogStore.folders(accountId).catch(ports.onFault);
  return new Map([...offered, ...(known?.values() ?? [])].map(({ id, name }) => [id, name]));
}

/** @throws {UnchangedError} if the service confirmed but changed nothing (docs/http-api.md, "Missing operations") */
export const renameFolder: Handler<
  'folders.rename',
  Needs<'catalog' | 'catalogStore' | 'clients' | 'ports' | 'shortlists'>
> = async (context, { accountId, folderId: id, name }) => {
  const { clients, catalog, shortlists, ports } = context;
  const { folders } = await clients.get(accountId);
  const before = await readKnownFolder(context, accountId, id);
  await folders.rename(id, name, interactiveLane);
  const listed = before && (await findListed(folders, id, before.parentId).catch(nullIfApiError));
  const now = listed?.name;
  if (before && now === before.name && now !== name) throw new UnchangedError();
  const folder = { id, name: now ?? name };
  await catalog.apply(accountId, { folder }).catch(ports.onFault);
  await shortlists.change(accountId, (shortlist) => applyFolderName(shortlist, folder)).catch(ports.onFault);
  return {
    ...folder,
    undo: before?.name
      ? [toUndoId({ kind: 'renameFolder', accountId, folderId: id, name: before.name })]
      : [],
  };
};

/**
 * A host may allow a folder to be moved into itself, where it can't be reached. So each folder on the way to the target is looked up, if
 * the catalog has it.
 *
 * @throws {GoneError} if one of them isn't where the catalog has it
 * @throws {UnchangedError} if the service changed nothing, or the target is inside the folder
 */
export const moveFolder: Handler<
  'folders.move',
  Needs<'catalog' | 'catalogStore' | 'clients' | 'ports'>
> = async (context, { accountId, folderId: id, parentId }) => {
  const { clients, catalog, catalogStore, ports } = context;
  const { folders } = await clients.get(accountId);
  const known = await catalogStore.folders(accountId);
  const way = pathTo(known, parentId);
  if (id === parentId || way.some((each) => each.id === id)) throw new UnchangedError();
  const moved = known.get(id);
  const [isInPlace, ...areOnWay] = await Promise.all([
    moved !== undefined && isListed(folders, id, moved.parentId),
    ...way.map((each) => isListed(folders, each.id, each.parentId)),
  ]);
  if (areOnWay.includes(false) || (parentId !== rootId && way.length === 0)) throw new GoneError();
  const lost = await folders.move(id, parentId, interactiveLane).catch((error: unknown) => {
    if (error instanceof ApiError && error.mayHaveTakenEffect) return error;
    throw error;
  });
  const isThere = await isListed(folders, id, parentId).catch(nullIfApiError);
  // If it can't be read back, the response counts.
  if (isThere === false || (lost && !isThere)) throw lost ?? new UnchangedError();
  await catalog.apply(accountId, { folder: { id, name: moved?.name ?? '', parentId } }).catch(ports.onFault);
  // Undo needs its former location.
  if (!isInPlace || !moved) return { undo: [] };
  return { undo: [toUndoId({ kind: 'moveFolder', accountId, folderId: id, parentId: moved.parentId })] };
};

/** One response without it proves nothing. A folder that is gone lists none. */
async function findListed(
  { list }: Calls['folders'],
  id: string,
  parentId: string,
): Promise<Folder | undefined> {
  const find = async () => {
    const listed = await list(parentId, { onlyFolders: true }, interactiveLane).catch(nullIfGone);
    return listed?.folders.find(({ folderId }) => folderId === id);
  };
  return (await find()) ?? find();
}

const isListed = async (...given: Parameters<typeof findListed>): Promise<boolean> =>
  (await findListed(...given)) !== undefined;

function nullIfGone(error: unknown): null {
  if (isApiError(error, 'not-found')) return null;
  throw error;
}
