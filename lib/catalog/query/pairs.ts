/**
 * Which titles have two letters side by side. A search looks only at titles that have the rarest pair of what was typed,
 * which are few from the second letter on. Pure.
 *
 * Pairs fall into a limited number of buckets, so that a title may be named that lacks a pair, but none is left out that
 * has it. For 100,000 titles of 32 characters that takes 4 MB.
 */

/** The titles as they are searched. */
export interface Titles {
  /** Of rows, the empty ones included. */
  readonly count: number;
  readonly at: (row: number) => string;
}

const buckets = 0x4000;
/** From one title in so many on, a bit for each title takes less room than a number for each that has the pair. */
const dense = 32;
/** How many titles are worked through between two turns. */
const stretch = 4_096;

/** A bucket for the code units at a place and behind it. In plain Latin script no two pairs share one. */
const bucketAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)) % buckets;

export class Pairs {
  /** How many titles have each. */
  readonly #counts: Uint32Array;
  /** Of the frequent ones, a bit for each row. */
  readonly #bits: ReadonlyMap<number, Uint32Array>;
  /** Of all others, the rows of one bucket behind those of another. */
  readonly #rows: Uint32Array;
  /** Where the rows of each bucket end. */
  readonly #ends: Uint32Array;

  private constructor(
    counts: Uint32Array,
    bits: ReadonlyMap<number, Uint32Array>,
    rows: Uint32Array,
    ends: Uint32Array,
  ) {
    this.#counts = counts;
    this.#bits = bits;
    this.#rows = rows;
    this.#ends = ends;
  }

  /**
   * @param turn gives others theirs; false: nobody needs it any more
   * @returns null where nobody did
   */
  static async of(titles: Titles, turn: () => Promise<boolean>): Promise<Pairs | null> {
    const counts = new Uint32Array(buckets);
    const isCounted = await eachPair(titles, turn, (bucket) => {
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    });
    if (!isCounted) return null;

    const bits = new Map<number, Uint32Array>();
    const ends = new Uint32Array(buckets);
    let end = 0;
    for (const [bucket, count] of counts.entries()) {
      ends[bucket] = end;
      if (count * dense > titles.count) bits.set(bucket, new Uint32Array(Math.ceil(titles.count / 32)));
      else end += count;
    }
    const rows = new Uint32Array(end);
    const isFilled = await eachPair(titles, turn, (bucket, row) => {
      const own = bits.get(bucket);
      if (own) own[row >> 5] = (own[row >> 5] ?? 0) | (1 << (row & 31));
      else {
        const at = ends[bucket] ?? 0;
        rows[at] = row;
        ends[bucket] = at + 1;
      }
    });
    return isFilled ? new Pairs(counts, bits, rows, ends) : null;
  }

  /**
   * Rows, ascending, of the titles that have the rarest pair of the words; null where no word has one, or where it is in
   * as many titles as are known to be worth looking at.
   */
  rowsWith(words: readonly string[], known: number): Uint32Array | null {
    const [rarest] = words.flatMap(bucketsOf).sort((one, other) => this.#count(one) - this.#count(other));
    return rarest === undefined || this.#count(rarest) >= known ? null : this.#rowsOf(rarest);
  }

  #count(bucket: number): number {
    return this.#counts[bucket] ?? 0;
  }

  #rowsOf(bucket: number): Uint32Array {
    const bits = this.#bits.get(bucket);
    if (bits) return placesOf(bits, this.#count(bucket));
    const end = this.#ends[bucket] ?? 0;
    return this.#rows.subarray(end - this.#count(bucket), end);
  }
}

const bucketsOf = (word: string): number[] =>
  Array.from({ length: word.length - 1 }, (_, at) => bucketAt(word, at));

/** Tells of the pairs of each title, each once; false where nobody needs it any more. */
async function eachPair(
  { count, at }: Titles,
  turn: () => Promise<boolean>,
  tell: (bucket: number, row: number) => void,
): Promise<boolean> {
  /** The last row that had each pair, one added. */
  const last = new Uint32Array(buckets);
  for (let row = 0; row < count; row += 1) {
    if (row % stretch === 0 && !(await turn())) return false;
    const title = at(row);
    for (let place = 0; place < title.length - 1; place += 1) {
      const bucket = bucketAt(title, place);
      if (last[bucket] === row + 1) continue;
      last[bucket] = row + 1;
      tell(bucket, row);
    }
  }
  return true;
}

/** Where bits are set, ascending. */
function placesOf(bits: Uint32Array, count: number): Uint32Array {
  const places = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < bits.length; at += 1)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      // The lowest bit that is left.
      places[found] = at * 32 + 31 - Math.clz32(left & -left);
      found += 1;
    }
  return places;
}
