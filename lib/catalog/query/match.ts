/**
 * Which of some titles have all words that are wanted, and how well each fits: looked for from place to place in the one
 * text that a block's titles make, folded. Pure.
 */
import { blockSize, type Lines } from '../columns/block.ts';
import { slotOf } from '../columns/rows.ts';
import type { Contents } from './contents.ts';
import type { Rows } from './snapshot.ts';

export interface Wanted {
  /** Folded. */
  readonly words: readonly string[];
  /** Everything that was typed, folded. */
  readonly phrase: string;
}

/** How a title fits, the best first; within each, the nearer to its start the better. */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** From here on, all places are equally far from the start. */
const far = 127;
/** One score for each fit and place, the lowest the best. */
const scoreOf = (how: number, place: number) => how * (far + 1) + Math.min(place, far);

/** @param score below 512, the lowest the best */
type Tell = (row: number, score: number) => void;

/** @param rows where to look, ascending; hits are told in the same order */
export function eachHit({ blocks }: Contents, wanted: Wanted, rows: Rows, tell: Tell): void {
  let at = 0;
  for (const [number, { folded: lines }] of blocks.entries()) {
    const first = at;
    while (at < rows.length && (rows[at] ?? 0) < (number + 1) * blockSize) at += 1;
    if (at > first) scan(lines, wanted, rows.subarray(first, at), tell);
  }
}

/**
 * Tells of those of a block's rows that have all words. Each word's next place is known; no line before the furthest of
 * them can have all, so the others are looked for from there on, and no word is looked for twice in the same stretch.
 */
function scan({ text, starts }: Lines, { words, phrase }: Wanted, rows: Rows, tell: Tell): void {
  const places: number[] = words.map(() => nowhere);
  let furthest = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const line = slotOf(row);
    const end = (starts[line + 1] ?? 0) - 1;
    if (end <= furthest) continue;
    const start = starts[line] ?? 0;
    furthest = reach(text, words, places, start);
    if (furthest === nowhere) return;
    if (furthest < end) tell(row, scoreAt({ text, start, end }, words, places, phrase));
  }
}

const nowhere = -1;

/** Moves on the words whose place lies before `from`, and gives the furthest place; `nowhere` where a word has no more. */
function reach(text: string, words: readonly string[], places: number[], from: number): number {
  let furthest = from;
  for (let index = 0; index < words.length; index += 1) {
    let place = places[index] ?? nowhere;
    if (place < from) place = text.indexOf(words[index] ?? '', from);
    if (place === nowhere) return nowhere;
    places[index] = place;
    if (place > furthest) furthest = place;
  }
  return furthest;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

/** How a line fits that has all words: each where `places` says, or first there. */
function scoreAt(line: Line, words: readonly string[], places: readonly number[], phrase: string): number {
  const { text, start, end } = line;
  // The phrase begins with the first word.
  if (places[0] === start && text.startsWith(phrase, start))
    return scoreOf(start + phrase.length === end ? fit.whole : fit.start, 0);
  let [first, nearest, isInside] = [end, end, false];
  for (let index = 0; index < words.length; index += 1) {
    const place = places[index] ?? end;
    const begun = wordStart(line, words[index] ?? '', place);
    if (begun === nowhere) isInside = true;
    else if (begun < nearest) nearest = begun;
    if (place < first) first = place;
  }
  return isInside ? scoreOf(fit.inside, first - start) : scoreOf(fit.wordStarts, nearest - start);
}

/** The first place, from the one given on, where a word begins with this one; `nowhere` where there is none in the line. */
function wordStart({ text, start, end }: Line, word: string, first: number): number {
  for (let place = first; place !== nowhere && place < end; place = text.indexOf(word, place + 1))
    if (place === start || !isLetter(text.charCodeAt(place - 1))) return place;
  return nowhere;
}

/** Letters and digits. Beyond ASCII everything is one but for spaces and punctuation, as far as they lie together. */
export function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f);
}
