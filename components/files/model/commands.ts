import { type FilePages, getFilePages } from '../../../lib/accounts/public-address.ts';
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import { type FolderRef, rootId } from '../../../lib/folders/folder.ts';
import type { Undoable } from '../../../lib/protocol.ts';
import { planWork } from '../../bulk/plan-work.ts';
import { folderName } from '../../format/names.ts';
import { copyText } from '../../notice/copy-text.ts';
import type { NoticeContent } from '../../notice/Notice.tsx';
import { t } from '../../text.ts';
import { recordChange } from '../../undo/undo.ts';
import { choosePage, withPage } from '../../uploads/file-pages.ts';
import { bulkFiles, chosenTargets, type FileTarget, getFolderRef } from './targets.ts';
import type { FilesContext } from './useFiles.ts';

/** Leaves out files that are already in the folder, and says so. */
export async function moveFiles(
  files: FilesContext,
  targets: readonly FileTarget[],
  folder: FolderRef,
): Promise<void> {
  const { feedback, pageApi, account } = files;
  const { work, note: text } = planWork({ kind: 'move', files: bulkFiles(targets) }, folder);
  if (work === null) return feedback.show({ tone: 'info', text });
  await feedback.run(pageApi.send('bulk.start', { accountId: account.id, work }), () =>
    // The job's line doesn't count the files left out, so this stays until dismissed.
    text === '' ? null : { tone: 'warn', text },
  );
}

/** `folderId` null: all files. Returns whether moving is possible. */
export function pasteCutFiles(files: FilesContext, folderId: string | null): boolean {
  const { cut, setCut, snapshot } = files;
  if (cut.size === 0 || folderId === null) return false;
  const moving = chosenTargets({ ...files, selection: { fileIds: cut, anchor: null } });
  setCut(new Set());
  void moveFiles(files, moving, getFolderRef(snapshot, folderId));
  return true;
}

/** @param key of its item, which shows the new title at once */
export async function renameFile(
  files: FilesContext,
  key: string,
  target: FileTarget,
  title: string,
): Promise<void> {
  const { feedback, pageApi, account, pendingNames } = files;
  const renamed = { name: title, before: target.title };
  const work = { kind: 'rename', files: bulkFiles([target]), titles: [title] } as const;
  pendingNames.set(key, { ...renamed, jobId: null });
  const isStarted = await feedback.run(
    pageApi.send('bulk.start', { accountId: account.id, work }),
    ({ id }) => {
      pendingNames.set(key, { ...renamed, jobId: id });
      return null;
    },
  );
  if (!isStarted) pendingNames.remove(key);
}

export async function renameFolder(files: FilesContext, folderId: string, name: string): Promise<void> {
  const { feedback, pageApi, account, pendingNames, snapshot } = files;
  const key = `folder ${folderId}`;
  const before = snapshot.folders.get(folderId)?.name ?? '';
  pendingNames.set(key, { name, before, jobId: null });
  const renaming = pageApi.send('folders.rename', { accountId: account.id, folderId, name });
  const forget = () => pendingNames.remove(key);
  const undoneText = t('files.folderRenamed', { name: before });
  const texts = { text: t('files.folderRenamed', { name }), undoneText, onUndo: forget };
  // Before the response, so that Undo doesn't revert an earlier change.
  const notice = recordChange(files, texts, getUndoIds(renaming));
  const isRenamed = await feedback.run(renaming, (folder) => ({
    ...(folder.undo.length > 0 ? notice : withoutAction(notice)),
    text: t('files.folderRenamed', { name: folder.name }),
  }));
  if (!isRenamed) forget();
}

const getUndoIds = (changing: Promise<Undoable>) => changing.then(({ undo }) => undo);

const withoutAction = ({ tone, text }: NoticeContent): NoticeContent => ({ tone, text });

/** Null if the folder can be moved. */
export function getMoveProblem(
  { snapshot }: FilesContext,
  folder: FolderRef,
  parent: FolderRef,
): string | null {
  const isInside = parent.id === folder.id || snapshot.getPath(parent.id).some(({ id }) => id === folder.id);
  if (isInside) return t('files.moveFolder.inside');
  return snapshot.folders.get(folder.id)?.parentId === parent.id
    ? t('files.moveFolder.same', { name: folderName(folder), folder: folderName(parent) })
    : null;
}

export async function moveFolder(files: FilesContext, folder: FolderRef, parent: FolderRef): Promise<void> {
  const { feedback, pageApi, account, snapshot } = files;
  const reason = getMoveProblem(files, folder, parent);
  if (reason !== null) return feedback.show({ tone: 'info', text: reason });
  const moving = pageApi.send('folders.move', {
    accountId: account.id,
    folderId: folder.id,
    parentId: parent.id,
  });
  const say = (target: FolderRef) =>
    t('files.moveFolder.done', { name: folderName(folder), folder: folderName(target) });
  const { parentId = rootId } = snapshot.folders.get(folder.id) ?? {};
  const texts = { text: say(parent), undoneText: say(getFolderRef(snapshot, parentId)) };
  const notice = recordChange(files, texts, getUndoIds(moving));
  // Without its former location, it can't be undone.
  await feedback.run(moving, ({ undo }) => (undo.length > 0 ? notice : withoutAction(notice)));
}

/** @returns whether the folder was created */
export function createFolder(files: FilesContext, parentId: string, name: string): Promise<boolean> {
  const { feedback, pageApi, account } = files;
  return feedback.run(pageApi.send('folders.create', { accountId: account.id, parentId, name }), ({ id }) => {
    files.setCreated(id);
    return t('folder.created', { name });
  });
}

type AddressedFile = Pick<FileTarget, 'fileCode' | 'fileId' | 'found'>;

const ownAddress = ({ found }: AddressedFile, known: FileAddresses | undefined): string | null =>
  found?.download ?? known?.download ?? null;

/** @param known the catalog's addresses of the file */
export const getPages = (
  { account }: Pick<FilesContext, 'account'>,
  target: AddressedFile,
  known: FileAddresses | undefined,
): FilePages => getFilePages(account, target.fileCode, ownAddress(target, known));

function linkIn({ download, player }: FilePages, own: string | null): string | null {
  return own ?? player ?? download;
}

async function readAddresses({ addresses }: FilesContext, { fileId }: AddressedFile) {
  // None if the catalog is unreadable.
  const [known] = fileId === null ? [] : await addresses([fileId]).catch(() => []);
  return known;
}

/** Asks the service if no address is known. */
const askForPage = (files: FilesContext, { fileCode }: AddressedFile, act: (address: string) => unknown) =>
  withPage(files.account, { fileCode, canPlay: false }, files, act);

/** Copies the file's own address if the service returns one, otherwise the player's. */
export async function copyLink(files: FilesContext, target: AddressedFile): Promise<void> {
  const known = await readAddresses(files, target);
  const link = linkIn(getPages(files, target, known), ownAddress(target, known));
  const copy = (address: string) => copyText(address, files);
  await (link === null ? askForPage(files, target, copy) : copy(link));
}

export const hasPlayer = ({ snapshot }: FilesContext, { fileId, found }: AddressedFile): boolean =>
  (fileId === null ? found : snapshot.file(fileId))?.canPlay !== false;

export async function openPage(
  files: FilesContext,
  target: AddressedFile,
  isBackground = false,
): Promise<void> {
  const pages = getPages(files, target, await readAddresses(files, target));
  const page = choosePage(pages, hasPlayer(files, target));
  const open = (address: string) => files.pageApi.open(address, isBackground);
  if (page === null) await askForPage(files, target, open);
  else open(page);
}

/** Like `copyLink`, but only with known addresses. Empty if there are none. */
export function getLink(
  files: FilesContext,
  target: AddressedFile,
  known: FileAddresses | undefined,
): string {
  const own = ownAddress(target, known);
  return own ?? choosePage(getPages(files, target, known), hasPlayer(files, target)) ?? '';
}

export async function refresh({ feedback, pageApi, account, route }: FilesContext): Promise<void> {
  const refreshed = pageApi.send('catalog.refresh', { accountId: account.id, folderId: route.folderId });
  await feedback.run(refreshed, () => t('files.refreshed'));
}

/** For a damaged catalog. */
export async function startFullSync({ feedback, pageApi, account }: FilesContext): Promise<void> {
  await feedback.run(pageApi.send('catalog.readAgain', { accountId: account.id }), () => null);
}
