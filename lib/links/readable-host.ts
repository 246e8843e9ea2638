/**
 * Shows hosts with letters beyond ASCII the way people write them, unless they could be mistaken for others. Follows the browsers' rules:
 * no letters of several scripts, no labels made only of look-alike letters of another script, and no letters that look like punctuation.
 * Pages load it when they show such a host (`readHosts` in `address-title.ts`). Pure.
 */
import { decode } from 'punycode/punycode.es6.js';
import { hosts } from './address-title.ts';

const maxLabelLength = 63;

/**
 * Decodes all labels, even those that look like others.
 * @param host as in `URL.host`
 */
export const decodeHost = (host: string): string =>
  host.replace(/(?<![^.])xn--([a-z\d-]+)/g, (label, code: string) =>
    label.length > maxLabelLength ? label : (decodeLabel(code) ?? label),
  );

/** @param host as in `URL.host` */
export function readableHost(host: string): string {
  const decoded = decodeHost(host);
  const labels = decoded.replace(/:\d+$/, '').split('.');
  const top = labels.findLast((label) => label !== '') ?? '';
  return labels.every((label) => isPlain(label, top)) ? decoded : host;
}

const encodedHost = /(?<![\w.-])(?:[\w-]{1,63}\.){0,20}xn--[\w.-]+/g;
hosts.read = (text) => (text.includes('xn--') ? text.replace(encodedHost, readableHost) : text);

/** Browsers show these, not mixed with others. East Asian letters may be mixed with Latin ones. */
const scripts = [
  ...'Grek Cyrl Armn Hebr Arab Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`),
  // Without phonetic letters, which look like others. "ə" is Azerbaijani.
  'a-zß-öø-ķĺ-ňŊ-žơưǎ-ǜǧǩǫșțə\\u1e00-\\u1eff',
  'a-z\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}',
  'a-z\\p{scx=Hani}\\p{scx=Bopo}',
  'a-z\\p{scx=Hani}\\p{scx=Hang}',
];
const isOneScript = new RegExp(scripts.map((script) => `^[${script}\\d\\-]+$`).join('|'), 'u');

/** Letters that look like Latin letters or digits. Readers know them in hosts with these endings. */
const lookalikes: readonly (readonly [letters: RegExp, endings: RegExp])[] = [
  [/^[аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ\d-]+$/u, /^(?:bg|by|kz|ru|su|ua|uz)$/],
  [/^[αικνρυωηοτγεσς\d-]+$/u, /^gr$/],
  [/^[ագզէլհյոսւօ\d-]+$/u, /^am$/],
  [/^[იოყძხჽჿ\d-]+$/u, /^ge$/],
  [/^[דוחיןסװײ\d-]+$/u, /^il$/],
  [/^[ทนบพรหเแดลปฟม๐\d-]+$/u, /^th$/],
  [/^[०ऽ০৭੦ઠ୦௦౦೦ഠ൦ດပဝ၀០ሀሁዐዕ\d-]+$/u, /^in$/],
  [/[ıþə]/u, /^(?:tr|is|az)$/],
];

/** Letters that look like a slash or a dash, next to letters of another script. */
const likeSigns = /(?:^|[a-z\d-])[ノソゾンヽヾゝゞー一丶丿乀乁〇](?:$|[a-z\d-])/u;
/** Marks that don't form one letter with their base. */
const looseMarks = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\d-]\p{M}|^\p{M}/u;

function isPlain(label: string, top: string): boolean {
  if (/^[a-z\d_-]*$/.test(label)) return !label.startsWith('xn--');
  if (label.normalize('NFKC').toLowerCase() !== label || !isOneScript.test(label)) return false;
  if (looseMarks.test(label) || likeSigns.test(label) || /^\p{N}+$/u.test(label)) return false;
  // An ending in the same script makes the label unambiguous.
  const isLike = lookalikes.some(([letters, endings]) => letters.test(label) && !endings.test(top));
  return !isLike || (label !== top && /[^\0-\x7f]/.test(top) && !/^xn--/.test(top));
}

function decodeLabel(code: string): string | null {
  try {
    const label = decode(code);
    // There was nothing to encode: `xn--bank-` is a different host from `bank`.
    return /[^\0-\x7f]/.test(label) ? label : null;
  } catch {
    return null;
  }
}
