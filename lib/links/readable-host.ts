/**
 * Hosts with letters beyond ASCII as people write them, unless they could be mistaken for other ones, as browsers judge that:
 * letters of several scripts, letters that all look like those of another script, and signs that look like none. Pure. Pages
 * load it when they show such a host (`readHosts` in `address-title.ts`).
 */
import { decode } from 'punycode/punycode.es6.js';
import { hosts } from './address-title.ts';

/** Characters of a label; longer ones are no names. */
const maxLabelLength = 63;

/** All labels decoded, whatever they look like. @param host as in `URL.host` */
export const decodeHost = (host: string): string =>
  host.replace(/(?<![^.])xn--([a-z\d-]+)/g, (label, code: string) =>
    label.length > maxLabelLength ? label : (decodeLabel(code) ?? label),
  );

/** As it is shown. @param host as in `URL.host` */
export function readableHost(host: string): string {
  const decoded = decodeHost(host);
  const labels = decoded.replace(/:\d+$/, '').split('.');
  const top = labels.findLast((label) => label !== '') ?? '';
  return labels.every((label) => isPlain(label, top)) ? decoded : host;
}

const encodedHost = /(?<![\w.-])(?:[\w-]{1,63}\.){0,20}xn--[\w.-]+/g;
hosts.read = (text) => (text.includes('xn--') ? text.replace(encodedHost, readableHost) : text);

/** Scripts that browsers show, each by itself; letters of East Asia stand beside Latin ones. */
const scripts = [
  ...'Grek Cyrl Armn Hebr Arab Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`),
  // Not those of phonetics, which look like others; "ə" is Azerbaijani.
  'a-zß-öø-ķĺ-ňŊ-žơưǎ-ǜǧǩǫșțə\\u1e00-\\u1eff',
  'a-z\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}',
  'a-z\\p{scx=Hani}\\p{scx=Bopo}',
  'a-z\\p{scx=Hani}\\p{scx=Hang}',
];
const isOneScript = new RegExp(scripts.map((script) => `^[${script}\\d\\-]+$`).join('|'), 'u');

/** Letters that look like Latin ones or digits; under these endings people know them. */
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

/** Signs like a slash or a dash, apart from letters of their own scripts. */
const likeSigns = /(?:^|[a-z\d-])[ノソゾンヽヾゝゞー一丶丿乀乁〇](?:$|[a-z\d-])/u;
/** Marks that do not form one letter with what they stand on. */
const looseMarks = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\d-]\p{M}|^\p{M}/u;

function isPlain(label: string, top: string): boolean {
  if (/^[a-z\d_-]*$/.test(label)) return !label.startsWith('xn--');
  if (label.normalize('NFKC').toLowerCase() !== label || !isOneScript.test(label)) return false;
  if (looseMarks.test(label) || likeSigns.test(label) || /^\p{N}+$/u.test(label)) return false;
  // An ending of the same script says what is meant.
  const isLike = lookalikes.some(([letters, endings]) => letters.test(label) && !endings.test(top));
  return !isLike || (label !== top && /[^\0-\x7f]/.test(top) && !/^xn--/.test(top));
}

/** Null for what is no code. */
function decodeLabel(code: string): string | null {
  try {
    const label = decode(code);
    // Nothing to encode: `xn--bank-` is another host than `bank`.
    return /[^\0-\x7f]/.test(label) ? label : null;
  } catch {
    return null;
  }
}
