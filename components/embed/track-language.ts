/** Guesses the language of subtitles from the file name: "film.de.vtt" is "Deutsch". Pure. */

import { decodePercent } from '../../lib/links/decode-percent.ts';

/** A language tag before the extension or a marker such as "forced". Three letters alone are a name: "mov.srt". */
const tagged =
  /(?:[._-]|\/(?=[a-z]{2}(?![a-z])))([a-z]{2,3}(?:-[a-z\d]{2,8})*)(?:[._-](?:cc|forced|full|hi|sdh))?\.(?:ass|srt|ssa|sub|ttml|vtt)$/iu;

/** The language's name for itself. Empty if unknown. */
export function trackLanguage(address: string): string {
  const path = URL.parse(address)?.pathname ?? '';
  const [, tag = ''] = tagged.exec(decodePercent(path)) ?? [];
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? '';
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    // Not a language tag.
    return '';
  }
}
