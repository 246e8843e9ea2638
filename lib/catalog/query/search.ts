/**
 * The search over all titles, quick enough to run with every key that is pressed. It looks only at titles that have the
 * rarest pair of letters of what was typed (`pairs.ts`), or that were found before by less of it. Every hit is given,
 * none is cut off. Pure.
 */
import { folded } from '../../search/fold.ts';
import { wordsOf } from '../../search/words.ts';
import { blockSize } from '../columns/block.ts';
import { numberOf, slotOf } from '../columns/rows.ts';
import type { Contents } from './contents.ts';
import { isOpen, rowsIn } from './filter.ts';
import { eachHit, isLetter, type Wanted } from './match.ts';
import { Pairs, type Titles } from './pairs.ts';
import type { FileFilter, Rows } from './snapshot.ts';
import { newestFirst } from './sort.ts';

interface Found extends Wanted {
  readonly best: Rows;
  /** The same rows, ascending. */
  readonly rows: Rows;
}

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
  for (const made of [newestFirst, ranksOf]) {
    if (!(await turn())) return;
    made(contents);
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
  const known = ranks.get(contents);
  if (known) return known;
  const made = new Uint32Array(contents.blocks.length * blockSize);
  const newest = newestFirst(contents);
  for (let rank = 0; rank < newest.length; rank += 1) made[newest[rank] ?? 0] = rank;
  ranks.set(contents, made);
  return made;
}

/** The rows that are among others, which ascend. */
function only(rows: Rows, others: Rows): Rows {
  const isThere = new Uint8Array((others.at(-1) ?? -1) + 1);
  for (const row of others) isThere[row] = 1;
  return rows.filter((row) => isThere[row] === 1);
}
