/**
 * Finds titles that nearly match a query: its words are replaced by similar words of the titles, then searched for. Runs beside
 * the exact search, in slices, and never with a key. Pure.
 */
import { splitWords } from '../../search/words.ts';
import type { CatalogContents } from './contents.ts';
import type { FileFilter, Rows } from './file-filter.ts';
import { isLetter } from './match.ts';
import { search } from './search.ts';

/** Rows that are returned at most. */
const maxRows = 50;
/** Replacements of one word, and queries made of them. */
const maxSimilar = 4;
const maxQueries = 16;
/** Words and blocks between two calls of `shouldContinue`. */
const wordsPerSlice = 4_096;
/** Shorter words may be left out: "in", "of". Characters. */
const minLength = 3;

const vocabularies = new WeakMap<CatalogContents, readonly string[]>();

/**
 * @param known rows that are found already
 * @param shouldContinue yields to other work; false cancels
 * @returns the closest first; none where it was cancelled
 */
export async function findClosest(
  contents: CatalogContents,
  typed: string,
  filter: FileFilter,
  known: Rows,
  shouldContinue: () => Promise<boolean>,
): Promise<Rows> {
  const words = splitWords(typed);
  const vocabulary = await listWords(contents, shouldContinue);
  if (vocabulary === null || !words.some((word) => word.length > minLength)) return new Uint32Array();
  const choices: (readonly Similar[])[] = [];
  for (const word of words) {
    const similar = await findSimilar(vocabulary, word, shouldContinue);
    if (similar === null) return new Uint32Array();
    if (word.length < minLength) similar.push({ word: '', distance: 2 });
    choices.push(similar);
  }
  const isKnown = new Set(known);
  const found = new Set<number>();
  for (const query of combine(choices)) {
    if (query.trim() === '' || !(await shouldContinue())) continue;
    for (const row of search(contents, query, filter, false)) {
      if (found.size === maxRows) return Uint32Array.from(found);
      if (!isKnown.has(row)) found.add(row);
    }
  }
  return Uint32Array.from(found);
}

interface Similar {
  readonly word: string;
  readonly distance: number;
}

/** Queries of one choice for each word, the smallest distance first. */
function combine(choices: readonly (readonly Similar[])[]): readonly string[] {
  let queries: Similar[] = [{ word: '', distance: 0 }];
  for (const choice of choices) {
    queries = queries
      .flatMap((query) =>
        choice.map(({ word, distance }) => ({
          word: `${query.word} ${word}`,
          distance: query.distance + distance,
        })),
      )
      .sort((one, other) => one.distance - other.distance)
      .slice(0, maxQueries);
  }
  return queries.map(({ word }) => word);
}

/** The distinct words of all titles; null where it was cancelled. */
async function listWords(
  contents: CatalogContents,
  shouldContinue: () => Promise<boolean>,
): Promise<readonly string[] | null> {
  const known = vocabularies.get(contents);
  if (known) return known;
  const words = new Set<string>();
  for (const { folded } of contents.blocks) {
    if (!(await shouldContinue())) return null;
    const { text } = folded;
    let start = 0;
    for (let at = 0; at <= text.length; at += 1) {
      if (at < text.length && isLetter(text.charCodeAt(at))) continue;
      if (at - start >= minLength) words.add(text.slice(start, at));
      start = at + 1;
    }
  }
  const listed = [...words];
  vocabularies.set(contents, listed);
  return listed;
}

/** The word itself where titles have it, and the words that differ from it least; null where it was cancelled. */
async function findSimilar(
  vocabulary: readonly string[],
  word: string,
  shouldContinue: () => Promise<boolean>,
): Promise<Similar[] | null> {
  const maxDistance = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  const similar: Similar[] = [];
  for (const [at, other] of vocabulary.entries()) {
    if (at % wordsPerSlice === 0 && !(await shouldContinue())) return null;
    if (Math.abs(other.length - word.length) <= maxDistance) {
      const distance = measureDistance(word, other, maxDistance);
      if (distance <= maxDistance) similar.push({ word: other, distance });
    } else if (other.includes(word)) similar.push({ word, distance: 0 });
  }
  const best = similar.sort((one, other) => one.distance - other.distance);
  const distinct = new Map(best.map((each) => [each.word, each]));
  return [...distinct.values()].slice(0, maxSimilar);
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit + 1` where it is more than the limit. */
export function measureDistance(one: string, other: string, limit: number): number {
  let [before, previous] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwap) distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [before, previous] = [previous, current];
  }
  return Math.min(previous[other.length] ?? 0, limit + 1);
}
