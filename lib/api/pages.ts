/** Walks a list page by page. */
import { AbortedError, InvalidResponseError } from './errors.ts';

/** A service that invents new entries for ever must not keep anybody for ever: 2,000,000 files at 200 a page. */
const maxPages = 10_000;

/**
 * Yields each entry once, until a page is empty or holds only entries that were seen before: the page counts that services
 * give are not reliable (docs/http-api.md, "Lists"). What moves to a later page meanwhile is dropped as a repeat.
 *
 * @param fetchPage gets a page by its number, from 1
 * @throws {AbortedError} also between two entries of one page
 */
export async function* walkPages<T extends { readonly fileCode: string }>(
  endpoint: string,
  signal: AbortSignal | undefined,
  fetchPage: (page: number) => Promise<readonly T[]>,
): AsyncGenerator<T, void, undefined> {
  const facts = { endpoint, msg: null, status: null, mayHaveTakenEffect: false };
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    let anyNew = false;
    for (const entry of await fetchPage(page)) {
      if (seen.has(entry.fileCode)) continue;
      seen.add(entry.fileCode);
      anyNew = true;
      if (signal?.aborted) throw new AbortedError('The walk was cancelled.', facts);
      yield entry;
    }
    if (!anyNew) return;
  }
  throw new InvalidResponseError(`The list does not end after ${maxPages} pages.`, facts);
}
