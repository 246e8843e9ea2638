/** Compares titles that services rewrite (docs/http-api.md, "Values"). Pure. */
import { cleanText, decodeEntities } from '../api/index.ts';

/** Ignores a dropped extension, "_" and "." turned into spaces, repeated spaces, and entities. Case matters. */
export function isSameTitle(shown: string, requested: string): boolean {
  const seen = normalizeTitle(shown);
  return (
    seen === normalizeTitle(requested) || seen === normalizeTitle(requested.replace(/\.[a-z0-9]{1,5}$/i, ''))
  );
}

function normalizeTitle(title: string): string {
  return cleanText(decodeEntities(title))
    .replace(/[\s_.]+/gu, ' ')
    .trim();
}
