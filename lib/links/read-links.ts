/** Reads links in texts. Every character belongs to a link, to a left-out part or to the text between them. Pure. */
import { cleanText, normalize } from '../api/clean-text.ts';
import { runAtOnce, type Steps } from '../timing/steps.ts';
import { isCommand, pickFetched } from './commands.ts';
import { decodeLine, unescapeAddress } from './escapes.ts';
import { findAddresses, type LeftOutReason, type Piece } from './find-addresses.ts';
import { type DecodeHtml, type HtmlLine, readHtml } from './html-links.ts';
import { maxLinkLength, parseLink } from './link.ts';
import { isFileName } from './link-kind.ts';
import { findTable, type Table } from './tables.ts';
import { createWordSet, hasLetterOrDigit } from './word-set.ts';
import { joinWrappedLines } from './wrapped-lines.ts';

export interface TextLink {
  readonly url: string;
  /** The first line with this link, from 1. */
  readonly line: number;
  readonly times: number;
  /** It was cut out of a word, joined or decoded, so the text doesn't show what is sent. */
  readonly isChanged?: boolean;
}

export interface LeftOut {
  readonly line: number;
  /** As in the text, without surrounding white space. */
  readonly text: string;
  readonly reason: LeftOutReason;
}

/** It belongs to a link that is sent. */
export const isBesideLink = ({ reason }: LeftOut): boolean => reason === 'rest' || reason === 'option';

export interface ParsedLinks {
  readonly links: readonly TextLink[];
  readonly leftOut: readonly LeftOut[];
}

/** @param decodeHtml decodes entities as in an attribute. Without it, tags are read as text */
export const readLinks = (text: string, decodeHtml?: DecodeHtml): ParsedLinks =>
  runAtOnce(readLinksInSteps(text, decodeHtml));

export function* readLinksInSteps(text: string, decodeHtml?: DecodeHtml): Steps<ParsedLinks> {
  const joined = yield* joinWrappedLines(text);
  return yield* readLines(text, joined, decodeHtml && (yield* readHtml(joined, decodeHtml)));
}

/** Without HTML, whose reader the background doesn't load at start. */
export const readTextLinks = (text: string): ParsedLinks =>
  runAtOnce(readLines(text, runAtOnce(joinWrappedLines(text))));

function* readLines(text: string, joined: string, html?: ReadonlyMap<number, HtmlLine>): Steps<ParsedLinks> {
  const links = new Map<string, TextLink>();
  const leftOut: LeftOut[] = [];
  const add = (url: string, line: number, isChanged: boolean, count = 1) => {
    const { times = 0, ...known } = links.get(url) ?? { line, isChanged };
    const stays = isChanged && known.isChanged;
    links.set(url, { url, line: known.line, times: times + count, ...(stays && { isChanged }) });
  };
  const written = text.split('\n');
  const lines = joined.split('\n');
  const table = findTable(lines);
  for (const [index, whole] of lines.entries()) {
    yield;
    const line = index + 1;
    const source = html?.get(line);
    const isJoined = whole.trim() !== written[index]?.trim();
    for (const url of source?.urls ?? [])
      add(url, line, isJoined || source?.changed.has(url) === true, links.has(url) ? 0 : 1);
    for (const each of source?.leftOut ?? []) leftOut.push({ line, ...each });
    const content = decodeLine(source?.text ?? whole).trim();
    if (content === '') continue;
    const plain = plainLink.test(content) ? readPlain(content) : null;
    const isDecoded = isJoined || content !== (source?.text ?? whole).trim();
    if (plain !== null) {
      add(plain, line, isDecoded);
      continue;
    }
    const pieces = readLine(content, table);
    const isOptions = isPlayerLine(content) || (/^[ \t]/.test(whole) && isAriaOption(content));
    for (const [at, piece] of pieces.entries()) {
      const { from, to, url, reason } = piece;
      if (url !== undefined && !isOptions)
        add(url, line, isDecoded || isChanged(content, piece) || isNameCut(content, piece, pieces[at + 1]));
      else if (source === undefined || reason !== 'rest')
        leftOut.push({ line, text: content.slice(from, to).trim(), reason: reason ?? 'option' });
    }
    if (pieces.length > 0 || source !== undefined || isComment(content) || cleanText(content) === '')
      continue;
    leftOut.push({ line, text: whole.trim(), reason: isOptions ? 'option' : getReason(content) });
  }
  return { links: [...links.values()], leftOut };
}

/** A comment line without an address of its own. `linksText` writes them, and so do playlists. */
export const isComment = (line: string): boolean => /^#+(?:\s|$|EXT-X-)/.test(line) || isPlayerLine(line);

/** Tags in playlists that describe the next address. They may contain addresses of pictures and pages. */
const playerTags = createWordSet(`
  EXTM3U EXTALB EXTART EXTBIN EXTBYT EXTENC EXTGENRE EXTGRP EXTHTTP EXTIMG EXTINF EXTVLCOPT KODIPROP PLAYLIST
  WEBPROP
`);
/** After `EXT-X-`, these contain the address of a stream. */
const streamTag = /^(?:I-FRAME|MAP|MEDIA$|PART|PRELOAD|RENDITION)/;

function isPlayerLine(line: string): boolean {
  const [, tag = ''] = /^#([A-Z][A-Z\d-]{4,40})(?![\w-])/.exec(line) ?? [];
  return tag.startsWith('EXT-X-') ? !streamTag.test(tag.slice(6)) : playerTags.has(tag);
}

/** Options in aria2 input files, which describe the address above. */
const ariaNames = createWordSet(`
  all-proxy allow-overwrite checksum continue dir gid header out pause referer split user-agent
`);

function isAriaOption(line: string): boolean {
  const [, name = ''] = /^([a-z][a-z-]{1,40})=/.exec(line) ?? [];
  return ariaNames.has(name) || /^(?:https?|max|min)-/.test(name);
}

/** The link differs from the text that shows it. */
function isChanged(line: string, { from, to, url }: Piece): boolean {
  const shown = line.slice(from, to);
  return parseLink(shown) !== url || shown.includes('\\') || !wholeWord.test(line.slice(to, to + maxSigns));
}

/** The text left out after the link may be the rest of a file's name. */
const isNameCut = (line: string, { from, to }: Piece, next: Piece | undefined): boolean =>
  next?.from === to && next.reason === 'rest' && isCutName(line.slice(from, to), line.slice(to, next.to));

/** What may follow a link that is shown whole: brackets, quotes, symbols beyond ASCII, or a few characters before a space. */
const wholeWord =
  /^(?:$|[\s"'<>`\)\]\}]|(?!…)[[\p{P}\p{S}\p{DI}]--[!-~]]|(?!\.{3})[!-\/:-@\[-`\{-~]+(?:$|[\s\p{DI}]|https?:))/v;
const maxSigns = 12;

/** Normalised, in order, without duplicates. */
export const findLinks = (text: string): string[] => readTextLinks(text).links.map(({ url }) => url);

/** A fast path for most lines: no character here has a special meaning in text. */
const plainLink = /^https?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/[\w\-./~%=?+@]*[\w/=%+-])?$/;

function readPlain(address: string): string | null {
  const url = URL.parse(address)?.href;
  return url === undefined || url.length > maxLinkLength ? null : url;
}

const getReason = (content: string): LeftOutReason =>
  /^[a-z][a-z\d+.-]*:\S/iu.test(content) && !/^https?:/iu.test(content) ? 'scheme' : 'no-link';

/** Includes spaces that belong to an address. */
export function readLine(line: string, table?: Table): readonly Piece[] {
  const pieces: Piece[] = [];
  const isShell = isCommand(line);
  const addresses = findAddresses(line, table);
  const found = isShell ? pickFetched(line, addresses) : addresses;
  for (const [at, piece] of found.entries()) {
    // In a command, quotes enclose one word. Options or another command follow the other addresses.
    const isQuoted = isShell && /["']/.test(line.charAt(piece.from - 1));
    const isWord = isShell && !isQuoted && /^\s*(?:$|[-|&;<>)])/.test(line.slice(piece.to));
    const after = isQuoted ? piece.from - 1 : (pieces.at(-1)?.to ?? 0);
    pieces.push(...(isWord ? [piece] : extend(line, piece, after, found[at + 1]?.from)));
  }
  if (found.some((piece) => piece.url !== undefined)) return pieces;
  const all = { from: 0, to: line.length };
  const whole = parseLink(line);
  if (whole !== null) return [{ ...all, url: whole }];
  // Typed with an input method that is set to full-width letters.
  const narrow = /[：．／ｆｈｗＦＨＷ]/u.test(line) ? findAddresses(normalize(line, 'NFKC')) : [];
  const wide = narrow.flatMap(({ url }) => (url === undefined ? [] : { ...all, url }));
  return wide.length > 0 ? wide : pieces;
}

const closing = String.raw`[\s,;"'”’»」』>)\]]*`;
/** A list marker, a number, or a checkbox. */
const listMark = String.raw`(?:[-*+•‣◦▪·–>#]+|[(#]?\d{1,6}[.):]|#\d{1,6}|\[[ x]\])\s+`;
const label = String.raw`[\p{L}\p{N} _-]{1,30}[:：=]\s*`;
/** What may come before the only address of a line. */
const lead = new RegExp(`^${closing}(?:${listMark})*(${label})?["'“„‘«‹「『<([]*$`, 'u');
/** Signs can be read as closing ones and as list markers. */
const maxLeadLength = 100;

const quotes = ['""', "''", '<>', '“”', '„“', '‘’', '«»', '‹›', '「」', '『』'];
const closingQuotes = new Map(quotes.map(([opening, closing]) => [opening, closing]));

/**
 * A name with spaces (`http://h/My Movie.mkv`) is part of a link if the link is alone in its line and the name ends like a file. Otherwise
 * it is reported.
 */
function extend(line: string, link: Piece, after: number, before: number | undefined): readonly Piece[] {
  const { from, to, url } = link;
  if (url === undefined) return [link];
  const quote = closingQuotes.get(line.charAt(from - 1));
  const rest = line.slice(to, before);
  const closing = quote === undefined ? -1 : rest.indexOf(quote);
  const tail = trimSentence(closing === -1 ? rest : rest.slice(0, closing));
  // A shortened address looks like this.
  if (/^(?:…|\.{3})/u.test(rest))
    return [link, { from: to, to: to + Math.max(1, tail.length), reason: 'rest' }];
  if (!hasLetterOrDigit(tail)) return [link];
  const end = to + tail.length;
  const [leading, label] = (from - after <= maxLeadLength && lead.exec(line.slice(after, from))) || [];
  const isLead = leading !== undefined;
  const spaced = tail.length < maxSpacedLength && /^[.,;:!?')\]&]*[ \u00a0][^\t]*$/u.test(tail);
  const joined = spaced ? parseLink(encodeSpaces(unescapeAddress(line.slice(from, end)))) : null;
  if (joined !== null && quote === '>' && closing !== -1) return [{ from, to: end, url: joined }];
  // The name ends like a file only with the text that follows.
  const isFile = spaced && isFileName(lastPart(tail)) && !isFileName(lastPart(line.slice(from, to)));
  const isApart = /^[.,;:!?')\]]*\s+[-–—|:#•=>→]+\s/u.test(tail);
  if ((isLead || closing !== -1) && isFile && !isApart && joined !== null)
    return [{ from, to: end, url: joined }];
  const isUnclear = isFile ? /\s[-–—]\s/u.test(tail) : /\/$|%[\da-f]{2}|\p{L}{3}\/\p{L}{3}/iu.test(tail);
  if (isLead && spaced && isUnclear) return [{ from, to: end, reason: 'unclear' }];
  const isSentence = !isLead || (label !== undefined && !spaced);
  const isAround = before !== undefined || isSentence || isApart || /^\s*\t/u.test(tail);
  const isCut = isFile || (spaced && isCutName(line.slice(from, to), tail));
  return isAround && !isCut ? [link] : [link, { from: to, to: end, reason: 'rest' }];
}

/** A word after the link ends like a file, and the link doesn't. */
const isCutName = (link: string, tail: string): boolean =>
  !isFileName(lastPart(link)) &&
  (tail.match(/\.[a-z\d]{2,5}(?=[.,;:!?]*(?:\s|$))/gi) ?? []).some((ending) => isFileName(`a${ending}`));

function lastPart(text: string): string {
  const path = text.split(/[?#]/u, 1)[0] ?? '';
  return path.split(/[\s/]/u).at(-1) ?? '';
}

function trimSentence(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.,;!?\p{DI}]/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const maxSpacedLength = 300;

const encodeSpaces = (address: string): string =>
  address.replace(/\s/gu, (space) => (space === '\u3000' ? '%E3%80%80' : '%20'));
