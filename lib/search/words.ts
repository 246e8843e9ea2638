/** `lib/search`: every word counts, in any order. Folding (`fold.ts`), typos (`similar.ts`), and `match-ranges.ts`. */
import { foldText } from './fold.ts';

/** Folding costs more than searching, so long lists do it once for each entry. */
export const createSearchText = (...parts: readonly (string | null)[]): string =>
  foldText(parts.filter((part) => part !== null).join('\n'));

export const splitWords = (typed: string): readonly string[] =>
  [...new Set(foldText(typed).split(/\s+/u))].filter(Boolean);

/** Words with a leading dash must not occur. A single dash is still being typed. */
export function splitExclusions(typed: string) {
  const [words, excluded]: [string[], string[]] = [[], []];
  for (const word of splitWords(typed)) {
    if (!word.startsWith('-')) words.push(word);
    else if (/[^-]/.test(word)) excluded.push(word.replace(/^-+/, ''));
  }
  return { words, excluded };
}

/** For texts from `createSearchText`. An empty query matches everything. */
export function createMatcher(typed: string): (text: string) => boolean {
  const words = splitWords(typed);
  return (text) => words.every((word) => text.includes(word));
}

export function decodeAddress(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
