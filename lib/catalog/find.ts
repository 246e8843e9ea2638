/**
 * The search over all titles, quick enough to run with every key that is pressed: titles are folded once, a block at a
 * time, into one text in which the words are looked for from place to place. Every hit is given, none is cut off. Pure.
 */
import { folded } from '../search/fold.ts';
import { wordsOf } from '../search/words.ts';
import { blockSize, type Lines } from './block.ts';
import type { Contents } from './contents.ts';
import { isOpen, rowsIn } from './filter.ts';
import type { FileFilter, Rows } from './snapshot.ts';
import { newestFirst } from './sort.ts';

interface Wanted {
  /** Folded. */
  readonly words: readonly string[];
  /** Everything that was typed, folded. */
  readonly phrase: string;
}

/** How a title fits, the best first; within each, the nearer to its start the better. */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** From here on, all places are equally far from the start. */
const far = 127;
/** One score for each fit and place, from 1 up, the lowest the best. 0 is no hit. */
const scoreOf = (how: number, place: number) => how * (far + 1) + Math.min(place, far) + 1;
const scores = scoreOf(fit.inside, far) + 1;

/** What single letters find, worked out ahead: most titles have them, so that nothing else takes as long. */
const ofLetters = new WeakMap<Contents, Map<string, Rows>>();
/** In fewer places, a letter is found quickly enough. */
const manyPlaces = 10_000;

/** Files whose title has every word, the best first, of equal ones the newest. Nothing typed: all that pass the filter. */
export function search(contents: Contents, typed: string, filter: FileFilter = {}): Rows {
  const words = wordsOf(typed);
  if (words.length === 0) return rowsIn(contents, filter);
  const phrase = folded(typed).trim().replaceAll(/\s+/gu, ' ');
  const rows = ofLetters.get(contents)?.get(phrase) ?? found(contents, { words, phrase });
  return isOpen(filter) ? rows : only(rows, rowsIn(contents, filter));
}

/**
 * Works out what searches need beside what is typed, so that the first key finds it ready.
 *
 * @param turn gives others theirs; false: nobody needs it any more
 */
export async function prepareSearch(contents: Contents, turn: () => Promise<boolean>): Promise<void> {
  const places = new Uint32Array(0x10000);
  for (const block of contents.blocks) {
    if (!(await turn())) return;
    const { text, starts } = block.folded;
    for (let at = 0; at < (starts.at(-1) ?? 1) - 1; at += 1) {
      const unit = text.charCodeAt(at);
      places[unit] = (places[unit] ?? 0) + 1;
    }
  }
  const known = ofLetters.get(contents) ?? new Map<string, Rows>();
  ofLetters.set(contents, known);
  for (const [unit, count] of places.entries()) {
    const letter = String.fromCharCode(unit);
    if (count < manyPlaces || !isLetter(unit) || known.has(letter)) continue;
    if (!(await turn())) return;
    known.set(letter, found(contents, { words: [letter], phrase: letter }));
  }
}

function found(contents: Contents, wanted: Wanted): Rows {
  const scored = new Uint16Array(contents.blocks.length * blockSize);
  for (const [number, block] of contents.blocks.entries())
    scan(block.folded, wanted, scored.subarray(number * blockSize, (number + 1) * blockSize));
  return bestFirst(scored, newestFirst(contents));
}

/**
 * Scores the lines that have all words. Each word's next place is known; no line before the furthest of them can have
 * all, so the others are looked for from there on, and no word is looked for twice in the same stretch.
 */
function scan({ text, starts }: Lines, { words, phrase }: Wanted, scored: Uint16Array): void {
  const places: number[] = words.map(() => -1);
  let line = 0;
  let furthest = reach(text, words, places, 0);
  while (furthest !== nowhere) {
    while ((starts[line + 1] ?? 0) <= furthest) line += 1;
    const [start, next] = [starts[line] ?? 0, starts[line + 1] ?? 0];
    furthest = reach(text, words, places, start);
    if (furthest === nowhere || furthest >= next) continue;
    scored[line] = scoreAt({ text, start, end: next - 1 }, words, places, phrase);
    furthest = reach(text, words, places, next);
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

function scoreAt(line: Line, words: readonly string[], places: readonly number[], phrase: string): number {
  const { text, start, end } = line;
  if (text.startsWith(phrase, start))
    return scoreOf(start + phrase.length === end ? fit.whole : fit.start, 0);
  let nearest = end;
  for (let index = 0; index < words.length; index += 1) {
    const place = wordStart(line, words[index] ?? '', places[index] ?? 0);
    if (place === -1) return scoreOf(fit.inside, Math.min(...places) - start);
    nearest = Math.min(nearest, place);
  }
  return scoreOf(fit.wordStarts, nearest - start);
}

/** The first place, from the one given on, where a word begins with this one; -1 where there is none in the line. */
function wordStart({ text, start, end }: Line, word: string, first: number): number {
  for (let place = first; place !== -1 && place < end; place = text.indexOf(word, place + 1))
    if (place === start || !isLetter(text.charCodeAt(place - 1))) return place;
  return -1;
}

/** Letters and digits. Beyond ASCII everything is one but for spaces and punctuation, as far as they lie together. */
function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f);
}

/** The rows that are among others, which ascend. */
function only(rows: Rows, others: Rows): Rows {
  const isThere = new Uint8Array((others.at(-1) ?? -1) + 1);
  for (const row of others) isThere[row] = 1;
  return rows.filter((row) => isThere[row] === 1);
}

/** Rows that have a score, sorted by counting: where each score begins is known before the first one is placed. */
function bestFirst(scored: Uint16Array, newest: Rows): Rows {
  const counts = new Uint32Array(scores);
  for (let row = 0; row < scored.length; row += 1)
    counts[scored[row] ?? 0] = (counts[scored[row] ?? 0] ?? 0) + 1;
  const places = new Uint32Array(scores);
  for (let score = 2; score < scores; score += 1)
    places[score] = (places[score - 1] ?? 0) + (counts[score - 1] ?? 0);
  const rows = new Uint32Array(scored.length - (counts[0] ?? 0));
  for (let at = 0; at < newest.length; at += 1) {
    const row = newest[at] ?? 0;
    const score = scored[row] ?? 0;
    if (score === 0) continue;
    const place = places[score] ?? 0;
    rows[place] = row;
    places[score] = place + 1;
  }
  return rows;
}
