import { type CallOptions, type FilePage, type FileQuery, isApiError } from '../../api/index.ts';
import type { SyncClient } from './account-sync.ts';

/**
 * One empty response or refusal doesn't prove the end, so if more is expected, the page is requested again. `list` does so for the first
 * page.
 */
export async function listPage(
  { files }: SyncClient,
  query: FileQuery,
  options: CallOptions,
  isExpected: () => boolean,
): Promise<FilePage> {
  const answer = await files.list(query, options).catch((error: unknown) => {
    if (!isApiError(error, 'refused', 'not-found') || !isExpected()) throw error;
    return files.list(query, options);
  });
  const isEmpty = answer.files.length + answer.skipped === 0;
  return isEmpty && isExpected() ? files.list(query, options) : answer;
}
