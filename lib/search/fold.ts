/**
 * Folds texts for the search: without case, accents and other differences that people do not type. Pure.
 *
 * Each base letter with its marks is folded independently of its neighbours: lines can be folded together, and a match
 * in the folded text can be mapped to the shown one (`marks.ts`).
 */

/** Characters that Unicode does not decompose, although people type them so. */
const transliterations: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
};

/**
 * Accents, points and invisible characters. Not the vowel marks of many Asian scripts, nor the marks of kana, which
 * change the sound.
 */
const ignoredMarks =
  /[[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Syrc}]]--[\u3099\u309a]]\p{Cf}\u0640]/gv;

const beyondAscii = /[^\0-\x7f]+/g;
const cache = new Map<string, string>();

/** Line breaks are kept; other characters may become several, or none. */
export function foldText(text: string): string {
  return text.replace(beyondAscii, foldRun).toLowerCase();
}

/** As `foldText`; V8 stores the result in one byte a character where it is ASCII, even if the text was not. */
export function foldLines(text: string): string {
  const folded = foldText(text);
  const utf8 = encoder.encode(folded);
  return utf8.length === folded.length ? latin1.decode(utf8) : folded;
}

const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');

/** Cached: most runs are a single accented letter, so the same few recur. */
function foldRun(run: string): string {
  const known = cache.get(run);
  if (known !== undefined) return known;
  const fold = run
    .normalize('NFKD')
    .replace(ignoredMarks, '')
    .toLowerCase()
    .replace(beyondAscii, (rest) => Array.from(rest, (char) => transliterations[char] ?? char).join(''));
  if (run.length <= 8 && cache.size < 10_000) cache.set(run, fold);
  return fold;
}
