import { ApiError, isApiError } from './errors.ts';

/** Stops an endless list: 2,000,000 files at 200 per page. */
const maxPages = 10_000;

/**
 * Yields each entry once, until a page has no new entry, because page counts are unreliable (docs/http-api.md, "Lists"). Some services
 * refuse a page after the last one.
 * @param fetchPage fetches a page, counted from 1. Rejects once the signal is aborted
 * @param mayBeAll whether the pages so far may be the whole list
 */
export async function* paginate<T extends { readonly fileCode: string }>(
  endpoint: string,
  signal: AbortSignal | undefined,
  fetchPage: (page: number) => Promise<readonly T[]>,
  mayBeAll = () => true,
): AsyncGenerator<T, void, undefined> {
  const facts = { endpoint, msg: null, status: null, mayHaveTakenEffect: false };
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    let hasNewEntry = false;
    let entries = await fetchPage(page).catch((error: unknown) => {
      if (page > 1 && isApiError(error, 'not-found', 'refused') && mayBeAll()) return [];
      throw error;
    });
    // One empty response proves nothing.
    if (page === 1 && entries.length === 0) entries = await fetchPage(page);
    for (const entry of entries) {
      if (seen.has(entry.fileCode)) continue;
      seen.add(entry.fileCode);
      hasNewEntry = true;
      // Rejects with the error of the abort.
      if (signal?.aborted) await fetchPage(page);
      yield entry;
    }
    if (!hasNewEntry) return;
  }
  throw new ApiError('invalid-response', 'The list does not end.', facts);
}
