/** Finds and scores the titles that contain all search terms, in the folded text of a block's titles. Pure. */

import type { Lines } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { getSlot } from '../columns/file-ids.ts';
import type { CatalogContents } from './contents.ts';
import type { FileIds } from './file-filter.ts';

export interface SearchTerms {
  /** Folded. */
  readonly words: readonly string[];
  /** The whole query, folded. */
  readonly phrase: string;
}

/** Best first, then by distance from the start. A number that continues is `inside`: "1" in "episode 10" or "1080p". */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** In characters. Larger distances count as this one. */
const maxDistance = 127;
const toScore = (how: number, position: number) => how * (maxDistance + 1) + Math.min(position, maxDistance);

/** @param score below 512, lower is better */
type OnMatch = (fileId: number, score: number) => void;

/** @param fileIds candidates, ascending. Matches are reported in this order */
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
 * Tracks each word's next position. No line before the furthest can have all words, so the search continues there, and no text is scanned
 * twice for a word.
 */
function scanBlock(
  { text, starts }: Lines,
  { words, phrase }: SearchTerms,
  fileIds: FileIds,
  onMatch: OnMatch,
): void {
  const positions: number[] = words.map(() => notFound);
  // One object for all lines creates less garbage.
  const line: Line = { text, start: 0, end: 0 };
  let furthest = 0;
  for (let at = 0; at < fileIds.length; at += 1) {
    const fileId = fileIds[at] ?? 0;
    const slot = getSlot(fileId);
    line.end = (starts[slot + 1] ?? 0) - 1;
    if (line.end <= furthest) continue;
    line.start = starts[slot] ?? 0;
    furthest = advancePositions(text, words, positions, line.start);
    if (furthest === notFound) return;
    if (furthest < line.end) onMatch(fileId, scoreAt(line, words, positions, phrase));
  }
}

const notFound = -1;

/** Advances positions that are before `from`. Returns the furthest, or `notFound` if a word doesn't occur again. */
function advancePositions(text: string, words: readonly string[], positions: number[], from: number): number {
  let furthest = from;
  for (let index = 0; index < words.length; index += 1) {
    let position = positions[index] ?? notFound;
    if (position < from) position = text.indexOf(words[index] ?? '', from);
    if (position === notFound) return notFound;
    positions[index] = position;
    if (position > furthest) furthest = position;
  }
  return furthest;
}

interface Line {
  readonly text: string;
  start: number;
  /** Exclusive. */
  end: number;
}

/** Of a line that has all words. `positions` has the first occurrence of each. */
function scoreAt(
  line: Readonly<Line>,
  words: readonly string[],
  positions: readonly number[],
  phrase: string,
): number {
  const { text, start, end } = line;
  // The phrase begins with the first word.
  if (positions[0] === start && text.startsWith(phrase, start) && !isNumberCut(text, start + phrase.length))
    return toScore(start + phrase.length === end ? fit.whole : fit.start, 0);
  let [first, nearest, isInside] = [end, end, false];
  for (let index = 0; index < words.length; index += 1) {
    const position = positions[index] ?? end;
    const begun = findWordStart(line, words[index] ?? '', position);
    if (begun === notFound) isInside = true;
    else if (begun < nearest) nearest = begun;
    if (position < first) first = position;
  }
  return isInside ? toScore(fit.inside, first - start) : toScore(fit.wordStarts, nearest - start);
}

/** From `first` on, where a word of the line starts with this one, or `notFound`. */
function findWordStart({ text, start, end }: Readonly<Line>, word: string, first: number): number {
  for (
    let position = first;
    position !== notFound && position < end;
    position = text.indexOf(word, position + 1)
  )
    if (
      (position === start || !isLetter(text.charCodeAt(position - 1))) &&
      !isNumberCut(text, position + word.length)
    )
      return position;
  return notFound;
}

const isNumberCut = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 1));

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Letters and digits. Outside ASCII, all but the main blocks of spaces and punctuation. */
export function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f);
}
