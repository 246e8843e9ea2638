/**
 * The search over all titles, quick enough to run with every key that is pressed. Whoever types on searches only in what
 * was found before; otherwise the words are looked for from place to place in titles that were folded once, a block at a
 * time, into one text. Every hit is given, none is cut off. Pure.
 */
import { folded } from '../search/fold.ts';
import { wordsOf } from '../search/words.ts';
import { blockSize, type Lines } from './block.ts';
import type { Contents } from './contents.ts';
import { isOpen, rowsIn } from './filter.ts';
import { numberOf, slotOf } from './rows.ts';
import type { FileFilter, Rows } from './snapshot.ts';
import { newestFirst } from './sort.ts';

interface Wanted {
  /** Folded. */
  readonly words: readonly string[];
  /** Everything that was typed, folded. */
  readonly phrase: string;
}

interface Found extends Wanted {
  readonly best: Rows;
  /** The same rows, newest first. */
  readonly newest: Rows;
}

/** How a title fits, the best first; within each, the nearer to its start the better. */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** From here on, all places are equally far from the start. */
const far = 127;
/** One score for each fit and place, from 1 up, the lowest the best. 0 is no hit. */
const scoreOf = (how: number, place: number) => how * (far + 1) + Math.min(place, far) + 1;
const scores = scoreOf(fit.inside, far) + 1;

/** What was found last: with the next letter, some of it will be found again, and nothing else. */
const lastFound = new WeakMap<Contents, Found>();
/** To look at one title after the other takes longer than to look through the text of all, unless it is one of so many. */
const share = 4;

/** What single letters find, worked out ahead: most titles have them, so that nothing else takes as long. */
const ofLetters = new WeakMap<Contents, Map<string, Rows>>();
/** In fewer places, a letter is found quickly enough. */
const manyPlaces = 10_000;

/** Files whose title has every word, the best first, of equal ones the newest. Nothing typed: all that pass the filter. */
export function search(contents: Contents, typed: string, filter: FileFilter = {}): Rows {
  const words = wordsOf(typed);
  if (words.length === 0) return rowsIn(contents, filter);
  const phrase = folded(typed).trim().replaceAll(/\s+/gu, ' ');
  const rows = ofLetters.get(contents)?.get(phrase) ?? searched(contents, { words, phrase });
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
    known.set(letter, everywhere(contents, { words: [letter], phrase: letter }).best);
  }
}

function searched(contents: Contents, wanted: Wanted): Rows {
  const last = lastFound.get(contents);
  if (last?.phrase === wanted.phrase) return last.best;
  const isQuicker = last && last.newest.length * share < contents.blocks.length * blockSize;
  const found =
    isQuicker && isNarrower(wanted, last)
      ? among(contents, wanted, last.newest)
      : everywhere(contents, wanted);
  lastFound.set(contents, found);
  return found.best;
}

/** Whether a title that has all words has all of the other's too. */
const isNarrower = ({ words }: Wanted, other: Wanted): boolean =>
  other.words.every((each) => words.some((word) => word.includes(each)));

/** @param rows newest first */
function among({ blocks }: Contents, wanted: Wanted, rows: Rows): Found {
  const scored = new Uint16Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    scored[at] = scoreIn(blocks[numberOf(row)]?.folded.at(slotOf(row)) ?? '', wanted);
  }
  return { ...wanted, ...ordered(rows, scored) };
}

function everywhere(contents: Contents, wanted: Wanted): Found {
  const byRow = new Uint16Array(contents.blocks.length * blockSize);
  for (const [number, { folded: lines }] of contents.blocks.entries())
    scan(lines, wanted.words, (line) => {
      byRow[number * blockSize + line] = scoreIn(lines.at(line), wanted);
    });
  const rows = newestFirst(contents);
  const scored = new Uint16Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) scored[at] = byRow[rows[at] ?? 0] ?? 0;
  return { ...wanted, ...ordered(rows, scored) };
}

/**
 * Tells of the lines that have all words. Each word's next place is known; no line before the furthest of them can have
 * all, so the others are looked for from there on, and no word is looked for twice in the same stretch.
 */
function scan({ text, starts }: Lines, words: readonly string[], tell: (line: number) => void): void {
  const places: number[] = words.map(() => -1);
  let line = 0;
  let furthest = reach(text, words, places, 0);
  while (furthest !== nowhere) {
    while ((starts[line + 1] ?? 0) <= furthest) line += 1;
    const [start, next] = [starts[line] ?? 0, starts[line + 1] ?? 0];
    furthest = reach(text, words, places, start);
    if (furthest === nowhere || furthest >= next) continue;
    tell(line);
    furthest = reach(text, words, places, next);
  }
}

const nowhere = -1;

/** Moves on the words whose place lies before `from`, and gives the furthest place; `nowhere` where a word has no more. */
function reach(text: string, words: readonly string[], places: number[], from: number): number {
  let furthest = from;
  for (const [index, word] of words.entries()) {
    let place = places[index] ?? nowhere;
    if (place < from) place = text.indexOf(word, from);
    if (place === nowhere) return nowhere;
    places[index] = place;
    if (place > furthest) furthest = place;
  }
  return furthest;
}

/** How a title fits; 0 where it lacks a word. */
function scoreIn(title: string, { words, phrase }: Wanted): number {
  if (title.startsWith(phrase)) return scoreOf(title.length === phrase.length ? fit.whole : fit.start, 0);
  let how: number = fit.wordStarts;
  let [first, firstStart] = [title.length, title.length];
  for (const word of words) {
    const place = title.indexOf(word);
    if (place === nowhere) return 0;
    const start = wordStart(title, word, place);
    if (start === nowhere) how = fit.inside;
    if (place < first) first = place;
    if (start < firstStart) firstStart = start;
  }
  return scoreOf(how, how === fit.inside ? first : firstStart);
}

/** The first place, from the one given on, where a word of the title begins with this one. */
function wordStart(title: string, word: string, first: number): number {
  for (let place = first; place !== nowhere; place = title.indexOf(word, place + 1))
    if (place === 0 || !isLetter(title.charCodeAt(place - 1))) return place;
  return nowhere;
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

/** Those with a score: as they come, and sorted by counting, where each score's place is known before the first is put. */
function ordered(rows: Rows, scored: Uint16Array): Pick<Found, 'best' | 'newest'> {
  const counts = new Uint32Array(scores);
  for (let at = 0; at < rows.length; at += 1) {
    const score = scored[at] ?? 0;
    counts[score] = (counts[score] ?? 0) + 1;
  }
  const places = new Uint32Array(scores);
  for (let score = 2; score < scores; score += 1)
    places[score] = (places[score - 1] ?? 0) + (counts[score - 1] ?? 0);
  const newest = new Uint32Array(rows.length - (counts[0] ?? 0));
  const best = new Uint32Array(newest.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const [row, score] = [rows[at] ?? 0, scored[at] ?? 0];
    if (score === 0) continue;
    const place = places[score] ?? 0;
    best[place] = row;
    places[score] = place + 1;
    newest[count] = row;
    count += 1;
  }
  return { best, newest };
}
