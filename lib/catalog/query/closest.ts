/**
 * Finds titles that nearly match a query, by replacing its words with similar words of the titles. Runs in slices after the exact search,
 * never during a key press. Pure.
 */
import { maxChanges, measureDistance } from '../../search/similar.ts';
import { splitWords } from '../../search/words.ts';
import type { CatalogContents } from './contents.ts';
import type { FileFilter, FileIds } from './file-filter.ts';
import { isLetter } from './match.ts';
import { search } from './search.ts';

const maxFiles = 50;
/** Replacements of one word, and queries made of them. */
const maxSimilar = 4;
const maxQueries = 16;
/** Between two calls of `shouldContinue`. */
const wordsPerSlice = 4_096;
/** Shorter words may be left out: "in", "of". */
const minLength = 3;

const vocabularies = new WeakMap<CatalogContents, readonly string[]>();

export async function findClosest(
  contents: CatalogContents,
  typed: string,
  filter: FileFilter,
  known: FileIds,
  shouldContinue: () => Promise<boolean>,
): Promise<FileIds> {
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
    for (const fileId of search(contents, query, filter, false)) {
      if (found.size === maxFiles) return Uint32Array.from(found);
      if (!isKnown.has(fileId)) found.add(fileId);
    }
  }
  return Uint32Array.from(found);
}

interface Similar {
  readonly word: string;
  readonly distance: number;
}

const closestFirst = (one: Similar, other: Similar) => one.distance - other.distance;

/** One choice for each word, the smallest distance first. */
function combine(choices: readonly (readonly Similar[])[]): readonly string[] {
  let queries: Similar[] = [{ word: '', distance: 0 }];
  for (const choice of choices) {
    const longer = queries.flatMap((query) =>
      choice.map(({ word, distance }) => ({
        word: `${query.word} ${word}`,
        distance: query.distance + distance,
      })),
    );
    queries = longer.sort(closestFirst).slice(0, maxQueries);
  }
  return queries.map(({ word }) => word);
}

/** Distinct words of all titles. Null if cancelled. */
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

/** The word itself if titles have it, and those that differ least. Null if cancelled. */
async function findSimilar(
  vocabulary: readonly string[],
  word: string,
  shouldContinue: () => Promise<boolean>,
): Promise<Similar[] | null> {
  const maxDistance = maxChanges(word);
  const similar: Similar[] = [];
  for (const [at, other] of vocabulary.entries()) {
    if (at % wordsPerSlice === 0 && !(await shouldContinue())) return null;
    if (Math.abs(other.length - word.length) <= maxDistance) {
      const distance = measureDistance(word, other, maxDistance);
      if (distance <= maxDistance) similar.push({ word: other, distance });
    } else if (other.includes(word)) similar.push({ word, distance: 0 });
  }
  const distinct = new Map(similar.sort(closestFirst).map((each) => [each.word, each]));
  return [...distinct.values()].slice(0, maxSimilar);
}
