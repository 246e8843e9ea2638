/** Finds file codes in pasted text: bare codes, or addresses of files. Pure. */
import { cleanText } from '../api/clean-text.ts';
import { codePattern, findFileCode } from '../api/file-code.ts';
import { decodeLine } from '../links/escapes.ts';
import { findAddresses } from '../links/find-addresses.ts';
import { isComment } from '../links/read-links.ts';

interface FoundCode {
  readonly fileCode: string;
  /** The first line with the code, from 1. */
  readonly line: number;
  /** The host of its address, if it isn't one of the service's. */
  readonly otherHost?: string;
}

export interface ParsedCodes {
  /** In the order of the text, each code once. */
  readonly codes: readonly FoundCode[];
  /** Lines without a code. */
  readonly unread: readonly UnreadText[];
  readonly repeated: number;
}

/** As written in the text: a code, or a file's address. */
export interface FoundLink {
  readonly line: number;
  readonly text: string;
  readonly fileCode: string;
  /** As in `URL.host`. Null for a bare code. */
  readonly host: string | null;
}

/** Text that names no file. */
export interface UnreadText {
  readonly line: number;
  readonly text: string;
}

/** A colon and a full stop can be part of a word. */
const separators = /[\s,;<>"'`|()[\]{}“”„«»‘’，、；。]+/;
const listMarker = /^(?:[-*+•]|\d{1,5}[.):])$/;

interface Line {
  readonly line: number;
  readonly raw: string;
  /** The addresses or, without any, the words. */
  readonly candidates: readonly string[];
  readonly hasAddresses: boolean;
}

/** Skips empty lines and comments. */
function* splitLines(text: string): Generator<Line> {
  for (const [at, raw] of text.split(/\r\n|[\n\r]/).entries()) {
    const content = decodeLine(cleanText(raw));
    const words = content.split(separators).filter((word) => word !== '' && !listMarker.test(word));
    if (words.length === 0) continue;
    const addresses = findAddresses(content).flatMap(({ url }) => url ?? []);
    // Next to addresses, a bare word is a title.
    const hasAddresses = addresses.length > 0;
    if (!hasAddresses && isComment(content)) continue;
    yield { line: at + 1, raw: raw.trim(), candidates: hasAddresses ? addresses : words, hasAddresses };
  }
}

/**
 * @param hosts the service's own hosts (`files.example:8080`), where the first path segment may be the code, even before a name
 * @param lengths of the service's codes: a bare word of another length isn't one. Empty if unknown
 */
export function parseCodes(
  text: string,
  hosts: readonly string[] = [],
  lengths: ReadonlySet<number> = new Set(),
): ParsedCodes {
  const codes = new Map<string, FoundCode>();
  const unread: UnreadText[] = [];
  let repeated = 0;
  for (const { line, raw, candidates, hasAddresses } of splitLines(text)) {
    const found = candidates.flatMap((word) => {
      const fileCode = findCodeOfLength(word, hosts, lengths);
      return fileCode === null ? [] : { fileCode, line, ...findOtherHost(word, hosts) };
    });
    const isWhole = found.length === candidates.length;
    // Words that aren't all codes are a title.
    for (const code of isWhole || hasAddresses ? found : []) {
      if (codes.has(code.fileCode)) repeated += 1;
      else codes.set(code.fileCode, code);
    }
    if (!isWhole) unread.push({ line, text: raw });
  }
  return { codes: [...codes.values()], unread, repeated };
}

/** Like `parseCodes`, but returns each link as written, even if several name one file. Each address that isn't a file is unread. */
export function parseLinks(
  text: string,
  hosts: readonly string[],
  lengths: ReadonlySet<number> = new Set(),
): { readonly links: readonly FoundLink[]; readonly unread: readonly UnreadText[] } {
  const links: FoundLink[] = [];
  const unread: UnreadText[] = [];
  for (const { line, raw, candidates, hasAddresses } of splitLines(text)) {
    const found = candidates.map((word) => ({ word, fileCode: findCodeOfLength(word, hosts, lengths) }));
    if (!hasAddresses && found.some(({ fileCode }) => fileCode === null)) unread.push({ line, text: raw });
    else
      for (const { word, fileCode } of found) {
        if (fileCode === null) unread.push({ line, text: word });
        else links.push({ line, text: word, fileCode, host: getHost(word) });
      }
  }
  return { links, unread };
}

function findCodeOfLength(
  word: string,
  hosts: readonly string[],
  lengths: ReadonlySet<number>,
): string | null {
  const fileCode = findCode(word, hosts);
  const hasOtherLength = word === fileCode && lengths.size > 0 && !lengths.has(word.length);
  return hasOtherLength ? null : fileCode;
}

/** Empty for a bare code, and if none of the service's hosts is known. */
function findOtherHost(word: string, hosts: readonly string[]): { readonly otherHost?: string } {
  const host = getHost(word);
  return host === null || hosts.length === 0 || hosts.includes(host) ? {} : { otherHost: host };
}

const getHost = (word: string): string | null =>
  codePattern.test(word) ? null : (parseAddress(word)?.host ?? null);

/** An address may lack its scheme. "holiday.mkv" isn't a host. */
function parseAddress(word: string): URL | null {
  if (/^https?:\/\//i.test(word)) return URL.parse(word);
  const bare = word.replace(/^\/\//, '');
  const hasHost = bare.lastIndexOf('.', bare.indexOf('/')) > 0;
  return hasHost ? URL.parse(`https://${bare}`) : null;
}

/** In a word that is a code or an address. */
export function findCode(word: string, hosts: readonly string[] = []): string | null {
  if (codePattern.test(word)) return word;
  const url = parseAddress(word);
  return url && findFileCode(url, hosts.includes(url.host));
}
