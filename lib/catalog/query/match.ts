/** Finds the titles that contain all search terms and scores them, in the folded text of a block's titles. Pure. */

import type { Lines } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { slotOf } from '../columns/file-ids.ts';
import type { CatalogContents } from './contents.ts';
import type { FileIds } from './file-filter.ts';

export interface SearchTerms {
  /** Folded. */
  readonly words: readonly string[];
  /** The whole query, folded. */
  readonly phrase: string;
}

/** Best first, then by distance from the start. A number that continues in the title is `inside`: "1" in "episode 10" or "1080p". */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** In characters. Larger distances from the start count as this. */
const maxDistance = 127;
const scoreOf = (how: number, place: number) => how * (maxDistance + 1) + Math.min(place, maxDistance);

/** @param score below 512, lower is better */
type OnMatch = (fileId: number, score: number) => void;

/** @param fileIds candidates, ascending. Matches are reported in the same order */
export function forEachMatch(
  { blocks }: CatalogContents,
  wanted: SearchTerms,
  fileIds: FileIds,
  onMatch: OnMatch,
): void {
  let at = 0;
  for (const [number, { folded: lines }] of blocks.entries()) {
    const first = at;
    while (at < fileIds.length && (fileIds[at] ?? 0) < (number + 1) * blockSize) at += 1;
    if (at > first) scanBlock(lines, wanted, fileIds.subarray(first, at), onMatch);
  }
}

/**
 * Reports the files of a block whose titles have all words. It tracks each word's next place. No line before the furthest of them can have
 * all words, so the search continues from there. No part of the text is scanned twice for a word.
 */
function scanBlock(
  { text, starts }: Lines,
  { words, phrase }: SearchTerms,
  fileIds: FileIds,
  onMatch: OnMatch,
): void {
  const places: number[] = words.map(() => notFound);
  // One object for all lines, to create less garbage.
  const line: Line = { text, start: 0, end: 0 };
  let furthest = 0;
  for (let at = 0; at < fileIds.length; at += 1) {
    const fileId = fileIds[at] ?? 0;
    const slot = slotOf(fileId);
    line.end = (starts[slot + 1] ?? 0) - 1;
    if (line.end <= furthest) continue;
    line.start = starts[slot] ?? 0;
    furthest = advancePlaces(text, words, places, line.start);
    if (furthest === notFound) return;
    if (furthest < line.end) onMatch(fileId, scoreAt(line, words, places, phrase));
  }
}

const notFound = -1;

/** Advances the places that are before `from`. Returns the furthest one, or `notFound` if a word doesn't occur again. */
function advancePlaces(text: string, words: readonly string[], places: number[], from: number): number {
  let furthest = from;
  for (let index = 0; index < words.length; index += 1) {
    let place = places[index] ?? notFound;
    if (place < from) place = text.indexOf(words[index] ?? '', from);
    if (place === notFound) return notFound;
    places[index] = place;
    if (place > furthest) furthest = place;
  }
  return furthest;
}

interface Line {
  readonly text: string;
  start: number;
  /** Exclusive. */
  end: number;
}

/** The score of a line that has all words, the first occurrence of each at `places`. */
function scoreAt(
  line: Readonly<Line>,
  words: readonly string[],
  places: readonly number[],
  phrase: string,
): number {
  const { text, start, end } = line;
  // The phrase begins with the first word.
  if (places[0] === start && text.startsWith(phrase, start) && !isNumberCut(text, start + phrase.length))
    return scoreOf(start + phrase.length === end ? fit.whole : fit.start, 0);
  let [first, nearest, isInside] = [end, end, false];
  for (let index = 0; index < words.length; index += 1) {
    const place = places[index] ?? end;
    const begun = findWordStart(line, words[index] ?? '', place);
    if (begun === notFound) isInside = true;
    else if (begun < nearest) nearest = begun;
    if (place < first) first = place;
  }
  return isInside ? scoreOf(fit.inside, first - start) : scoreOf(fit.wordStarts, nearest - start);
}

/** The first place from `first` at which a word of the line starts with this one, or `notFound`. */
function findWordStart({ text, start, end }: Readonly<Line>, word: string, first: number): number {
  for (let place = first; place !== notFound && place < end; place = text.indexOf(word, place + 1))
    if ((place === start || !isLetter(text.charCodeAt(place - 1))) && !isNumberCut(text, place + word.length))
      return place;
  return notFound;
}

const isNumberCut = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 1));

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Letters and digits. Outside ASCII: everything but the main blocks of spaces and punctuation. */
export function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f);
}
