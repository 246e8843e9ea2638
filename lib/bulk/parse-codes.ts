/** Finds file codes in pasted text, as codes or in addresses of files. Pure. */
import { cleanText } from '../api/clean-text.ts';
import { findAddresses } from '../links/find-addresses.ts';
import { decodeAddress } from '../search/words.ts';

interface FoundCode {
  readonly fileCode: string;
  /** The first line that names it, from 1. */
  readonly line: number;
  /** The host of its address, where that is none of the service's. */
  readonly otherHost?: string;
}

export interface ParsedCodes {
  /** In the order of the text, each code once. */
  readonly codes: readonly FoundCode[];
  /** Lines without a code. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
  readonly repeated: number;
}

/** The form of codes in this service family. */
const codePattern = /^[a-z0-9_-]{6,40}$/i;
/** Path segments that precede a code: of the service's own pages (docs/http-api.md), and of others of its family. `f` is a folder. */
const ownWords = /^(d|e|dl|down|download|embed|file|files|play|video|watch)$/i;
const otherWords = /^(v|w)$/i;

/** Around words; a colon and a full stop may be within one. */
const separators = /[\s,;<>"'`|()[\]{}“”„«»‘’，、；。]+/;
const listSign = /^(?:[-*+•]|\d{1,5}[.):])$/;

/**
 * Reads a text line by line; skips empty lines and those that begin with "#".
 * @param hosts the service's own hosts (`files.example:8080`): there the first path segment may be the code, also before a name
 * @param lengths of the service's codes: a bare word of another length is none; empty where they are not known
 */
export function parseCodes(
  text: string,
  hosts: readonly string[] = [],
  lengths: ReadonlySet<number> = new Set(),
): ParsedCodes {
  const codes = new Map<string, FoundCode>();
  const unread: { line: number; text: string }[] = [];
  let repeated = 0;
  for (const [at, raw] of text.split(/\r\n|[\n\r]/).entries()) {
    const line = at + 1;
    const content = cleanText(raw);
    const words = content.split(separators).filter((word) => word !== '' && !listSign.test(word));
    if (words.length === 0 || content.startsWith('#')) continue;
    const addresses = findAddresses(content).flatMap(({ url }) => url ?? []);
    // Next to addresses, a bare word is a title.
    const candidates = addresses.length > 0 ? addresses : words;
    const found = candidates.flatMap((word) => {
      const fileCode = findCode(word, hosts);
      const hasOtherLength = word === fileCode && lengths.size > 0 && !lengths.has(word.length);
      return fileCode === null || hasOtherLength ? [] : { fileCode, line, ...findOtherHost(word, hosts) };
    });
    const isWhole = found.length === candidates.length;
    // Words that are not all codes are a title.
    for (const code of isWhole || addresses.length > 0 ? found : []) {
      if (codes.has(code.fileCode)) repeated += 1;
      else codes.set(code.fileCode, code);
    }
    if (!isWhole) unread.push({ line, text: raw.trim() });
  }
  return { codes: [...codes.values()], unread, repeated };
}

/** Empty for a bare code, and where no host is known to be the service's. */
function findOtherHost(word: string, hosts: readonly string[]): { readonly otherHost?: string } {
  const url = codePattern.test(word) ? null : parseAddress(word);
  return url === null || hosts.length === 0 || hosts.includes(url.host) ? {} : { otherHost: url.host };
}

/** An address may lack its scheme; "holiday.mkv" is not a host. */
function parseAddress(word: string): URL | null {
  if (/^https?:\/\//i.test(word)) return URL.parse(word);
  const bare = word.replace(/^\/\//, '');
  const hasHost = bare.lastIndexOf('.', bare.indexOf('/')) > 0;
  return hasHost ? URL.parse(`https://${bare}`) : null;
}

/** The code in one word, which is the code or an address; null where there is none. */
export function findCode(word: string, hosts: readonly string[] = []): string | null {
  if (codePattern.test(word)) return word;
  const url = parseAddress(word);
  if (url === null) return null;
  const isOwn = hosts.includes(url.host);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => ownWords.test(part) || (!isOwn && otherWords.test(part)));
  if (at >= 0) return withoutExtension(parts[at + 1]);
  const embedded = parts
    .map((part) => /^embed-([^.]+?)(?:-\d+x\d+)?(?:\.|$)/i.exec(part)?.[1])
    .find((code) => code !== undefined);
  if (embedded !== undefined) return withoutExtension(embedded);
  // Two segments are a code and the file's name, or no file: `/folder/…`.
  const isFile = parts.length === 1 || (parts.length === 2 && /\.\w+$/.test(parts[1] ?? ''));
  return isOwn && isFile ? withoutExtension(parts[0]) : null;
}

/** The code without ".html"; null where it has not the form of a code. */
function withoutExtension(part: string | undefined): string | null {
  // Some percent-encode codes, though nothing in them needs it.
  const code = decodeAddress(part ?? '').replace(/\.html?$/i, '');
  return codePattern.test(code) ? code : null;
}
