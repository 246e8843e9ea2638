/** Verifies files that are missing from listings. Only those that the service calls unknown are removed. */
import { type CallOptions, type FileInfo, isAccountError, isApiError } from '../../api/index.ts';
import type { CatalogChange } from '../change.ts';
import { readLastView } from '../columns/number-columns.ts';
import type { AccountSync, ChangeUrgency } from './account-sync.ts';

/** Codes per request. */
export const batchSize = 50;

/** Reads and stores details. Removes files that the service calls unknown if file check doesn't know them either. */
export async function fetchInfo(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  urgency: ChangeUrgency,
): Promise<readonly FileInfo[]> {
  const infos = await readInfos(account, fileCodes, options, urgency);
  const unknown = infos.filter(isReportedUnknown).map(({ fileCode }) => fileCode);
  const stored = unknown.length > 0 ? await account.parts.writer.files(account.id, unknown) : [];
  await removeUnknown(account, stored, options, urgency);
  return infos;
}

/**
 * @param fileCodes of files that a listing lacks, so that one more response proves that they are gone
 * @returns the codes that aren't known to be gone
 */
export async function verifyFiles(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  urgency: ChangeUrgency,
): Promise<readonly string[]> {
  const infos = await readInfos(account, fileCodes, options, urgency);
  const gone = infos.filter(isReportedUnknown).map(({ fileCode }) => fileCode);
  if (gone.length > 0) await account.save({ change: { gone } }, urgency);
  // A code missing from the response proves nothing.
  const open = infos.filter((info) => !info.found && !isReportedUnknown(info));
  const removed = new Set([...gone, ...(await removeUnknown(account, open, options, urgency))]);
  return fileCodes.filter((fileCode) => !removed.has(fileCode));
}

const isReportedUnknown = (info: FileInfo): boolean => !info.found && info.msg !== null;

async function readInfos(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  urgency: ChangeUrgency,
): Promise<readonly FileInfo[]> {
  const { answer } = await account.fetchAndSave(
    ({ files }) => files.info(fileCodes, options),
    (infos) => ({ change: changeFrom(infos, Math.floor(account.parts.clock() / 1_000)) }),
    urgency,
  );
  return answer;
}

/**
 * Removes files that file check doesn't know either.
 * @returns their codes
 */
async function removeUnknown(
  account: AccountSync,
  files: readonly Pick<FileInfo, 'fileCode'>[],
  options: CallOptions,
  urgency: ChangeUrgency,
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const { fileCode } of files) if (await isUnknown(account, fileCode, options)) gone.push(fileCode);
  if (gone.length > 0) await account.save({ change: { gone } }, urgency);
  return gone;
}

/** File info lacks the folder. If a file's details failed, it counts as read and waits for its next turn. */
function changeFrom(infos: readonly FileInfo[], detailsReadAt: number): CatalogChange {
  return {
    patches: infos.map((info) => {
      const { fileCode } = info;
      if (!info.found) return { fileCode, detailsReadAt };
      const { title, size, views, length } = info;
      return { fileCode, title, size, views, length, lastView: readLastView(info), detailsReadAt };
    }),
    players: readPlayers(infos),
  };
}

/** From details only, because listings name other pages. */
export const readPlayers = (infos: readonly FileInfo[]): NonNullable<CatalogChange['players']> =>
  infos.flatMap((info) =>
    info.found && info.protectedEmbed !== null
      ? { fileCode: info.fileCode, address: info.protectedEmbed }
      : [],
  );

async function isUnknown(
  { parts: { client } }: AccountSync,
  fileCode: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    await client.files.check(fileCode, options);
    return false;
  } catch (error) {
    if (isAccountError(error)) throw error;
    // A file that can't be checked may exist, and doesn't block the others.
    return isApiError(error, 'not-found');
  }
}
