/** Finds and replaces text in titles, as forgiving as the search. Pure. */
import { foldText } from '../search/fold.ts';

interface Replacement {
  readonly find: string;
  readonly replace: string;
  /** Case and accents must match. */
  readonly matchCase: boolean;
}

/**
 * What is replaced as a whole: a letter with its accents, an emoji of several characters, a Korean syllable in parts. Vowel signs of Asian
 * scripts are separate.
 */
const pieces =
  /[ -~](?![^\0-\x7f])|\p{RI}{2}|[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|[\s\S](?:\u200d\p{ExtPict}|[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Hebr}]]\u093c\u094d\u0a3c\u20e3\uff9e\uff9f\u{1f3fb}-\u{1f3ff}])*/gv;

const isSpace = (text: string): boolean => /^[\s--\ufeff]/v.test(text);

/** Scripts in which people replace one letter by another (ä by ae). Typed as such, the letter matches only itself. */
const distinctScripts = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Kana}ー]/u;

/**
 * Replaces `find` wherever it occurs, however its accents are encoded, and with any spaces, dashes, quotes or digits. Without `matchCase`,
 * `e` also finds É, but `é` doesn't find E. Invisible characters are ignored. Part of a character, such as one letter of a ligature, isn't
 * replaced.
 *
 * @param language decides whether I is the uppercase of i or of ı
 */
export function createReplacer(
  { find, replace, matchCase }: Replacement,
  language: string,
): (title: string) => string {
  const createKey = createKeyMaker(
    matchCase ? keepLetter : createLetterFold(find, language),
    /\S/.test(find),
  );
  const { key: wanted } = createKey(find);
  // `find` has only invisible characters, so it is searched for literally.
  if (wanted === '') return (title) => title.replaceAll(find, () => replace);
  return (title) => {
    const { key, starts, ends } = createKey(title);
    let [made, end] = ['', 0];
    for (let at = key.indexOf(wanted); at !== -1; ) {
      const [from, to] = [starts[at], ends[at + wanted.length]];
      const isWhole = from !== undefined && to !== undefined;
      if (isWhole) [made, end] = [made + title.slice(end, from) + replace, to];
      at = key.indexOf(wanted, at + (isWhole ? wanted.length : 1));
    }
    return made + title.slice(end);
  };
}

type FoldLetter = (letter: string) => string;

const withoutVariants = (letter: string): string => letter.replace(/\p{DI}+/gu, '');

const keepLetter: FoldLetter = (letter) =>
  /\p{L}/u.test(letter) ? withoutVariants(letter) : foldText(letter);

/** Folds like the search, but keeps letters that were typed as such. */
function createLetterFold(typed: string, language: string): FoldLetter {
  // Other languages' rules (Lithuanian dots, Greek accents) don't help comparisons.
  const locale = /^(?:tr|az)\b/i.test(language) ? language : 'en';
  const lower = (letter: string) => withoutVariants(letter).toLocaleLowerCase(locale).replaceAll('ς', 'σ');
  const isDistinct = (letter: string) =>
    distinctScripts.test(letter) && letter > '\x7f' && letter.toLowerCase() !== foldText(letter);
  const letters = typed.normalize('NFKC').match(pieces) ?? [];
  const kept = new Set(['ー', ...letters.filter(isDistinct).map(lower)]);
  return (letter) => (kept.has(lower(letter)) ? `\0${lower(letter)}` : foldText(letter));
}

/** The text to compare, and for each index in it the start or end of its piece in the title. */
function createKeyMaker(fold: FoldLetter, joinsSpaces: boolean) {
  const foldPiece = (piece: string): string => {
    if (isSpace(piece)) return ' ';
    const text = piece.normalize('NFKC');
    // An accent without a letter isn't a space.
    return isSpace(text) ? piece : (text.match(pieces) ?? []).map(fold).join('');
  };
  /** The same few pieces recur. */
  const folds = new Map<string, string>();
  const foldKnown = (piece: string): string => {
    const folded = folds.get(piece) ?? foldPiece(piece);
    folds.set(piece, folded);
    return folded;
  };
  return (title: string) => {
    const [starts, ends]: [(number | undefined)[], (number | undefined)[]] = [[], []];
    let [key, end, isInSpaces] = ['', 0, false];
    for (const piece of title.match(pieces) ?? []) {
      const start = end;
      end += piece.length;
      const folded = foldKnown(piece);
      if (folded === '') continue;
      if (!(isInSpaces && folded === ' ')) {
        starts[key.length] = start;
        key += folded;
      }
      isInSpaces = joinsSpaces && folded === ' ';
      ends[key.length] = end;
    }
    // Marks of one letter look alike in any order.
    return { key: key.replace(/\p{M}{2,}/gu, (marks) => Array.from(marks).sort().join('')), starts, ends };
  };
}
