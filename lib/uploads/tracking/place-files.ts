/** Moves and renames arrived files. */
import { type FolderRef, rootFolder, rootId } from '../../folders/folder.ts';
import { earliest } from '../../timing/retry.ts';
import { type FileMove, moveIntoFolder, requireSingleCallFailure } from '../file-uploads.ts';
import { createTitleForms, mayBeSameTitle } from '../same-upload.ts';
import type { FoundFile } from '../transitions.ts';
import { hasChosenFolder, isWhole, type Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { isUnreachable } from '../waits.ts';
import type { Placement } from './judge-file.ts';

/**
 * Sets what wasn't sent with the files: the folder of local files, the title of links if the host takes none, and later choices.
 * @returns results by file code. Missing ones weren't tried, because an earlier one got no response in time
 */
export async function placeFiles(
  { clock }: Pick<UploadsContext, 'clock'>,
  client: UploadsClient,
  due: readonly Upload[],
  files: ReadonlyMap<string, FoundFile | null>,
): Promise<ReadonlyMap<string, Placement>> {
  const placements = new Map<string, Placement>();
  const whole = due.flatMap((upload) => {
    const fileCode = upload.fileCode ?? '';
    const file = files.get(fileCode);
    return file && isWhole(upload, file.size) ? { upload, fileCode, file } : [];
  });
  const inPlace = new Set(whole);
  const toMove = Map.groupBy(whole, ({ upload, file }) => getMissingFolder(upload, file));
  for (const [folderId, group] of toMove) {
    if (folderId === null) continue;
    const codes = group.map(({ fileCode }) => fileCode);
    const sinceMs = earliest(group.map(({ upload }) => upload.createdAtMs));
    const moved = await moveIntoFolder(client, codes, folderId, clock() - sinceMs);
    for (const each of group) {
      const move = moved.get(each.fileCode);
      if (move?.isDone && move.failure === null) continue;
      inPlace.delete(each);
      const { upload, fileCode, file } = each;
      const strandedIn = move?.isDone ? undefined : getStrandedFolder(upload, file);
      if (move) placements.set(fileCode, { ...move, file: { ...file, ...(strandedIn && { strandedIn }) } });
    }
  }
  const titles = new Map<string, string>();
  for (const { upload, fileCode, file } of inPlace) {
    const title = getMissingTitle(upload, file, client);
    if (title !== null) titles.set(fileCode, title);
    else placements.set(fileCode, { isDone: true, failure: null, file });
  }
  for (const [fileCode, { title, ...rename }] of await renameFiles(client, titles)) {
    const file = files.get(fileCode);
    if (file)
      placements.set(fileCode, {
        ...rename,
        file: rename.isDone ? { ...file, title } : { ...file, isUntitled: true },
      });
  }
  return placements;
}

function getMissingFolder(upload: Upload, { folderId }: FoundFile): string | null {
  const { source, folder, pendingChoice } = upload;
  // The upload form of a file may not include one. Elsewhere than in the root, the user has moved the file of a link.
  const isInDoubt = source === 'file' || folderId === rootId;
  const wanted = pendingChoice?.folder ?? (isInDoubt && hasChosenFolder(upload) ? folder : null);
  return wanted === null || wanted.id === folderId ? null : wanted.id;
}

/** Where a file is that couldn't be moved. */
function getStrandedFolder({ source, folder }: Upload, { folderId }: FoundFile): FolderRef {
  if (source === 'file') return rootFolder;
  return folderId == null || folderId === folder.id ? folder : { id: folderId, name: '' };
}

type FileRename = FileMove & Pick<FoundFile, 'title'>;

/** For hosts that take no title with a link, and later choices. Null if the file has its title, or the title was sent with the link. */
function getMissingTitle(
  { source, title, pendingChoice }: Upload,
  file: FoundFile,
  { capabilities }: UploadsClient,
): string | null {
  // The user chose it later, so it must match exactly.
  if (pendingChoice?.title && pendingChoice.title !== title)
    return pendingChoice.title === file.title ? null : pendingChoice.title;
  const wentWithIt = source !== 'link' || capabilities.canSetTitleWhenSending;
  // Chosen again after another title, which the file may have.
  if (title === null || (wentWithIt && pendingChoice?.title !== title)) return null;
  return isTitled(file.title, title) ? null : title;
}

/** Services rewrite titles. */
const isTitled = (shown: string | null, title: string): boolean =>
  shown !== null && mayBeSameTitle(createTitleForms(shown), createTitleForms(title));

/**
 * @param titles by file code
 * @returns the results by file code. Missing ones weren't tried, because an earlier one got no response in time
 * @throws ApiError if the service can't be reached, or the account is the problem
 */
async function renameFiles(
  { files }: UploadsClient,
  titles: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, FileRename>> {
  const renames = new Map<string, FileRename>();
  const pending: string[] = [];
  for (const [fileCode, title] of titles) {
    try {
      await files.rename(fileCode, title, { lane: 'queue' });
      pending.push(fileCode);
    } catch (error) {
      const failure = requireSingleCallFailure(error);
      const isPassing = isUnreachable(failure.code);
      renames.set(fileCode, { isDone: false, failure: isPassing ? failure : null, title: null });
      if (failure.code === 'timeout') break;
    }
  }
  for (const info of pending.length === 0 ? [] : await files.info(pending, { lane: 'polling' })) {
    const title = info.found ? info.title : null;
    const isDone = isTitled(title, titles.get(info.fileCode) ?? '');
    renames.set(info.fileCode, { isDone, failure: info.found ? null : info.error, title });
  }
  return renames;
}
