/** Sets titles once the file exists, for hosts that take no title with a link. */
import { type FileMove, requireSingleCallFailure } from '../file-uploads.ts';
import { createTitleForms, mayBeSameTitle } from '../same-upload.ts';
import type { FoundFile } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { UploadsClient } from '../uploads-context.ts';
import { isUnreachable } from '../waits.ts';

export type FileRename = FileMove & Pick<FoundFile, 'title'>;

/** Null if the file has its title, or the title was sent with the link. */
export function getMissingTitle(
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
export async function renameFiles(
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
