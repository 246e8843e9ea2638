/** The ranges of a displayed text that match a search. Pure. */
import { foldText } from './fold.ts';
import { splitWords } from './words.ts';

/** In code units, without the last one. */
type MatchRange = readonly [from: number, to: number];

/** In order. Adjacent ranges are merged. A match inside a letter covers the whole letter. */
export function findMatchRanges(text: string, typed: string): readonly MatchRange[] {
  const words = splitWords(typed);
  if (words.length === 0) return [];
  const { fold, shownAt } = mapFolding(text);
  const found = words.flatMap((word) => findAll(word, fold));
  const ranges: [number, number][] = [];
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const [start, end] = [shownAt(from), shownAt(to - 1, 'end')];
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function findAll(word: string, text: string): MatchRange[] {
  const ranges: MatchRange[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    ranges.push([at, at + word.length]);
  return ranges;
}

/** The folded text, and for each index in it the start or end of its letter in the displayed text. */
function mapFolding(text: string) {
  if (isAligned(text)) {
    const shownAt = (at: number, side = 'start') => (side === 'start' ? at : at + 1);
    return { fold: foldText(text), shownAt };
  }
  const origins: { readonly start: number; readonly end: number }[] = [];
  let fold = '';
  for (const { 0: shown, index: start } of text.matchAll(letter)) {
    fold += foldText(shown);
    while (origins.length < fold.length) origins.push({ start, end: start + shown.length });
  }
  const shownAt = (at: number, side: 'start' | 'end' = 'start') => origins[at]?.[side] ?? text.length;
  return { fold, shownAt };
}

/** Most titles: each code unit is a separate letter, and stays one. */
const isAligned = (text: string): boolean =>
  !combined.test(text) && (text.match(beyondAscii) ?? []).every((unit) => foldText(unit).length === 1);

const combined = /[\p{M}\u0e33\u0eb3\uff9e\uff9f\u{10000}-\u{10ffff}]/u;
const beyondAscii = /[^\0-\x7f]/g;

/**
 * A base letter with its marks, including those of half-width kana and the Thai and Lao "am", which Unicode calls letters. Invisible
 * characters and tatweel may be among the marks.
 */
const attached = String.raw`\p{M}\u0e33\u0eb3\uff9e\uff9f\p{Cf}\p{DI}\u0640`;
const letter = new RegExp(`[^${attached}][${attached}]*|[${attached}]+`, 'gu');
