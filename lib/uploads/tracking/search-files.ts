/** Searches for the files of transfers that have left the service's list. */
import { type FileInfo, NotFoundError } from '../../api/index.ts';
import type { UploadsClient } from '../context.ts';
import type { FoundFile } from '../transitions.ts';
import type { Upload } from '../upload.ts';

/** Delays after each search without a file. After the last one the upload has vanished. */
const retryDelaysMs = [2_000, 8_000, 30_000, 120_000];

/** When to search again; null: this was the last search. */
export function getNextSearchMs({ verification }: Upload, nowMs: number): number | null {
  const delayMs = retryDelaysMs[verification?.misses ?? 0];
  return delayMs === undefined ? null : nowMs + delayMs;
}

/** Whether the next miss is the last: then file check is called too. */
function isLastSearch({ verification }: Upload): boolean {
  return verification !== null && (verification.misses >= retryDelaysMs.length || verification.wasFailed);
}

/**
 * File code → its file; null where there is none.
 *
 * @throws ApiError where the service gives no answer
 */
export async function searchFiles(
  client: UploadsClient,
  uploads: readonly Upload[],
): Promise<ReadonlyMap<string, FoundFile | null>> {
  const files = await fetchFileInfo(
    client,
    uploads.flatMap(({ fileCode }) => fileCode ?? []),
  );
  const found = new Map<string, FoundFile | null>();
  for (const upload of uploads) {
    const { fileCode } = upload;
    if (fileCode === null) continue;
    const file = files.find((each) => each.fileCode === fileCode);
    if (file?.found) {
      const { title, size, singleImage: imageUrl } = file;
      found.set(fileCode, { title, size, imageUrl });
    } else found.set(fileCode, isLastSearch(upload) ? await checkFile(client, fileCode) : null);
  }
  return found;
}

/** A service may answer "not found" to a batch because of one code: then each is requested alone. */
async function fetchFileInfo(
  client: UploadsClient,
  fileCodes: readonly string[],
): Promise<readonly FileInfo[]> {
  try {
    return await client.files.info(fileCodes, { lane: 'polling' });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (fileCodes.length === 1) return [];
    return (await Promise.all(fileCodes.map((fileCode) => fetchFileInfo(client, [fileCode])))).flat();
  }
}

/** File check confirms that a file is gone. */
async function checkFile(client: UploadsClient, fileCode: string): Promise<FoundFile | null> {
  try {
    const { active } = await client.files.check(fileCode, { lane: 'polling' });
    return active ? { title: null, size: null } : null;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
