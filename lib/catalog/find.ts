/**
 * The search over all titles, quick enough to run with every key that is pressed. It looks only at titles that have the
 * rarest pair of letters of what was typed (`pairs.ts`), or that were found before by less of it. Titles are folded once,
 * a block at a time, into one text in which the words are looked for from place to place. Every hit is given, none is cut
 * off. Pure.
 */
import { folded } from '../search/fold.ts';
import { wordsOf } from '../search/words.ts';
import { blockSize, type Lines } from './block.ts';
import type { Contents } from './contents.ts';
import { isOpen, rowsIn } from './filter.ts';
import { Pairs, type Titles } from './pairs.ts';
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
  /** The same rows, ascending. */
  readonly rows: Rows;
}

/** How a title fits, the best first; within each, the nearer to its start the better. */
const fit = { whole: 0, start: 1, wordStarts: 2, inside: 3 } as const;
/** From here on, all places are equally far from the start. */
const far = 127;
/** One score for each fit and place, the lowest the best. */
const scoreOf = (how: number, place: number) => how * (far + 1) + Math.min(place, far);

/** What was found last: with the next letter, some of it will be found again, and nothing else. */
const lastFound = new WeakMap<Contents, Found>();
/** What is worked out ahead. */
interface Prepared {
  /** What single letters find: most titles have them, so that nothing else takes as long. */
  readonly letters: Map<string, Rows>;
  pairs: Pairs | null;
}
const prepared = new WeakMap<Contents, Prepared>();
/** In fewer places, a letter is found quickly enough. */
const manyPlaces = 10_000;

/** Files whose title has every word, the best first, of equal ones the newest. Nothing typed: all that pass the filter. */
export function search(contents: Contents, typed: string, filter: FileFilter = {}): Rows {
  const words = wordsOf(typed);
  if (words.length === 0) return rowsIn(contents, filter);
  const phrase = folded(typed).trim().replaceAll(/\s+/gu, ' ');
  const rows = prepared.get(contents)?.letters.get(phrase) ?? searched(contents, { words, phrase });
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
  const ready = prepared.get(contents) ?? { letters: new Map<string, Rows>(), pairs: null };
  prepared.set(contents, ready);
  for (const [unit, count] of places.entries()) {
    const letter = String.fromCharCode(unit);
    if (count < manyPlaces || !isLetter(unit) || ready.letters.has(letter)) continue;
    if (!(await turn())) return;
    ready.letters.set(letter, among(contents, { words: [letter], phrase: letter }, rowsIn(contents)).best);
  }
  ready.pairs ??= await Pairs.of(titlesOf(contents), turn);
}

function searched(contents: Contents, wanted: Wanted): Rows {
  const last = lastFound.get(contents);
  if (last?.phrase === wanted.phrase) return last.best;
  const found = among(contents, wanted, candidates(contents, wanted, last));
  lastFound.set(contents, found);
  return found.best;
}

/** Rows that are worth looking at, ascending. */
function candidates(contents: Contents, wanted: Wanted, last: Found | undefined): Rows {
  const known = last && isNarrower(wanted, last) ? last.rows : rowsIn(contents);
  return prepared.get(contents)?.pairs?.rowsWith(wanted.words, known.length) ?? known;
}

function titlesOf({ blocks }: Contents): Titles {
  const at = (row: number) => {
    const block = blocks[numberOf(row)];
    return block === undefined || block.isEmpty(slotOf(row)) ? '' : block.folded.at(slotOf(row));
  };
  return { count: blocks.length * blockSize, at };
}

/** Whether a title that has all words has all of the other's too. */
const isNarrower = ({ words }: Wanted, other: Wanted): boolean =>
  other.words.every((each) => words.some((word) => word.includes(each)));

/** @param rows ascending */
function among(contents: Contents, wanted: Wanted, rows: Rows): Found {
  const newest = newestFirst(contents);
  const ranks = ranksOf(contents);
  const found = new Uint32Array(rows.length);
  // Score and rank are made one number, because numbers alone are sorted many times as fast as anything else.
  const keys = new Uint32Array(rows.length);
  let count = 0;
  eachHit(contents, wanted, rows, (row, score) => {
    found[count] = row;
    keys[count] = score * mostFiles + (ranks[row] ?? 0);
    count += 1;
  });
  const sorted = keys.subarray(0, count).sort();
  const best = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) best[at] = newest[(sorted[at] ?? 0) % mostFiles] ?? 0;
  return { ...wanted, best, rows: found.slice(0, count) };
}

/** More than any page has memory for; with a score, it still fits into 32 bits. */
const mostFiles = 2 ** 23;

const ranks = new WeakMap<Contents, Uint32Array>();

/** By row, its place among all, newest first. */
function ranksOf(contents: Contents): Uint32Array {
  const known = ranks.get(contents) ?? new Uint32Array(contents.blocks.length * blockSize);
  if (!ranks.has(contents)) for (const [rank, row] of newestFirst(contents).entries()) known[row] = rank;
  ranks.set(contents, known);
  return known;
}

type Tell = (row: number, score: number) => void;

function eachHit({ blocks }: Contents, wanted: Wanted, rows: Rows, tell: Tell): void {
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
