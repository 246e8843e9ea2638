/** Addresses in one line of plain text of any script: where each begins and ends. Pure; linear in the length of the line. */
import { removeInvisible } from '../api/clean-text.ts';
import { bareHostPattern, isBareHost, startsBareAddress } from './bare-host.ts';
import { maxLinkLength, parseLink } from './link.ts';
import { getLinkKind } from './link-kind.ts';

/** `scheme`: not fetchable; `too-long`: for servers; `unclear`: spaces may be part; `rest`: text after a link, perhaps of it. */
export type LeftOutReason = 'no-link' | 'scheme' | 'too-long' | 'unclear' | 'rest';

/** A part of a line; what is in none of them is text around links. */
export type Piece = { readonly from: number; readonly to: number } & (
  | { readonly url: string; readonly reason?: undefined }
  | { readonly reason: LeftOutReason; readonly url?: undefined }
);

/** `web` has a scheme that services fetch, `other` another one, `bare` none. */
interface Start {
  readonly from: number;
  readonly kind: 'web' | 'other' | 'bare';
}

/** Schemes anywhere; what needs no slashes or has no scheme at the beginning of a word. */
const starts = new RegExp(
  [
    String.raw`(?<web>(?:https?|ftp):(?:\\{0,4}/){2}(?=[^\s\/?#.]))`,
    String.raw`(?<![\p{L}\p{N}+.\-])(?<other>[a-z][a-z\d+.\-]{0,30}:(?=//)|(?:blob|data|javascript|magnet|mailto|filesystem|jar|about|ed2k|thunder|tel|sms):(?=[^\s\/]))`,
    String.raw`(?<![\p{L}\p{N}_@\/.\-])www\.(?=[\p{L}\p{N}])`,
    String.raw`(?<=^|[\s"'<>,;\|\p{DI}\p{Pi}\p{Ps}[\p{Po}--[!-~]]])(?<host>${bareHostPattern})`,
  ].join('|'),
  'giv',
);

/** What no address has, brackets and quotes of all scripts but ASCII's, what ends their sentences, and arrows. */
const stop =
  /[\s\p{Cc}<>`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Term}\p{STerm}]--[!-~]]\u2026\u2190-\u21ff\u3003\uff02\uff07\uff1c\uff1e\uff5c]/v;

/** What input methods write for the dots and the colon of a host. */
const wideHost = /^(?:[。．｡][a-z\d\-]{1,63}(?=[.\/:。．｡：])|：\d{1,5}(?=\/|\s|$))/iv;
/** What no host has, and texts have behind one. */
const afterHost = /[!&'(),;=|~+]/;

/** Words that Korean and Japanese write onto what stands before them. */
const particle =
  /^(?:(?:을|를|은|는|이|가|와|과|의|에|에서|에게|로|으로|도|만|까지|부터|보다|처럼|랑|이랑|하고|입니다|이에요|예요|이다|인데)(?![\p{L}\p{M}\p{N}])|を)/u;

/** What stops an address in the source of a page that was escaped. */
const stopEntity =
  /&(?:(?:quot|lt|gt|nbsp|#0*(?:9|10|13|32|34|60|62|160)|#x0*(?:9|a|d|20|22|3[ce]|a0));|(?:apos|#0*39|#x0*27);(?![\p{L}\p{N}]))/iuy;

/** Belongs to the sentence where it is the last character. */
const sentenceEnd = /[.,;:!?'"|\p{DI}\u2013\u2014\u301c\uff5e]/u;

/** Signs behind an address that are no letters: those of a sentence, and emoji. */
const signsAtEnd = /(?<=\w)[\p{ExtPict}\p{EMod}\ufe0f\u200d\u22ef\ufffc[[\p{Po}\p{Pd}]--[!-~]]]+$/v;

/** What ends an address, by the character just before it. */
const closedBy = ['""', "''", '״״', '׳׳', '||', '<|', '[|'];
const closers = new Map(closedBy.map(([opener, closer]) => [opener, closer]));

const openingBrackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const isOpeningBracket = (char: string): boolean => char === '(' || char === '[' || char === '{';

/** An address may stand in another one behind these. */
const beforeEmbedded = /[/=?&#:+@!$%~_]/;

const nonLatinLetter = /[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Zinh}]]/v;
const asciiWord = /[a-z\d]/i;

/** In order, also what looks like a link and is none. */
export function findAddresses(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const openAround: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  let end = 0;
  starts.lastIndex = 0;
  for (let match = starts.exec(line); match !== null; match = starts.exec(line)) {
    const start = toStart(match);
    if (start === null) continue;
    countBrackets(line, end, start.from, openAround);
    end = start.from;
    const piece =
      start.kind === 'other' ? readOther(line, start) : readAddress(line, start, openAround, pieces.at(-1));
    if (piece === null) continue;
    pieces.push(piece);
    end = piece.to;
    starts.lastIndex = end;
  }
  return pieces;
}

/** Null for a scheme alone, and for words around a slash. */
function toStart({ 0: text, index: from, groups, input }: RegExpExecArray): Start | null {
  const host = groups?.['host'];
  if (host !== undefined && !isBareHost(host, input.slice(from + host.length, from + host.length + 2)))
    return null;
  if (groups?.['web'] !== undefined) return { from, kind: 'web' };
  if (groups?.['other'] === undefined) return { from, kind: 'bare' };
  if (/^(?:https?|ftp):$/i.test(text)) return null;
  // "linkhttps://…".
  const glued = /[a-z\d](https?:)$/i.exec(text);
  return glued === null
    ? { from, kind: 'other' }
    : { from: from + text.length - (glued[1] ?? '').length, kind: 'web' };
}

function countBrackets(line: string, from: number, to: number, open: Record<string, number>): void {
  for (let at = from; at < to; at += 1) {
    const char = line.charAt(at);
    const opening = openingBrackets[char];
    if (isOpeningBracket(char)) open[char] = (open[char] ?? 0) + 1;
    else if (opening !== undefined) open[opening] = Math.max(0, (open[opening] ?? 0) - 1);
  }
}

/** An address of another kind: up to the next space or quote, with all that it embeds. */
function readOther(line: string, { from }: Start): Piece {
  const length = line.slice(from).search(/[\s"<>`]/u);
  return { from, to: length === -1 ? line.length : from + length, reason: 'scheme' };
}

function readAddress(
  line: string,
  { from, kind }: Start,
  openAround: Readonly<Record<string, number>>,
  before: Piece | undefined,
): Piece | null {
  const opener = line.charAt(from - 1);
  const closer = closers.get(opener);
  const isListed =
    (opener === ',' || opener === ';') && !/&#?\w{1,30};$/.test(line.slice(Math.max(0, from - 32), from));
  // Without a scheme, only after another address.
  if (kind === 'bare' && /[,;|]/.test(opener) && before?.to !== from - 1) return null;
  // A field of a list whose other fields are no addresses.
  const comma = isListed && before?.to !== from - 1 ? opener : undefined;
  const isGlued = nonLatinLetter.test(opener);
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  const unmatched = new Set<number>();
  const scheme = /^[a-z]*:(?:\\{0,4}\/){2}/i.exec(line.slice(from, from + 16))?.[0] ?? '';
  const hostFrom = from + scheme.length;
  let isHost = true;
  /** Where quotes within it end. */
  let quoted = from;
  let end = hostFrom;
  for (; end < line.length; end += 1) {
    const char = line.charAt(end);
    if (asciiWord.test(char)) continue;
    if (char === closer && !(char === "'" && asciiWord.test(line.charAt(end + 1)))) break;
    const mayEndHost = isHost && end > hostFrom && afterHost.test(char);
    if (mayEndHost && !/^[^\s/?#@]{0,200}@/.test(line.slice(end, end + 202))) break;
    if (char > '\x7f' || char === "'") {
      const whole = String.fromCodePoint(line.codePointAt(end) ?? 0);
      if (isHost && wideHost.test(line.slice(end, end + 66))) continue;
      if (stop.test(whole) && !isApostrophe(line, end)) break;
      if (char === '—' && line.charAt(end + 1) === '—') break;
      if (asciiWord.test(line.charAt(end - 1)) && endsBeforeWord(line, from, end, isHost, isGlued)) break;
      continue;
    }
    if (stop.test(char) || char === comma) break;
    if (char === '"') {
      const close = findQuoted(line, end);
      if (close === -1 || opener === '"') break;
      end = close;
      quoted = close + 1;
    } else if (char === '&') {
      stopEntity.lastIndex = end;
      if (stopEntity.test(line)) break;
    } else if (char === '\\') {
      if (isEscapedEnd(line, end)) break;
      // The next one is escaped.
      end += 1;
    } else if (char === ':') {
      const next = findJoined(line, hostFrom, end);
      if (next === null) continue;
      end = next;
      break;
    } else if (char === '|') {
      // The next field of a template, or the name of a link.
      const isField = Math.max(openAround['{'] ?? 0, openAround['['] ?? 0) > 1;
      if (isField || /^(?:\s|$|https?:|ftp:|www\.)/i.test(line.slice(end + 1, end + 7))) break;
    } else if (char === ',' || char === ';') {
      const isNext =
        kind === 'bare' ? startsBareAddress(line, end + 1) : /^www\.$/i.test(line.slice(end + 1, end + 5));
      if (isNext) break;
    } else if (isOpeningBracket(char)) {
      // The end of a tag as forums have them, or the next line of a list.
      if (char === '[' && /^(?:\/[a-z]|\*\])/i.test(line.slice(end + 1, end + 3))) break;
      open[char] = (open[char] ?? 0) + 1;
    } else if (openingBrackets[char] !== undefined) {
      const opening = openingBrackets[char];
      if ((open[opening] ?? 0) > 0) open[opening] = (open[opening] ?? 0) - 1;
      else if ((openAround[opening] ?? 0) > 0) break;
      else unmatched.add(end);
    } else if (char === '/' || char === '?' || char === '#') isHost &&= end < hostFrom;
  }
  const to = trimEnd(line, from, quoted, Math.min(end, line.length), unmatched);
  const text = line.slice(from, to);
  const url = parseLink(unescapeAddress(text.replace(/^([^/]*\/\/[^/]*)：/u, '$1:')));
  if (url !== null) return { from, to, url };
  if (kind === 'bare') return null;
  return { from, to, reason: text.length > maxLinkLength / 9 && isTooLong(text) ? 'too-long' : 'no-link' };
}

const isTooLong = (text: string): boolean =>
  text.length > maxLinkLength || (URL.parse(text)?.href.length ?? 0) > maxLinkLength;

/** The beginning of an address that is joined to this one, by its colon; null where there is none, or it belongs to this one. */
function findJoined(line: string, hostFrom: number, colon: number): number | null {
  if (!/^(?:\\{0,4}\/){2}/.test(line.slice(colon + 1, colon + 11))) return null;
  const scheme = /(?:https?|(?<![a-z])ftp)$/i.exec(line.slice(Math.max(hostFrom, colon - 6), colon))?.[0];
  const before = line.slice(Math.max(hostFrom, colon - 12), colon);
  const other = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,10}$/i.exec(before)?.[0];
  const from = colon - (scheme ?? other ?? '').length;
  if (from <= hostFrom || beforeEmbedded.test(line.charAt(from - 1))) return null;
  return line.charAt(from - 1) === '(' && isArgument(line, from) ? null : from;
}

/** Whether the brackets around an address close within a longer one: `/filter(https://…)/a.jpg`. */
const isArgument = (line: string, from: number): boolean =>
  /^[^\s()]+\)[\w/.?&-]/.test(line.slice(from, from + 1_000));

const isApostrophe = (line: string, at: number): boolean =>
  line.charAt(at) === '’' && /^\p{L}/u.test(line.slice(at + 1, at + 3)) && /\p{L}/u.test(line.charAt(at - 1));

/** Whether a word that touches an address begins: after a host or a file's ending, or where the writer sets no spaces. */
function endsBeforeWord(line: string, from: number, end: number, isHost: boolean, isGlued: boolean): boolean {
  if (isHost) {
    // No domain has an ending of two scripts.
    const [, rest = ''] = /^([^\s/?#:.]{1,80})/u.exec(line.slice(end, end + 80)) ?? [];
    const isLast = line.charAt(end + rest.length) !== '.';
    return /\.[a-z]{2,20}$/i.test(line.slice(Math.max(from, end - 21), end)) && isLast;
  }
  const [ending] = /\.[a-z\d]{2,5}$/i.exec(line.slice(Math.max(from, end - 6), end)) ?? [];
  if (ending !== undefined && isFileName(`a${ending}`)) return true;
  const isLatin = !/[^\0-\x7f][^/]*$/.test(line.slice(Math.max(from, end - 80), end));
  if (isLatin && particle.test(line.slice(end, end + 5))) return true;
  return isGlued && nonLatinLetter.test(line.charAt(end));
}

/** Whether a name has the ending of a file that a user could want. */
export const isFileName = (name: string): boolean =>
  getLinkKind(`https://h/${encodeURIComponent(name.toWellFormed())}`) !== 'page';

/** Where quotes within a word of an address close; -1 for others. */
function findQuoted(line: string, at: number): number {
  if (!/[\p{L}\p{N}_-]/u.test(line.charAt(at - 1)) || !/[\p{L}\p{N}]/u.test(line.charAt(at + 1))) return -1;
  const length = line.slice(at + 1, at + 100).search(/["\s<>]/u);
  return length !== -1 && line.charAt(at + 1 + length) === '"' ? at + 1 + length : -1;
}

/** In source code: a quote, or the end of a line. */
const isEscapedEnd = (line: string, at: number): boolean =>
  /^\\{1,4}(?:"|$|[nrt](?:\\|\s|"|'|$|https?:|ftp:))/i.test(line.slice(at, at + 12));

function trimEnd(
  line: string,
  from: number,
  quoted: number,
  end: number,
  unmatched: ReadonlySet<number>,
): number {
  const isSingleQuoted = /[^\p{L}\p{N}]'[^']*'$/u.test(line.slice(Math.max(from, end - 100), end));
  const [signs = ''] = signsAtEnd.exec(line.slice(Math.max(from, end - 24), end)) ?? [];
  end -= signs.length;
  let to = end;
  const emphasis = line.charAt(from - 1);
  let emphasised = 0;
  if (/[*_~]/.test(emphasis)) while (line.charAt(from - 1 - emphasised) === emphasis) emphasised += 1;
  const isFollowed = /^\S/u.test(line.charAt(end));
  for (; to > quoted && !(to === end && isSingleQuoted); to -= 1) {
    const last = line.charAt(to - 1);
    if (last === emphasis && emphasised > 0) emphasised -= 1;
    else if (last === ';' && /&#?\w{1,31};$/.test(line.slice(Math.max(from, to - 34), to))) break;
    else if (!sentenceEnd.test(last) && !(isFollowed && isOpeningBracket(last)) && !unmatched.has(to - 1))
      break;
  }
  return to;
}

/** As it is fetched: without what HTML and source code write for characters, and without invisible formatting. */
export function unescapeAddress(text: string): string {
  if (/^[\w\-./:~%=?+@#]*$/.test(text)) return text;
  return removeInvisible(
    text
      .replace(/&(?:(?:amp|#0*38|#x0*26);)+/giu, '&')
      .replace(/&apos;/giu, "'")
      .replace(/&(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace);/giu, '')
      .replace(/&#(\d{2,7}|x[\da-f]{2,6});/giu, decodeNumber)
      .replace(/(?<!\\)\\+u00([2-7][\da-f])/giu, (_, code: string) => decodeNumber(_, `x${code}`))
      .replace(/\\ /g, '%20')
      .replace(/(?<!\\)\\+([!-/:-@[\]-`{-~])/gu, '$1'),
  );
}

export function decodeNumber(whole: string, number: string): string {
  const code = Number(number.replace(/^x/i, '0x'));
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
