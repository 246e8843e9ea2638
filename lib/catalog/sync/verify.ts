/** Asks after files that no listing shows any more: only what the service itself calls unknown is taken out. */
import { ApiError, type CallOptions, type FileInfo, type FoundFile } from '../../api/index.ts';
import type { CatalogChange } from '../change.ts';
import type { AccountSync, Haste } from './account-sync.ts';

/** Codes that one request can ask for. */
export const batchSize = 50;

/** What the service says of files; it is written down. */
export async function ask(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  haste: Haste,
): Promise<readonly FileInfo[]> {
  const { answer } = await account.learn(
    ({ files }) => files.info(fileCodes, options),
    (infos) => ({ change: said(infos) }),
    haste,
  );
  return answer;
}

/** @returns the codes of those that are still there, as far as anybody knows */
export async function verify(
  account: AccountSync,
  fileCodes: readonly string[],
  options: CallOptions,
  haste: Haste,
): Promise<readonly string[]> {
  const answer = await ask(account, fileCodes, options, haste);
  // An answer that passes over a code proves nothing.
  const passedOver = answer.filter((info) => !info.found && info.msg === null);
  const gone: string[] = [];
  for (const { fileCode } of passedOver) {
    if (await isUnknown(account, fileCode, options)) gone.push(fileCode);
  }
  if (gone.length > 0) await account.save({ change: { gone } }, haste);
  const there = answer.filter((info) => info.found || info.msg === null).map(({ fileCode }) => fileCode);
  return there.filter((fileCode) => !gone.includes(fileCode));
}

function said(infos: readonly FileInfo[]): CatalogChange {
  return {
    patches: infos.flatMap((info) => (info.found ? patchOf(info) : [])),
    gone: infos.flatMap((info) => (!info.found && info.msg !== null ? info.fileCode : [])),
  };
}

/** What file info tells; it does not tell the folder. */
function patchOf({ fileCode, title, size, views, length }: FoundFile) {
  return {
    fileCode,
    title: title || undefined,
    size: size ?? undefined,
    views: views ?? undefined,
    length: length ?? undefined,
  };
}

async function isUnknown(
  { parts: { client } }: AccountSync,
  fileCode: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    await client.files.check(fileCode, options);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return true;
    throw error;
  }
}
