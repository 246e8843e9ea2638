/** What is done with files and folders; each ends in a visible outcome. */
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { folderName } from '../../folders/name.ts';
import { plural, t } from '../../text.ts';
import { playerAddress } from '../../uploads/player.ts';
import { titleOf } from './file-format.ts';
import { bulkFiles, chosenTargets, type Files, type FileTarget, refOf } from './useFiles.ts';

/** Moves files; those that are there already stay out of it. */
export async function moveFiles(
  files: Files,
  targets: readonly FileTarget[],
  folder: FolderRef,
): Promise<void> {
  const { outcome, services, account } = files;
  const moving = targets.filter(({ folderId }) => folderId !== folder.id);
  const name = folderName(folder);
  if (moving.length === 0) {
    return outcome.show({
      tone: 'info',
      text: plural('files.alreadyThere', targets.length, { folder: name }),
    });
  }
  const work = { kind: 'move', files: bulkFiles(moving), folder } as const;
  // What becomes of it is told where all jobs are.
  await outcome.run(services.send('bulk.start', { accountId: account.id, work }), () => null);
}

/** Moves what was cut into a folder (null: all files, which is none); false where there is nothing to do. */
export function paste(files: Files, folderId: string | null): boolean {
  const { cut, setCut, snapshot } = files;
  if (cut.size === 0 || folderId === null) return false;
  const moving = chosenTargets({ ...files, selection: { rows: cut, anchor: null } });
  setCut(new Set());
  void moveFiles(files, moving, refOf(snapshot, folderId));
  return true;
}

/** @param key of its item, which shows the new title from now on */
export async function renameFile(
  files: Files,
  key: string,
  target: FileTarget,
  title: string,
): Promise<void> {
  const { outcome, services, account, pending } = files;
  const wish = { name: title, before: target.title };
  const work = { kind: 'rename', files: bulkFiles([target]), titles: [title] } as const;
  pending.wish(key, { ...wish, jobId: null });
  const isStarted = await outcome.run(
    services.send('bulk.start', { accountId: account.id, work }),
    ({ id }) => {
      pending.wish(key, { ...wish, jobId: id });
      return null;
    },
  );
  if (!isStarted) pending.forget(key);
}

export async function renameFolder(files: Files, folderId: string, name: string): Promise<void> {
  const { outcome, services, account, pending, snapshot } = files;
  const key = `folder ${folderId}`;
  pending.wish(key, { name, before: snapshot.folders.get(folderId)?.name ?? '', jobId: null });
  const isRenamed = await outcome.run(
    services.send('folders.rename', { accountId: account.id, folderId, name }),
    (folder) => t('files.folderRenamed', { name: folder.name }),
  );
  if (!isRenamed) pending.forget(key);
}

/** Ends in a notice. */
export async function createFolder(files: Files, parentId: string, name: string): Promise<void> {
  const { outcome, services, account } = files;
  await outcome.run(services.send('folders.create', { accountId: account.id, parentId, name }), () =>
    t('folder.created', { name }),
  );
}

export async function copyText({ outcome, services }: Files, text: string): Promise<void> {
  await services.copy(text).then(
    () => outcome.show({ tone: 'good', text: t('common.copied') }),
    () => outcome.show({ tone: 'bad', text: t('common.notCopied') }),
  );
}

/** The link that people pass on: the download page where the service names one, else the player. */
export async function copyLink(files: Files, target: FileTarget): Promise<void> {
  const { addresses, account } = files;
  const [found] = target.row === null ? [] : await addresses(account.id, [target.row]);
  const download = target.found?.download ?? found?.download;
  await copyText(files, download ?? playerAddress(account.baseUrl, target.fileCode));
}

export const play = ({ account, open }: Files, fileCode: string): void =>
  open(playerAddress(account.baseUrl, fileCode));

/** Asks for the service's list anew, and says when it has come. */
export async function refresh({ outcome, services, account, route }: Files): Promise<void> {
  const asked = services.send('catalog.refresh', { accountId: account.id, folderId: route.folderId });
  await outcome.run(asked, () => t('files.refreshed'));
}

/** Reads the whole account again: what the catalog has of it is damaged. Its progress is shown by the list. */
export async function readAgain({ outcome, services, account }: Files): Promise<void> {
  await outcome.run(services.send('catalog.readAgain', { accountId: account.id }), () => null);
}

/** The files that an announcement or a dialog is about, in a few words. */
export const named = (targets: readonly FileTarget[]): string => {
  const [first] = targets;
  return targets.length === 1 && first ? titleOf(first) : plural('files.count', targets.length);
};
