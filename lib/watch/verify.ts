/** Searches for the files of transfers that have left the service's list. */
import { NotFoundError } from '../api/index.ts';
import { type FoundFile, isLastTry } from './reconcile.ts';
import type { WatchedTransfer } from './transfer.ts';

/** The calls of `lib/api`'s client that a search makes. */
export interface VerifyClient {
  readonly files: {
    info(fileCodes: readonly string[], options: { lane: 'watch' }): Promise<readonly SearchedFile[]>;
    check(fileCode: string, options: { lane: 'watch' }): Promise<{ readonly active: boolean }>;
  };
}

type SearchedFile = { readonly fileCode: string } & (
  | ({ readonly found: true } & FoundFile)
  | { readonly found: false }
);

/**
 * File code → its file; null where there is none.
 *
 * @throws ApiError where the service gives no answer: then nothing is known
 */
export async function searchFiles(
  client: VerifyClient,
  transfers: readonly WatchedTransfer[],
): Promise<ReadonlyMap<string, FoundFile | null>> {
  const files = await infoOf(
    client,
    transfers.map(({ fileCode }) => fileCode),
  );
  const found = new Map<string, FoundFile | null>();
  for (const transfer of transfers) {
    const { fileCode } = transfer;
    const file = files.find((each) => each.fileCode === fileCode);
    if (file?.found) found.set(fileCode, { title: file.title, size: file.size });
    else found.set(fileCode, isLastTry(transfer) ? await secondOpinion(client, fileCode) : null);
  }
  return found;
}

/** A service may answer "not found" to the whole question because of one code: then each is asked for alone. */
async function infoOf(client: VerifyClient, fileCodes: readonly string[]): Promise<readonly SearchedFile[]> {
  try {
    return await client.files.info(fileCodes, { lane: 'watch' });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (fileCodes.length === 1) return [];
    return (await Promise.all(fileCodes.map((fileCode) => infoOf(client, [fileCode])))).flat();
  }
}

/** Before a transfer is called gone, file check is asked too. */
async function secondOpinion(client: VerifyClient, fileCode: string): Promise<FoundFile | null> {
  try {
    const { active } = await client.files.check(fileCode, { lane: 'watch' });
    return active ? { title: null, size: null } : null;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
