/** Titles of links at hosts that take none with a link: they are set once the file is there, and read back. */
import { type FileMove, readOfOneCall } from '../file-uploads.ts';
import { createTitleForms, mayBeSameTitle } from '../same-upload.ts';
import type { FoundFile } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { UploadsClient } from '../uploads-context.ts';
import { isUnreachable } from '../waits.ts';

/** `isThere`: the title. */
export type FileRename = FileMove & Pick<FoundFile, 'title'>;

/** The title that a file has yet to get; null where it has it, or went with it. */
export function getMissingTitle(
  { source, title, later }: Upload,
  file: FoundFile,
  { capabilities }: UploadsClient,
): string | null {
  // Chosen since, to the letter.
  if (later?.title && later.title !== title) return later.title === file.title ? null : later.title;
  const wentWithIt = source !== 'link' || capabilities.canSetTitleWhenSending;
  // Chosen again after another one, which the file may have got.
  if (title === null || (wentWithIt && later?.title !== title)) return null;
  return isTitled(file.title, title) ? null : title;
}

/** Services write titles in their own way. */
const isTitled = (shown: string | null, title: string): boolean =>
  shown !== null && mayBeSameTitle(createTitleForms(shown), createTitleForms(title));

/**
 * @param titles by file code
 * @returns what became of each; one that is missing was not tried, because one before it got no answer in time
 * @throws ApiError where the service cannot be reached, or it is about the account
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
      const failure = readOfOneCall(error);
      const isPassing = isUnreachable(failure.code);
      renames.set(fileCode, { isThere: false, failure: isPassing ? failure : null, title: null });
      if (failure.code === 'timeout') break;
    }
  }
  for (const info of pending.length === 0 ? [] : await files.info(pending, { lane: 'polling' })) {
    const title = info.found ? info.title : null;
    const isThere = isTitled(title, titles.get(info.fileCode) ?? '');
    renames.set(info.fileCode, { isThere, failure: info.found ? null : info.error, title });
  }
  return renames;
}
