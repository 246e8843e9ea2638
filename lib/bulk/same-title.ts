/** Compares titles as services rewrite them (docs/http-api.md, "Values"). Pure. */
import { decodeEntities } from '../api/index.ts';

/**
 * Whether the title that a service shows is the one asked for: but for an extension dropped, "_" and "." turned into
 * spaces, spaces run together, entities. Anything else, letters in another case included, is another title.
 */
export function isSameTitle(shown: string, asked: string): boolean {
  const seen = plain(shown);
  return seen === plain(asked) || seen === plain(asked.replace(/\.[a-z0-9]{1,5}$/i, ''));
}

function plain(title: string): string {
  return decodeEntities(title)
    .normalize('NFC')
    .replace(/[\s\p{Cc}_.]+/gu, ' ')
    .trim();
}
