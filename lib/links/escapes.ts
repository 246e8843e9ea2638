/** Decodes how HTML, source code and embedded addresses write characters. Pure. */
import { removeInvisible } from '../api/clean-text.ts';
import { decodePercent } from './decode-percent.ts';

/** Decodes what would hide where an address begins or ends. */
export function decodeLine(line: string): string {
  if (!/\\|%3a|%(?:25){1,2}3a|&#|\^["&]/i.test(line)) return line;
  return decodeEncoded(
    // Carets escape characters in the Windows command prompt.
    (/\^["&]/.test(line) ? line.replace(/\^(.)/g, '$1') : line)
      .replace(escapedSlash, decodeNumber)
      .replace(/(?:\\x[89a-f][\da-f])+/gi, decodeBytes)
      // `\x26`, `\u0026`, `\u{26}`, also in nested strings.
      .replace(/(?<!\\)\\{1,8}(?:x([2-7][\da-f])|u([\da-f]{4})|u\{([\da-f]{1,6})\})/gi, decodeEscape)
      .replace(/(?<![a-z])(https?|ftp)\\{1,4}:(?=\\{0,4}\/)/gi, '$1:'),
  );
}

/** As UTF-8, otherwise Latin-1. */
function decodeBytes(escapes: string): string {
  const bytes = Uint8Array.from(escapes.slice(2).split(/\\x/i), (code) => Number.parseInt(code, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function decodeEscape(whole: string, ...codes: readonly (string | undefined)[]): string {
  const code = Number.parseInt(codes.slice(0, 3).join(''), 16);
  if (code < 0x20) return ' ';
  // Emoji come as surrogate pairs.
  return code <= 0xffff ? String.fromCharCode(code) : decodeNumber(whole, `x${code.toString(16)}`);
}

/** Templates write the colon and slashes after a scheme like this. */
const escapedSlash = /&#(0{0,4}47|0{0,4}58|x0{0,4}2f|x0{0,4}3a);/gi;

/** An address that is encoded as a whole: `https%3A%2F%2F…`, also twice. In another address it stays. */
const decodeEncoded = (line: string): string => line.replace(/[^\s"'<>]+/g, (word) => decodeWord(word));

function decodeWord(word: string): string {
  const at = word.search(/(?:https?|ftp)%(?:25){0,2}3a(?:\/|%(?:25){0,2}2f){2}/i);
  if (at === -1 || isAddress.test(word.slice(0, at))) return word;
  const [encoded = ''] = /^[\w.~%!*()+/-]+/.exec(word.slice(at)) ?? [];
  const rest = word.slice(at + encoded.length);
  // Other values of the same form.
  const others = rest.startsWith('&') ? rest.split('&').map(decodeWord).join('\t&') : rest && ` ${rest}`;
  return `${word.slice(0, at)}${decodeWhole(encoded)}${others}`;
}

const programs = 'about|blob|data|intent|javascript|magnet|mailto|sms|tel|view-source';
/** A scheme, a host and a slash, or the scheme of a program. */
const isAddress = new RegExp(String.raw`://|[\w-]\.[\w-]+(?::\d+)?/|\b(?:${programs}):`, 'i');

/** Letters beyond ASCII stay encoded: they may be in any charset, and text would end at some of them. */
function decodeWhole(encoded: string): string {
  let address = encoded;
  for (let times = 0; times < 3 && /^[a-z]+%/i.test(address); times += 1)
    address = address.replace(/(?:%[0-7][\da-f])+/gi, (ascii) => decodePercent(ascii));
  return address.replace(/[\s"'<>]/g, encodeURIComponent);
}

/** Without escapes of HTML and source code, and without invisible formatting. */
export function unescapeAddress(text: string): string {
  if (/^[\w\-./:~%=?+@#]*$/.test(text)) return text;
  return removeInvisible(
    text
      .replace(/&(?:(?:amp|#0*38|#x0*26);)+/giu, '&')
      .replace(/&apos;/giu, "'")
      .replace(/&(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace);/giu, '')
      .replace(/&#(\d{2,7}|x[\da-f]{2,6});/giu, decodeNumber)
      .replace(/\\ /g, '%20')
      .replace(/(?<!\\)\\+([!-/:-@[\]-`{-~])/gu, '$1'),
  );
}

function decodeNumber(whole: string, number: string): string {
  const code = Number(number.replace(/^x/i, '0x'));
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
