/** Verifies files that are missing from listings: only those that the service calls unknown are removed. */
import { type CallOptions, type FileInfo, isAccountError, isApiError } from '../../api/index.ts';
import type { CatalogChange } from '../change.ts';
import { readLastView } from '../columns/number-columns.ts';
import type { AccountSync, ChangeUrgency } from './account-sync.ts';

/** Codes in one request. */
export const batchSize = 50;

export async function fetchInfo(
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

/** @returns the codes that are not known to be gone */
export async function verifyFiles(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  urgency: ChangeUrgency,
): Promise<readonly string[]> {
  const answer = await fetchInfo(account, fileCodes, options, urgency);
  // A code missing from the answer proves nothing.
  const unanswered = answer.filter((info) => !info.found && info.msg === null);
  const gone: string[] = [];
  for (const { fileCode } of unanswered) {
    if (await isUnknown(account, fileCode, options)) gone.push(fileCode);
  }
  if (gone.length > 0) await account.save({ change: { gone } }, urgency);
  const present = answer.filter((info) => info.found || info.msg === null).map(({ fileCode }) => fileCode);
  return present.filter((fileCode) => !gone.includes(fileCode));
}

/** File info lacks the folder. A file that could not be asked for has been asked for: it waits for its next turn. */
function changeFrom(infos: readonly FileInfo[], detailsReadAt: number): CatalogChange {
  return {
    patches: infos.map((info) => {
      const { fileCode } = info;
      if (!info.found) return { fileCode, detailsReadAt };
      const { title, size, views, length } = info;
      return { fileCode, title, size, views, length, lastView: readLastView(info), detailsReadAt };
    }),
    players: readPlayers(infos),
    gone: infos.flatMap((info) => (!info.found && info.msg !== null ? info.fileCode : [])),
  };
}

/** Of files in detail: listings name other pages. */
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
    // A file that cannot be checked may exist, and does not block the others.
    return isApiError(error, 'not-found');
  }
}
