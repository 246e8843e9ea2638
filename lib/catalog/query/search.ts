/**
 * Searches all titles at every key press. Reads only titles with the query's rarest pair of characters (`pairs.ts`), or the results of a
 * shorter query. Results are never truncated. Pure.
 */
import { foldText } from '../../search/fold.ts';
import { splitWords } from '../../search/words.ts';
import { blockSize } from '../columns/block-size.ts';
import { getBlockNumber, getSlot } from '../columns/file-ids.ts';
import { packRuns, unpackRuns } from './ascending-runs.ts';
import { type CatalogContents, fileCounts, onceFor, subfolders } from './contents.ts';
import type { FileFilter, FileIds } from './file-filter.ts';
import { fileIdsIn, matchesAll } from './filter.ts';
import { forEachMatch, isLetter, type SearchTerms } from './match.ts';
import { createPairIndex, type PairIndex, type Titles } from './pairs.ts';
import { foldedFolderNames } from './search-folders.ts';
import { newestFirst } from './sort.ts';
import { sortNumbers } from './sort-numbers.ts';

interface SearchResult extends SearchTerms {
  readonly best: FileIds;
  /** The same ids, ascending. */
  readonly fileIds: FileIds | null;
}

/** Ranks in `newestFirst`, best match first (`ascending-runs.ts`). */
interface PackedResult {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** A longer query finds a subset. */
const lastResults = new WeakMap<CatalogContents, SearchResult>();
/** Prepared, because queries of a single letter are the slowest. */
const letterResults = onceFor(() => new Map<string, PackedResult>());
const pairIndexes = new WeakMap<CatalogContents, PairIndex>();
/** All letters of most alphabets. Of others, the most frequent ones. */
const maxPrepared = 100;

/** @param isTyped the next query may extend this one */
export function search(
  contents: CatalogContents,
  typed: string,
  filter: FileFilter = {},
  isTyped = true,
): FileIds {
  const words = splitWords(typed);
  if (words.length === 0) return fileIdsIn(contents, filter);
  const phrase = foldText(typed).trim().replaceAll(/\s+/gu, ' ');
  const fileIds = searchTerms(contents, { words, phrase }, isTyped);
  return matchesAll(filter) ? fileIds : intersect(fileIds, fileIdsIn(contents, filter));
}

/**
 * Call before the first key press.
 * @param shouldContinue yields to other work. False cancels
 */
export async function prepareSearch(
  contents: CatalogContents,
  shouldContinue: () => Promise<boolean>,
): Promise<void> {
  // Includes what folders need, which are searched too.
  for (const build of [foldedFolderNames, fileCounts, subfolders, newestFirst, getRanks]) {
    if (!(await shouldContinue())) return;
    build(contents);
  }
  for (const block of contents.blocks) {
    if (!(await shouldContinue())) return;
    block.folded;
  }
  const counts = new Uint32Array(0x10000);
  for (const block of contents.blocks) {
    if (!(await shouldContinue())) return;
    const { text } = block.folded;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      counts[unit] = (counts[unit] ?? 0) + 1;
    }
  }
  const letters = letterResults(contents);
  const frequent = [...counts.keys()]
    .filter((unit) => isLetter(unit) && counts[unit])
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  for (const letter of frequent.slice(0, maxPrepared).map((unit) => String.fromCharCode(unit))) {
    if (letters.has(letter)) continue;
    if (!(await shouldContinue())) return;
    const { ranks } = matchFiles(contents, { words: [letter], phrase: letter }, fileIdsIn(contents));
    letters.set(letter, { bytes: packRuns(ranks), count: ranks.length });
  }
  const pairs =
    pairIndexes.get(contents) ?? (await createPairIndex(getFoldedTitles(contents), shouldContinue));
  if (pairs !== null) pairIndexes.set(contents, pairs);
  if (!(await shouldContinue())) return;
  // Without this, the first key waits until the code is compiled.
  const [letter] = letters.keys();
  if (letter) searchTerms(contents, { words: [letter], phrase: letter }, false);
}

function searchTerms(contents: CatalogContents, wanted: SearchTerms, isTyped: boolean): FileIds {
  const last = lastResults.get(contents);
  if (last?.phrase === wanted.phrase) return last.best;
  const letter = letterResults(contents).get(wanted.phrase);
  const { ranks, fileIds } = letter
    ? { ranks: unpackRuns(letter.bytes, letter.count), fileIds: null }
    : matchFiles(contents, wanted, candidates(contents, wanted, last));
  const newest = newestFirst(contents);
  const best = new Uint32Array(ranks.length);
  for (let at = 0; at < ranks.length; at += 1) best[at] = newest[ranks[at] ?? 0] ?? 0;
  if (isTyped) lastResults.set(contents, { ...wanted, best, fileIds });
  return best;
}

function candidates(contents: CatalogContents, wanted: SearchTerms, last: SearchResult | undefined): FileIds {
  const known = (last && isNarrower(wanted, last) && last.fileIds) || fileIdsIn(contents);
  return pairIndexes.get(contents)?.fileIdsWith(wanted.words, known.length) ?? known;
}

function getFoldedTitles({ blocks }: CatalogContents): Titles {
  const at = (fileId: number) => {
    const block = blocks[getBlockNumber(fileId)];
    return block === undefined || block.isEmpty(getSlot(fileId)) ? '' : block.folded.at(getSlot(fileId));
  };
  return { count: blocks.length * blockSize, at };
}

/** Whether each match is also a match of the other terms. */
const isNarrower = ({ words }: SearchTerms, other: SearchTerms): boolean =>
  other.words.every((each) => words.some((word) => word.includes(each)));

/** Ascending ids, and their ranks in `newestFirst`, best match first. */
function matchFiles(
  contents: CatalogContents,
  wanted: SearchTerms,
  fileIds: FileIds,
): { fileIds: FileIds; ranks: FileIds } {
  const ranks = getRanks(contents);
  const found = new Uint32Array(fileIds.length);
  // Score and rank in one number, because a comparator makes sorting many times slower.
  const keys = new Uint32Array(fileIds.length);
  let count = 0;
  forEachMatch(contents, wanted, fileIds, (fileId, score) => {
    found[count] = fileId;
    keys[count] = score * maxFiles + (ranks[fileId] ?? 0);
    count += 1;
  });
  const best = sortNumbers(keys.slice(0, count));
  for (let at = 0; at < count; at += 1) best[at] = (best[at] ?? 0) % maxFiles;
  return { fileIds: found.slice(0, count), ranks: best };
}

/** With a score below 512, the number fits into 32 bits. */
const maxFiles = 2 ** 23;

/** By file id: its index in `newestFirst`. */
const getRanks = onceFor((contents) => {
  const ranks = new Uint32Array(contents.blocks.length * blockSize);
  const newest = newestFirst(contents);
  for (let rank = 0; rank < newest.length; rank += 1) ranks[newest[rank] ?? 0] = rank;
  return ranks;
});

/** `others` must be ascending. */
function intersect(fileIds: FileIds, others: FileIds): FileIds {
  const isThere = new Uint8Array((others.at(-1) ?? -1) + 1);
  for (const fileId of others) isThere[fileId] = 1;
  return fileIds.filter((fileId) => isThere[fileId] === 1);
}
