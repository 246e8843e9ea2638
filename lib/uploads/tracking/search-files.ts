/** Searches for the files of transfers that have left the service's list, or that seem finished in it. */
import { type ApiError, type FoundFile as FileDetails, isAccountError, isApiError } from '../../api/index.ts';
import type { FoundFile } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { UploadsClient } from '../uploads-context.ts';

/** Delays after each search without a file. After the last one the upload has vanished. */
const retryDelaysMs = [2_000, 8_000, 30_000, 120_000];
/** The same while the service fails at this file: it may be there. */
const failureDelaysMs = [...retryDelaysMs, 600_000, 1_800_000, 3_600_000, 3_600_000, 3_600_000];

/** Its file; null where there is none; the error where the service fails at this file. */
export type SearchResult = FoundFile | ApiError | null;

/** When to search again; null: this was the last search. */
export function getNextSearchMs({ verification }: Upload, nowMs: number, hasFailed = false): number | null {
  const delayMs = (hasFailed ? failureDelaysMs : retryDelaysMs)[verification?.misses ?? 0];
  return delayMs === undefined ? null : nowMs + delayMs;
}

/** Whether the next miss is the last: then file check is called too. */
const isLastSearch = ({ verification }: Upload): boolean =>
  verification !== null && verification.misses >= retryDelaysMs.length;

/** File code → what became of it. @throws ApiError where the service answers for no file */
export async function searchFiles(
  client: UploadsClient,
  uploads: readonly Upload[],
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
    else if (info.error || isLastSearch(upload))
      results.set(info.fileCode, await checkFile(client, info.fileCode));
    else results.set(info.fileCode, null);
  }
  return results;
}

const toFoundFile = ({ title, size, singleImage: imageUrl, canPlay }: FileDetails): FoundFile => ({
  title,
  size,
  imageUrl,
  canPlay,
});

/** File check confirms that a file is gone, or there. */
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
