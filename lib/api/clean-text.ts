/** Texts from outside, as they are shown and compared. Pure. */

/** Soft hyphens, direction marks, zero-width spaces … Not what forms a letter or holds its place, joiners, or tags of flags. */
const invisible =
  '[[\\p{DI}\\ufff9-\\ufffb]--[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200c\\u200d\\u3164\\uffa0\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}\\u{e0100}-\\u{e01ef}]]+';

/** Letters and marks of scripts that join or stack: joiners change how they look. */
const joining =
  '[[\\p{L}\\p{M}]--[\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Armn}\\p{sc=Geor}\\p{sc=Hebr}\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Zyyy}\\p{sc=Zinh}]]';

/** Joiners and tags; the first group holds those with a sense: between such letters, after a stacking mark, within emoji. */
const joiners = [
  `([\\u200c\\u200d](?:(?<=${joining}\\p{M}*.)(?=${joining})|(?<=[${joining}&&\\p{M}].))`,
  '\\u200d(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f].)(?=\\p{ExtPict})',
  '[\\u{e0020}-\\u{e007f}](?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6}.))',
  '[\\u200c\\u200d\\u{e0020}-\\u{e007f}]',
].join('|');

let patterns: readonly [invisible: RegExp, joiners: RegExp] | undefined;

/** Made when they are needed: a runtime that does not know the flag can say what is needed in its place. */
const getPatterns = () => {
  patterns ??= [new RegExp(invisible, 'gv'), new RegExp(joiners, 'gv')];
  return patterns;
};

/** The text without invisible formatting, except where it changes how letters or emoji look. */
export function removeInvisible(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const [invisible, joiners] = getPatterns();
  return text.replace(invisible, '').replace(joiners, '$1');
}

/**
 * As `String.normalize`, in linear time: engines sort each run of marks in quadratic time. Of a run that no text has, the rest is
 * left out (Unicode's stream-safe format knows thirty).
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  // The half-wide ones become marks.
  text.replace(/([\p{M}\uff9e\uff9f]{60})[\p{M}\uff9e\uff9f]+/gu, '$1').normalize(form);

/** One trimmed line of well-formed, composed text (NFC) without invisible formatting; control characters become spaces. */
export function cleanText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  return normalize(removeInvisible(text.toWellFormed()).replace(/\p{Cc}+/gu, ' '), 'NFC').trim();
}

/** At most `length` characters, with an ellipsis where it was cut. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
