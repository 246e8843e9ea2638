/**
 * An index of titles by pairs of adjacent characters, so that a search reads only titles with the rarest pair of its terms. Pairs share
 * buckets, so there are false positives but no false negatives. Takes 4 MB for 100,000 titles of 32 characters. Pure.
 */

/** Folded. */
export interface Titles {
  /** Includes removed files. */
  readonly count: number;
  readonly at: (fileId: number) => string;
}

const bucketCount = 0x4000;
/** Buckets in more than 1/32 of the titles are stored as bitsets, the others as lists of file ids. */
const bitsetThreshold = 32;
/** Between two calls of `shouldContinue`. */
const titlesPerSlice = 4_096;

/** Of the code units at `at` and `at + 1`. ASCII pairs don't share buckets. */
const bucketAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)) % bucketCount;

export type PairIndex = NonNullable<Awaited<ReturnType<typeof createPairIndex>>>;

/**
 * Null if cancelled.
 * @param shouldContinue yields to other work. False cancels
 */
export async function createPairIndex(titles: Titles, shouldContinue: () => Promise<boolean>) {
  /** Titles by bucket. */
  const counts = new Uint32Array(bucketCount);
  const isCounted = await forEachPair(titles, shouldContinue, (bucket) => {
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  if (!isCounted) return null;

  const bitsets = new Map<number, Uint32Array>();
  /** End of each list in `fileIds`. While lists are filled, where the next id goes. */
  const ends = new Uint32Array(bucketCount);
  let end = 0;
  for (const [bucket, count] of counts.entries()) {
    ends[bucket] = end;
    if (count * bitsetThreshold > titles.count)
      bitsets.set(bucket, new Uint32Array(Math.ceil(titles.count / 32)));
    else end += count;
  }
  const fileIds = new Uint32Array(end);
  const isFilled = await forEachPair(titles, shouldContinue, (bucket, fileId) => {
    const bits = bitsets.get(bucket);
    if (bits) bits[fileId >> 5] = (bits[fileId >> 5] ?? 0) | (1 << (fileId & 31));
    else {
      const at = ends[bucket] ?? 0;
      fileIds[at] = fileId;
      ends[bucket] = at + 1;
    }
  });
  if (!isFilled) return null;

  const getCount = (bucket: number) => counts[bucket] ?? 0;
  return {
    /** Ascending ids of titles that have the rarest pair of the words. Null without a pair, or if there are `maxFiles` or more. */
    fileIdsWith(words: readonly string[], maxFiles: number): Uint32Array | null {
      const [rarest] = words.flatMap(listBuckets).sort((one, other) => getCount(one) - getCount(other));
      if (rarest === undefined || getCount(rarest) >= maxFiles) return null;
      const bits = bitsets.get(rarest);
      const end = ends[rarest] ?? 0;
      return bits ? setBits(bits, getCount(rarest)) : fileIds.subarray(end - getCount(rarest), end);
    },
  };
}

const listBuckets = (word: string): number[] =>
  Array.from({ length: word.length - 1 }, (_, at) => bucketAt(word, at));

/** Reports each title's distinct pairs. False if cancelled. */
async function forEachPair(
  { count, at }: Titles,
  shouldContinue: () => Promise<boolean>,
  onPair: (bucket: number, fileId: number) => void,
): Promise<boolean> {
  /** By bucket: the last file id that has it, plus 1. */
  const last = new Uint32Array(bucketCount);
  for (let fileId = 0; fileId < count; fileId += 1) {
    if (fileId % titlesPerSlice === 0 && !(await shouldContinue())) return false;
    const title = at(fileId);
    for (let position = 0; position < title.length - 1; position += 1) {
      const bucket = bucketAt(title, position);
      if (last[bucket] === fileId + 1) continue;
      last[bucket] = fileId + 1;
      onPair(bucket, fileId);
    }
  }
  return true;
}

/** Ascending. */
function setBits(bits: Uint32Array, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < bits.length; at += 1)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      positions[found] = at * 32 + 31 - Math.clz32(left & -left);
      found += 1;
    }
  return positions;
}
