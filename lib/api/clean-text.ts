/** Cleans text from outside before it is shown or compared. Pure. */

/**
 * Soft hyphens, direction marks, zero-width spaces … but not characters that form a letter or hold its place, joiners, and tags in flags.
 */
const invisible =
  '[[\\p{DI}\\ufff9-\\ufffb]--[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200c\\u200d\\u3164\\uffa0\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}\\u{e0100}-\\u{e01ef}]]+';

/** Letters and marks of scripts in which joiners change how they look. */
const joining =
  '[[\\p{L}\\p{M}]--[\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Armn}\\p{sc=Geor}\\p{sc=Hebr}\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Zyyy}\\p{sc=Zinh}]]';

/** Joiners and tags. The first group matches those with a meaning: between these letters, after a stacking mark, within emoji. */
const joiners = [
  `([\\u200c\\u200d](?:(?<=${joining}\\p{M}*.)(?=${joining})|(?<=[${joining}&&\\p{M}].))`,
  '\\u200d(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f].)(?=\\p{ExtPict})',
  '[\\u{e0020}-\\u{e007f}](?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6}.))',
  '[\\u200c\\u200d\\u{e0020}-\\u{e007f}]',
].join('|');

let patterns: readonly [invisible: RegExp, joiners: RegExp] | undefined;

/** Not at the start, because a runtime without the `v` flag must be able to load this file and say what it lacks. */
const getPatterns = () => {
  patterns ??= [new RegExp(invisible, 'gv'), new RegExp(joiners, 'gv')];
  return patterns;
};

/** Removes invisible formatting, except where it changes how letters or emoji look. */
export function removeInvisible(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const [invisible, joiners] = getPatterns();
  return text.replace(invisible, '').replace(joiners, '$1');
}

/**
 * `String.normalize` in linear time. Engines sort a run of marks in quadratic time, so long runs are cut. Real text is far below the limit
 * (Unicode's stream-safe format allows 30 marks).
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  // NFKC turns U+FF9E and U+FF9F into marks.
  text.replace(/([\p{M}\uff9e\uff9f]{60})[\p{M}\uff9e\uff9f]+/gu, '$1').normalize(form);

/** One trimmed, well-formed line in NFC. Control characters become spaces. */
export function cleanText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  return normalize(removeInvisible(text.toWellFormed()).replace(/\p{Cc}+/gu, ' '), 'NFC').trim();
}

export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
