/**
 * Finds where addresses begin in one line of plain text of any script. `address-end.ts` finds where they end. Pure. Runs in linear time.
 */
import { type Brackets, countBracket, createBrackets, findAddressEnd, startsOptions } from './address-end.ts';
import { bareHostPattern, isBareHost } from './bare-host.ts';
import { unescapeAddress } from './escapes.ts';
import { maxLinkLength, parseLink } from './link.ts';
import type { Table } from './tables.ts';

/**
 * `scheme`: services can't fetch it. `too-long`: longer than servers accept. `unclear`: spaces may be part of it. `rest`: text after a
 * link, perhaps part of it. `option`: belongs to a link, such as its referring page.
 */
export type LeftOutReason = 'no-link' | 'scheme' | 'too-long' | 'unclear' | 'rest' | 'option';

/** A part of a line. Text outside all pieces is text around links. */
export type Piece = { readonly from: number; readonly to: number } & (
  | { readonly url: string; readonly reason?: undefined }
  | { readonly reason: LeftOutReason; readonly url?: undefined }
);

/** `web`: a scheme that services fetch. `other`: another scheme. `bare`: no scheme. */
interface Start {
  readonly from: number;
  readonly kind: 'web' | 'other' | 'bare';
}

const fetched = 'https?|ftp';
/** Schemes that need no slashes. */
const programs = 'about|blob|data|ed2k|filesystem|jar|javascript|magnet|mailto|sms|tel|thunder';
const slashes = String.raw`(?:\\{0,4}/){2}`;

/** Schemes may begin anywhere. Those without slashes, and addresses without a scheme, begin only at the start of a word. */
const starts = new RegExp(
  [
    String.raw`(?<web>(?:${fetched}):${slashes}(?=[^\s\/?#.])(?!(?:${fetched}):\\{0,4}\/))`,
    String.raw`(?<![\p{L}\p{N}+.\-])(?<other>[a-z][a-z\d+.\-]{0,30}:(?=//)|(?:${programs}):(?=[^\s\/]))`,
    String.raw`(?<![\p{L}\p{N}_@\/.\-])www\.(?=[\p{L}\p{N}])`,
    String.raw`(?<=^|[\s"'<>,;\|\p{DI}\p{Pi}\p{Ps}[\p{Po}--[!-~]]])(?<host>${bareHostPattern})`,
  ].join('|'),
  'giv',
);

/** Request headers that name the referring page. `Origin` has no path. */
const headerBefore = /(?<!\p{L})(refer+er|origin)["']?(?:\s*,\s*"value")?\s*[:=]+\s*\\?["']?$/iu;

/**
 * In order, including text that looks like a link but isn't one.
 * @param table the line is a row of this table
 */
export function findAddresses(line: string, table?: Table): readonly Piece[] {
  const pieces: Piece[] = [];
  const around = createBrackets();
  let end = 0;
  starts.lastIndex = 0;
  for (let match = starts.exec(line); match !== null; match = starts.exec(line)) {
    const start = toStart(match);
    if (start === null) continue;
    for (; end < start.from; end += 1) countBracket(around, line.charAt(end));
    const piece = readPiece(line, start, around, pieces.at(-1), table);
    if (piece === null) continue;
    pieces.push(piece);
    end = piece.to;
    const opened = line.charAt(start.from - 1);
    if (startsOptions(line, end, around)) {
      const length = line.slice(end).search(opened === '"' ? /"/ : /[<>\t]|[\s|](?=https?:)/i);
      const from = end;
      end = length === -1 ? line.length : from + length;
      pieces.push({ from, to: end, reason: 'option' });
    }
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

/** Null if it isn't an address. */
function readPiece(
  line: string,
  start: Start,
  around: Brackets,
  before: Piece | undefined,
  table: Table | undefined,
): Piece | null {
  const { from, kind } = start;
  if (kind === 'other') {
    // Up to the next space or quote, including embedded addresses.
    const length = line.slice(from).search(/[\s"<>`]/u);
    return { from, to: length === -1 ? line.length : from + length, reason: 'scheme' };
  }
  const opener = line.charAt(from - 1);
  const isNext = before?.to === from - 1;
  const isBare = kind === 'bare';
  // An address without a scheme counts here only right after another address.
  if (isBare && /[,;|]/.test(opener) && !isNext) return null;
  const to = findAddressEnd({ line, from, isBare, around, isNext, table, isFirst: before === undefined });
  const text = line.slice(from, to);
  const url = parseLink(unescapeAddress(text.replace(/^([^/]*\/\/[^/]*)：/u, '$1:')));
  const isLong = url === null && isTooLong(isBare ? `https://${text}` : text);
  if (url === null && isBare && !isLong) return null;
  if (isHeader(line.slice(Math.max(0, from - 40), from), url)) return { from, to, reason: 'option' };
  if (url !== null) return { from, to, url };
  return { from, to, reason: isLong ? 'too-long' : 'no-link' };
}

function isHeader(before: string, url: string | null): boolean {
  const [, name] = headerBefore.exec(before) ?? [];
  return name !== undefined && (!/^origin$/i.test(name) || url === null || new URL(url).pathname === '/');
}

const isTooLong = (text: string): boolean =>
  text.length > maxLinkLength / 9 &&
  (text.length > maxLinkLength || (URL.parse(text)?.href.length ?? 0) > maxLinkLength);
