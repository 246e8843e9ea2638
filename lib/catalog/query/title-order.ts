/**
 * The order of titles as people sort them: by the alphabet of their language, whatever the case and the accents, and "2"
 * before "10". Pure.
 *
 * `Intl.Collator` takes most of a second to sort 100,000 titles. Here it is only asked for the order of the characters
 * that occur, each once; then titles are rows of small numbers, which are sorted letter by letter.
 */

/** Titles in a row, each as its characters' places in the alphabet, from 1 up, and a 0 behind them. */
interface Spelling {
  readonly symbols: Uint16Array;
  readonly starts: Uint32Array;
}

/** Beyond so many digits, numbers are compared by their first ones. */
const mostDigits = 40;
const [zero, nine] = [48, 57];
const isDigit = (unit: number) => unit >= zero && unit <= nine;

/**
 * @param locales whose alphabet it is; the page's where none is given
 * @returns for each title a number: the smaller, the further in front; the same for those that are equal but for case
 * and accents
 */
export function titleRanks(titles: readonly string[], locales?: Intl.LocalesArgument): Uint32Array {
  // Letters and their marks may come in two pieces, of which the second says nothing by itself.
  const whole = titles.some((title) => /\p{M}/u.test(title))
    ? titles.map((title) => title.normalize('NFC'))
    : titles;
  const spelling = spell(whole, alphabetOf(whole, locales));
  const order = Uint32Array.from(titles, (_, index) => index);
  sortFrom(order, spelling, 0);
  const ranks = new Uint32Array(titles.length);
  let rank = 0;
  for (let at = 1; at < order.length; at += 1) {
    if (compare(spelling, order[at - 1] ?? 0, order[at] ?? 0, 0) !== 0) rank += 1;
    ranks[order[at] ?? 0] = rank;
  }
  return ranks;
}

/**
 * By code unit: its symbol; 0 where it counts for nothing. Numbers stand as one symbol for how many digits they have, in
 * the alphabet where digits do, followed by the digits.
 */
function alphabetOf(titles: readonly string[], locales: Intl.LocalesArgument) {
  const seen = new Uint8Array(0x10000);
  for (const title of titles) for (let at = 0; at < title.length; at += 1) seen[title.charCodeAt(at)] = 1;
  const characters: string[] = [];
  for (const [unit, isSeen] of seen.entries())
    if (isSeen === 1 && !isDigit(unit)) characters.push(String.fromCharCode(unit));

  const { compare: compareCharacters } = new Intl.Collator(locales, { sensitivity: 'base' });
  const counting = characters.filter((character) => compareCharacters(character, '') !== 0);
  const symbols = new Uint16Array(0x10000);
  let next = 0;
  let numbers: number | null = null;
  let last = '';
  for (const character of counting.sort(compareCharacters)) {
    if (numbers === null && compareCharacters(character, '0') > 0) {
      numbers = next;
      next += mostDigits;
    }
    if (last === '' || compareCharacters(last, character) !== 0) next += 1;
    symbols[character.charCodeAt(0)] = next;
    last = character;
  }
  return { symbols, numbers: numbers ?? next };
}

function spell(titles: readonly string[], alphabet: { symbols: Uint16Array; numbers: number }): Spelling {
  const length = titles.reduce((sum, title) => sum + title.length, 0);
  // At worst, every other character begins a number.
  const symbols = new Uint16Array(Math.ceil(length * 1.5) + 2 * titles.length);
  const starts = new Uint32Array(titles.length);
  let end = 0;
  for (const [index, title] of titles.entries()) {
    starts[index] = end;
    for (let at = 0; at < title.length; at += 1) {
      const unit = title.charCodeAt(at);
      if (isDigit(unit)) {
        let after = at + 1;
        while (after < title.length && isDigit(title.charCodeAt(after))) after += 1;
        while (at < after - 1 && title.charCodeAt(at) === zero) at += 1;
        symbols[end] = alphabet.numbers + Math.min(after - at, mostDigits);
        end += 1;
        for (; at < after; at += 1) {
          symbols[end] = title.charCodeAt(at) - zero + 1;
          end += 1;
        }
        at = after - 1;
      } else if (alphabet.symbols[unit] !== 0) {
        symbols[end] = alphabet.symbols[unit] ?? 0;
        end += 1;
      }
    }
    end += 1;
  }
  return { symbols, starts };
}

/** Below 0: the first one comes first. @param depth symbols that they have in common */
function compare({ symbols, starts }: Spelling, one: number, other: number, depth: number): number {
  let at = (starts[one] ?? 0) + depth;
  let beside = (starts[other] ?? 0) + depth;
  while (symbols[at] === symbols[beside] && symbols[at] !== 0) {
    at += 1;
    beside += 1;
  }
  return (symbols[at] ?? 0) - (symbols[beside] ?? 0);
}

/** Fewer than these are sorted one by one. */
const few = 12;

/**
 * Quicksort by one symbol at a time (Bentley and Sedgewick): those that have the same one go on with the next. The largest
 * of the three parts is the one that the loop goes on with, so that no title, however long, makes the stack deep.
 */
function sortFrom(part: Uint32Array, spelling: Spelling, from: number): void {
  const { symbols, starts } = spelling;
  let order = part;
  let depth = from;
  while (order.length >= few) {
    const pivot = symbols[(starts[order[order.length >> 1] ?? 0] ?? 0) + depth] ?? 0;
    let [below, at, above] = [0, 0, order.length];
    while (at < above) {
      const title = order[at] ?? 0;
      const symbol = symbols[(starts[title] ?? 0) + depth] ?? 0;
      if (symbol === pivot) at += 1;
      else if (symbol < pivot) {
        order[at] = order[below] ?? 0;
        order[below] = title;
        below += 1;
        at += 1;
      } else {
        above -= 1;
        order[at] = order[above] ?? 0;
        order[above] = title;
      }
    }
    const parts = [
      { titles: order.subarray(0, below), depth },
      // Titles that end here are equal.
      { titles: pivot === 0 ? order.subarray(0, 0) : order.subarray(below, above), depth: depth + 1 },
      { titles: order.subarray(above), depth },
    ];
    const [largest, ...others] = parts.sort((one, other) => other.titles.length - one.titles.length);
    for (const { titles, depth: deep } of others) sortFrom(titles, spelling, deep);
    if (!largest) return;
    order = largest.titles;
    depth = largest.depth;
  }
  sortFew(order, spelling, depth);
}

function sortFew(order: Uint32Array, spelling: Spelling, depth: number): void {
  for (let next = 1; next < order.length; next += 1) {
    const title = order[next] ?? 0;
    let at = next;
    for (; at > 0 && compare(spelling, order[at - 1] ?? 0, title, depth) > 0; at -= 1)
      order[at] = order[at - 1] ?? 0;
    order[at] = title;
  }
}
