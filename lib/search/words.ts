/**
 * Search as one types: every word counts, in any order, in any case, with or without its accents. Pure.
 *
 * `lib/search`: folding (`fold.ts`), matching words, and marks of what was found (`marks.ts`). Pure. A base module:
 * anything above may import it.
 */
import { foldText } from './fold.ts';

/** A text as it is searched. Making it costs more than searching it, so long lists do it once for each entry. */
export function createSearchText(...parts: readonly (string | null)[]): string {
  return foldText(parts.filter((part) => part !== null).join('\n'));
}

/** The words of what is typed, folded, each once. */
export function splitWords(typed: string): readonly string[] {
  return [...new Set(foldText(typed).split(/\s+/u).filter(Boolean))];
}

/** What is typed, as a test for texts made by `createSearchText`. Nothing typed: everything fits. */
export function createMatcher(typed: string): (text: string) => boolean {
  const words = splitWords(typed);
  return (text) => words.every((word) => text.includes(word));
}

/** An address as people read it, beside how it is written: `caf%C3%A9` is found by “café” and by itself. */
export function decodeAddress(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
