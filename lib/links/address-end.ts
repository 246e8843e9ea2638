/**
 * Finds where an address in a line of text ends: at the first character where a rule stops it, after which `trimEnd` takes off what belongs
 * to the text around it. Pure. Runs in linear time.
 */
import { startsBareAddress } from './bare-host.ts';
import { unescapeAddress } from './escapes.ts';
import { isFileName } from './link-kind.ts';
import { countSpare, type Table } from './tables.ts';
import { createWordSet, hasLetterOrDigit } from './word-set.ts';

const openingBrackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const isOpeningBracket = (char: string): boolean => char === '(' || char === '[' || char === '{';

/** Open brackets of each kind. */
export type Brackets = Record<string, number>;

export const createBrackets = (): Brackets => ({ '(': 0, '[': 0, '{': 0 });

/** False for a closing bracket without an opening one. */
export function countBracket(open: Brackets, char: string): boolean {
  const opening = openingBrackets[char];
  if (isOpeningBracket(char)) open[char] = (open[char] ?? 0) + 1;
  else if (opening !== undefined && !open[opening]) return false;
  else if (opening !== undefined) open[opening] = (open[opening] ?? 0) - 1;
  return true;
}

interface Beginning {
  readonly line: string;
  readonly from: number;
  readonly isBare: boolean;
  /** Open before the address. */
  readonly around: Brackets;
  /** Follows another address and one separator. */
  readonly isNext: boolean;
  /** The line is a row of this table. */
  readonly table: Table | undefined;
  readonly isFirst: boolean;
}

interface Scan extends Beginning {
  readonly hostFrom: number;
  /** Just before the address. */
  readonly opener: string;
  /** Separates the address from the next field. */
  readonly delimiter: string | undefined;
  /** Begins a line or a field. */
  readonly isField: boolean;
  /** How many of the table's delimiters may be part of the address. */
  spare: number;
  readonly within: Brackets;
  /** Closing brackets without an opening one. */
  readonly unmatched: Set<number>;
  at: number;
  isHost: boolean;
  isQuery: boolean;
  /** Where quotes within the address end. */
  quotedTo: number;
}

/** Whether the address ends before the character at `at`, which a rule may move. */
type Rule = (scan: Scan) => boolean;

/** For characters that an address may contain. */
const rules: Readonly<Record<string, Rule>> = {
  '"': endsAtQuote,
  '&': endsAtEntity,
  '\\': endsAtEscape,
  ':': endsAtJoined,
  '|': (scan) => endsAtBar(scan) || endsAtField(scan),
  ',': (scan) => startsNext(scan) || endsAtField(scan),
  ';': (scan) => !endsEntity(scan.line, scan.from, scan.at) && (startsNext(scan) || endsAtField(scan)),
  '[': (scan) => endsAtLabel(scan) || endsAtBracket(scan),
  '(': endsAtBracket,
  '{': endsAtBracket,
  ')': endsAtBracket,
  ']': endsAtBracket,
  '}': endsAtBracket,
};

/** What ends an address, by the character just before it. */
const closedBy = ['""', "''", '״״', '׳׳', '||', '<|', '[|', '!!'];
const closers = new Map(closedBy.map(([opener, closer]) => [opener, closer]));

const asciiWord = /[a-z\d]/i;
/** A possible longer host would be read again from each place where it could begin. */
const maxHostLength = 255;

export function findAddressEnd(beginning: Beginning): number {
  const { line, from, isNext, table, isFirst } = beginning;
  const opener = line.charAt(from - 1);
  const closer = closers.get(opener);
  const isListed = (opener === ',' || opener === ';') && !endsEntity(line, from - 33, from - 1);
  const scheme = /^[a-z]*:(?:\\{0,4}\/){2}/i.exec(line.slice(from, from + 16))?.[0] ?? '';
  const hostFrom = from + scheme.length;
  const scan: Scan = {
    ...beginning,
    ...{ hostFrom, opener, isHost: true, isQuery: false },
    spare: table !== undefined && isFirst ? countSpare(table, line) : 0,
    delimiter: isListed && !isNext ? opener : undefined,
    isField: isListed || opener === '|' || /^[\s"']*$/.test(line.slice(Math.max(0, from - 9), from)),
    within: createBrackets(),
    unmatched: new Set(),
    at: hostFrom,
    quotedTo: from,
  };
  for (; scan.at < line.length; scan.at += 1) {
    const { at } = scan;
    const char = line.charAt(at);
    if (scan.isBare && scan.isHost && at - hostFrom > maxHostLength) return from;
    if (asciiWord.test(char)) continue;
    if (char === closer && !(/['!]/.test(char) && /[\w/]/.test(line.charAt(at + 1)))) break;
    if (scan.isHost && endsHost(scan)) break;
    if (char > '\x7f' || char === "'" ? endsAtForeign(scan) : stop.test(char)) break;
    if (rules[char]?.(scan)) break;
    if (/[/?#]/.test(char)) scan.isHost = false;
    if (char === '?') scan.isQuery = true;
  }
  return trimEnd(scan, Math.min(scan.at, line.length));
}

/** No address contains these: brackets and quotes except ASCII, ends of sentences in other scripts, and arrows. */
const stop =
  /[\s\p{Cc}<>`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Term}\p{STerm}]--[!-~]]\u2026\u2190-\u21ff\u3003\uff02\uff07\uff1c\uff1e\uff5c]/v;

/** What ends an address in the escaped source of a page, by the name of the entity. */
const stopEntities: Readonly<Record<string, string>> = {
  quot: '"',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  apos: "'",
};

function endsAtEntity({ line, at }: Scan): boolean {
  const [whole = '', name = ''] = /^&(#?\w{1,10});/.exec(line.slice(at, at + 12)) ?? [];
  const char = stopEntities[name.toLowerCase()] ?? unescapeAddress(whole);
  return char === "'" ? !/^[\p{L}\p{N}]/u.test(line.slice(at + whole.length)) : /^[\s"<>]$/.test(char);
}

/** The semicolon at `at` ends an entity such as `&amp;`. */
const endsEntity = (line: string, from: number, at: number): boolean =>
  line.charAt(at) === ';' && /&#?\w{1,31};$/.test(line.slice(Math.max(0, from, at - 33), at + 1));

/** No host contains these, but text after a host does, and so may a user name and password. */
const endsHost: Rule = ({ line, hostFrom, at }) =>
  at > hostFrom &&
  /[!&'(),;=|~+]/.test(line.charAt(at)) &&
  !/^[^\s/?#@]{0,200}@/.test(line.slice(at, at + 202));

/** What input methods write for the dots and the colon of a host. */
const wideHost = /^(?:[。．｡][a-z\d\-]{1,63}(?=[.\/:。．｡：])|：\d{1,5}(?=\/|\s|$))/iv;

/** At characters beyond ASCII, and at apostrophes, which endings of words follow. */
function endsAtForeign(scan: Scan): boolean {
  const { line, at, isHost } = scan;
  if (isHost && wideHost.test(line.slice(at, at + 66))) return false;
  if (stop.test(String.fromCodePoint(line.codePointAt(at) ?? 0)) && !isApostrophe(line, at)) return true;
  if (line.startsWith('——', at)) return true;
  return asciiWord.test(line.charAt(at - 1)) && endsBeforeWord(scan);
}

const isApostrophe = (line: string, at: number): boolean =>
  line.charAt(at) === '’' && /^\p{L}/u.test(line.slice(at + 1, at + 3)) && /\p{L}/u.test(line.charAt(at - 1));

/** Korean particles, which touch the word before them. The one Japanese particle is never part of another word. */
const particles =
  '을 를 은 는 이 가 와 과 의 에 에서 에게 로 으로 도 만 까지 부터 보다 처럼 랑 이랑 하고 입니다 이에요 예요 이다 인데'.split(
    ' ',
  );
const particle = new RegExp(`^(?:(?:${particles.join('|')})(?![\\p{L}\\p{M}\\p{N}])|を)`, 'u');

/** A label for a password or the like: `/s/1abc提取码：1234`. */
const labelBehind = /^[[\p{L}\p{M}]--\p{sc=Latn}]{1,8} ?[:：]/v;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const nonLatinLetter = /[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Zinh}]]/v;

/** A word that touches the address begins: after a host or a file extension, or in scripts without spaces. */
function endsBeforeWord({ line, from, at, isHost, opener }: Scan): boolean {
  // Where a program allowed a line break, the address goes on.
  if (/^\p{DI}+[/?#:]/u.test(line.slice(at, at + 9))) return false;
  if (isHost) {
    // No top-level domain mixes two scripts.
    const [, rest = ''] = /^([^\s/?#:.]{1,80})/u.exec(line.slice(at, at + 80)) ?? [];
    const isLast = line.charAt(at + rest.length) !== '.';
    return /\.[a-z]{2,20}$/i.test(line.slice(Math.max(from, at - 21), at)) && isLast;
  }
  if (endsLikeFile(line, from, at)) return true;
  const isLatin = !/[^\0-\x7f][^/]*$/.test(line.slice(Math.max(from, at - 80), at));
  const next = line.slice(at, at + 12);
  if (isLatin && (particle.test(next) || labelBehind.test(next))) return true;
  return nonLatinLetter.test(opener) && nonLatinLetter.test(line.charAt(at));
}

function endsLikeFile(line: string, from: number, at: number): boolean {
  const [ending] = /\.[a-z\d]{2,5}$/i.exec(line.slice(Math.max(from, at - 6), at)) ?? [];
  return ending !== undefined && isFileName(`a${ending}`);
}

/** Quotes within a word are part of the address: `/a_"b"_c`. */
function endsAtQuote(scan: Scan): boolean {
  const { line, at, opener } = scan;
  const isWithin =
    opener !== '"' && /[\p{L}\p{N}_-]/u.test(line.charAt(at - 1)) && hasLetterOrDigit(line.charAt(at + 1));
  const length = isWithin ? line.slice(at + 1, at + 100).search(/["\s<>]/u) : -1;
  if (length === -1 || line.charAt(at + 1 + length) !== '"') return true;
  scan.at = at + 1 + length;
  scan.quotedTo = scan.at + 1;
  return false;
}

const maxString = 2_000;

/** In source code, a backslash ends the address before a quote or at the end of a line. Otherwise the next character is part of it. */
function endsAtEscape(scan: Scan): boolean {
  const { line, from, at } = scan;
  // Within quotes, every line ends like this.
  const isQuoted = line.slice(Math.max(0, from - maxString), from).includes('"');
  if ((isQuoted ? /^\\{1,4}[nrt]/ : /^\\{1,4}n(?![a-z])/).test(line.slice(at, at + 6))) return true;
  if (/^\\{1,4}(?:"|$|[nrt](?:\\|\s|"|'|$|https?:|ftp:))/i.test(line.slice(at, at + 12))) return true;
  scan.at += 1;
  return false;
}

/** An embedded address may follow. */
const beforeEmbedded = /[/=?&#:+@!$%~_]/;

/** A second address is glued to this one. An embedded address doesn't end it. */
function endsAtJoined(scan: Scan): boolean {
  const { line, hostFrom, at } = scan;
  if (!/^(?:\\{0,4}\/){2}/.test(line.slice(at + 1, at + 11))) return false;
  const scheme = /(?:https?|(?<![a-z])ftp)$/i.exec(line.slice(Math.max(hostFrom, at - 6), at))?.[0];
  const before = line.slice(Math.max(hostFrom, at - 12), at);
  const other = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,10}$/i.exec(before)?.[0];
  const from = at - (scheme ?? other ?? '').length;
  if (from <= hostFrom || beforeEmbedded.test(line.charAt(from - 1))) return false;
  // An argument: `/filter(https://…)/a.jpg`.
  if (line.charAt(from - 1) === '(' && /^[^\s()]+\)[\w/.?&-]/.test(line.slice(from, from + 1_000)))
    return false;
  scan.at = from;
  return true;
}

/** Options, which no query contains, just as it contains no names with a hyphen. */
const headerNames = createWordSet(`
  auth authorization cookie cookies host origin referer referrer seekable useragent verifypeer
`);

/** Players take options after an address: `|User-Agent=…&Referer=https://…`. */
const readOption = (line: string, at: number): string | undefined =>
  /^\|([a-z][\w-]*)=/i.exec(line.slice(at, at + 40))?.[1]?.toLowerCase();

/** At the next field of a template, the name of a link, or a player's options. */
function endsAtBar({ line, at, around, isQuery }: Scan): boolean {
  if (isInTemplate(around)) return true;
  if (/^\|(?:\s|$|https?:|ftp:|www\.)/i.test(line.slice(at, at + 8))) return true;
  const option = readOption(line, at);
  // `?titles=A|B=1` is a list within an address.
  return option !== undefined && (!isQuery || headerNames.has(option) || /-|^drm/.test(option));
}

/** Within the double brackets of a wiki. */
const isInTemplate = (around: Brackets): boolean => Math.max(around['{'] ?? 0, around['['] ?? 0) > 1;

export const startsOptions = (line: string, at: number, around: Brackets): boolean =>
  !isInTemplate(around) && readOption(line, at) !== undefined;

function startsNext({ line, at, isBare }: Scan): boolean {
  return isBare ? startsBareAddress(line, at + 1) : /^www\.$/i.test(line.slice(at + 1, at + 5));
}

/** A position on a map: `@52.1,4.3,12z`. */
const coordinates = /@-?\d+(?:\.\d+)?(?:,-?[\d.]+)*$/;
/** A field of words. The last part of an address has punctuation within its words. */
const words = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’!?:&-]*\.?[ \u00a0]\S/u;
const maxField = 200;
/** A name with a comma, in a sentence: `/Paris,Texas is`. */
const nameBefore = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+$/u;
const nameAfter = /^\p{Lu}\p{L}+\.? \p{Ll}/u;

/** At a comma, semicolon or bar that ends the field. */
function endsAtField(scan: Scan): boolean {
  const { line, from, at, opener, delimiter, isField, isHost, table, within } = scan;
  const char = line.charAt(at);
  // The bracket says where `<https://…,…>` ends. `<https://…|Title>` comes from Slack.
  if (opener === '<' && char !== '|') return false;
  if (char === delimiter && scan.spare === 0) return true;
  // `/filter(a,b)/c.jpg`.
  const isWithin = isHost || Object.values(within).some(Boolean);
  if (isWithin || coordinates.test(line.slice(Math.max(from, at - 60), at))) return false;
  const rest = line.slice(at + 1, at + 1 + maxField);
  const [field = ''] = /^[^\s,;|"'<>]*/.exec(rest) ?? [];
  // An empty or quoted field.
  if (isField && char !== '|' && /^[,;"]/.test(rest)) return true;
  if (isField && table?.delimiter === char) {
    scan.spare -= 1;
    return scan.spare < 0 || !/[/=]/.test(field);
  }
  // `?files=a.zip,b.zip` is a list within an address.
  const isList = scan.isQuery && (!isField || isFileName(field));
  // `/film.mp4;v=2`, and `/a.jpg,b/c.jpg` of image services.
  if (endsLikeFile(line, from, at) && field !== '' && !isList) return !/[/=]/.test(field);
  // `/s/1abc,密码1234`.
  if (
    !scan.isQuery &&
    nonLatinLetter.test(rest.charAt(0)) &&
    isAscii(line.slice(Math.max(from, at - 80), at))
  )
    return true;
  const isNumber = /\d/.test(line.charAt(at - 1)) && /^\d/.test(rest);
  const isName = nameBefore.test(line.slice(Math.max(from, at - 60), at)) && nameAfter.test(rest);
  return isField && !isNumber && !isName && words.test(rest);
}

/** Only punctuation may follow: `/Film_[1080p].mkv` is a name. */
const labelAtEnd = /^\[((?:[^\]\\]|\\.)*)\](?=[+[\p{P}--[\-\/\\#%\&@\(\[\{]]]*(?:$|[\s"'<>`\|]|https?:))/v;

/** At the text of a link, which AsciiDoc writes after the address: `/a.zip[Installer]`. `?ids[]=1` is part of an address. */
function endsAtLabel({ line, from, hostFrom, at, opener }: Scan): boolean {
  if (at === hostFrom || opener === '<') return false;
  const [, label] = labelAtEnd.exec(line.slice(at, at + maxField)) ?? [];
  const before = line.slice(Math.max(from, at - maxField), at);
  if (label === undefined || /[=&?([{]$/.test(before)) return false;
  const isName = /[?&][^=&#]*$/.test(before);
  if (isName) return /\s/.test(label);
  if (before.endsWith('/')) return !endsLikeFile(line, at, line.length);
  return endsLikeFile(line, from, at) || !/^\d+$/.test(label);
}

/** At a bracket that closes one around the address, at a closing tag of a forum (`[/url]`), or at the next item of a list (`[*]`). */
function endsAtBracket({ line, at, opener, around, within, unmatched }: Scan): boolean {
  const char = line.charAt(at);
  // `{color}https://…{color}`.
  if (char === '{' && opener === '}') return true;
  if (char === '(' && labelBehind.test(line.slice(at + 1, at + 13))) return true;
  if (char === '[' && /^\[(?:\/[a-z]|\*\])/i.test(line.slice(at, at + 3))) return true;
  if (countBracket(within, char)) return false;
  if (around[openingBrackets[char] ?? '']) return true;
  unmatched.add(at);
  return false;
}

/** These belong to the sentence if they come last. */
const sentenceEnd = /[.,;:!?'"|\p{DI}\u2013\u2014\u301c\uff5e]/u;

/** Punctuation beyond ASCII, and emoji. */
const symbolsAtEnd = /(?<=\w)[\p{ExtPict}\p{EMod}\ufe0f\u200d\u22ef\ufffc[[\p{Po}\p{Pd}]--[!-~]]]+$/v;

/** Takes off punctuation, brackets opened before the address, and emphasis marks. */
function trimEnd({ line, from, quotedTo, unmatched }: Scan, end: number): number {
  const isSingleQuoted = /[^\p{L}\p{N}]'[^']*'$/u.test(line.slice(Math.max(from, end - 100), end));
  const [symbols = ''] = symbolsAtEnd.exec(line.slice(Math.max(from, end - 24), end)) ?? [];
  end -= symbols.length;
  let to = end;
  const [emphasis = ''] = /[*_~+]{1,8}$/.exec(line.slice(Math.max(0, from - 8), from)) ?? [];
  const marks = [...emphasis];
  const isFollowed = /^\S/u.test(line.charAt(end));
  for (; to > quotedTo && !(to === end && isSingleQuoted); to -= 1) {
    const last = line.charAt(to - 1);
    const mark = marks.indexOf(last);
    if (mark !== -1) marks.splice(mark, 1);
    else if (endsEntity(line, from, to - 1)) break;
    else if (!sentenceEnd.test(last) && !(isFollowed && isOpeningBracket(last)) && !unmatched.has(to - 1))
      break;
  }
  return to;
}
