/** Searches for files of transfers that left the list, seem finished in it, or aren't reported at all. */

import { ApiError, type FoundFile as FileDetails, isAccountError, isApiError } from '../../api/index.ts';
import { earliest } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { FoundFile } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { UploadsClient } from '../uploads-context.ts';
import { isSingleCallFailure } from '../waits.ts';
import { getNextSearchMs, type SearchResult } from './judge-file.ts';

/** How far a listing goes back beyond an upload's age, because services may date files by their start or another clock. */
const marginMinutes = 24 * 60;
const maxFiles = 2_000;

/**
 * @returns by file code
 * @throws ApiError if the service responds for no file
 */
export async function searchFiles(
  client: UploadsClient,
  uploads: readonly Upload[],
  nowMs: EpochMs,
): Promise<ReadonlyMap<string, SearchResult>> {
  const infos = await client.files.info(
    uploads.flatMap(({ fileCode }) => fileCode ?? []),
    { lane: 'polling' },
  );
  const byCode = new Map(infos.map((info) => [info.fileCode, info]));
  const results = new Map<string, SearchResult>();
  for (const upload of uploads) {
    const info = byCode.get(upload.fileCode ?? '');
    if (info === undefined) continue;
    if (info.found) results.set(info.fileCode, toFoundFile(info));
    else if (info.error || isLastSearch(upload, nowMs))
      results.set(info.fileCode, await checkFile(client, info.fileCode));
    else results.set(info.fileCode, null);
  }
  const missing = uploads.filter((upload) => {
    const result = results.get(upload.fileCode ?? '');
    return result instanceof ApiError || (result === null && isLastSearch(upload, nowMs));
  });
  if (missing.length > 0)
    for (const [fileCode, file] of await listFiles(client, missing, nowMs)) results.set(fileCode, file);
  return results;
}

/** The last search also asks file check and the list of files. */
const isLastSearch = (upload: Upload, nowMs: EpochMs): boolean =>
  upload.verification !== null && getNextSearchMs(upload, nowMs) === null;

/** Searches the list for files that neither file info nor file check finds. */
async function listFiles(
  client: UploadsClient,
  uploads: readonly Upload[],
  nowMs: EpochMs,
): Promise<ReadonlyMap<string, FoundFile>> {
  const codes = new Set(uploads.map(({ fileCode }) => fileCode));
  const ageMs = nowMs - earliest(uploads.map(({ createdAtMs }) => createdAtMs));
  const createdWithinMinutes = marginMinutes + Math.ceil(ageMs / 60_000);
  const found = new Map<string, FoundFile>();
  let count = 0;
  try {
    for await (const file of client.files.iterate({ createdWithinMinutes }, { lane: 'polling' })) {
      const { fileCode, title, singleImage: imageUrl, canPlay } = file;
      if (codes.delete(fileCode)) found.set(fileCode, { title, size: null, imageUrl, canPlay });
      count += 1;
      if (codes.size === 0 || count === maxFiles) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError && isSingleCallFailure(error.code))) throw error;
  }
  return found;
}

const toFoundFile = ({ title, size, singleImage: imageUrl, canPlay, folderId }: FileDetails): FoundFile => ({
  title,
  size,
  imageUrl,
  canPlay,
  folderId,
});

async function checkFile(client: UploadsClient, fileCode: string): Promise<SearchResult> {
  try {
    const { active } = await client.files.check(fileCode, { lane: 'polling' });
    return active ? { title: null, size: null } : null;
  } catch (error) {
    if (isApiError(error, 'not-found')) return null;
    if (isAccountError(error)) throw error;
    return error as ApiError;
  }
}
