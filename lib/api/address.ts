/** Parses the service's address as people type it, and the addresses in its responses. Pure. */
import { cleanText } from './clean-text.ts';

/** What is wrong with an address. */
export type AddressProblem = 'empty' | 'malformed' | 'scheme' | 'credentials';

const sentences: Record<AddressProblem, string> = {
  empty: 'The service address is empty. Enter one like https://files.example.',
  malformed: 'This is not the address of a service. Enter one like https://files.example.',
  scheme: 'The service address must begin with https:// or http://.',
  credentials: 'The service address must not contain a user name or password.',
};

/** The message is a sentence for people. It quotes at most the base address. */
export class InvalidAddressError extends TypeError {
  override readonly name = 'InvalidAddressError';
  /** Always `invalid-address`. */
  readonly code = 'invalid-address';
  /** What is wrong with the address. */
  readonly reason: AddressProblem;

  constructor(reason: AddressProblem, sentence: string = sentences[reason]) {
    super(sentence);
    this.reason = reason;
  }
}

/**
 * Finds the base address in user input: a host, a page's address, either in quotes, or the only address in a text. Keeps the path prefix,
 * drops a trailing slash, and adds a missing scheme: https, or http for this machine.
 * @throws {InvalidAddressError}
 */
export function parseServiceAddress(text: string): string {
  const entered = findAddress(cleanText(text));
  // "example.com:8080" has a port, "mailto:somebody" a scheme.
  const isComplete = entered === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(entered);
  return removePagePath(parseHttpUrl(isComplete ? entered : addScheme(entered)));
}

/** Drops quotes, brackets and the sentence around the address. Full-width characters become ASCII. */
function findAddress(text: string): string {
  const narrow = /[\uff01-\uff5e]/.test(text) ? text.normalize('NFKC') : text;
  const [named, other] = narrow.match(/https?:?\/\/[^\s"'<>“”„«»‘’`]+/gi) ?? [];
  const bare = (named !== undefined && other === undefined ? named : narrow)
    .replace(/^["'<(“”„«»‘’`]+|(?<!["'>“”„«»‘’`.,;!。，、])["'>“”„«»‘’`.,;!。，、]+$/g, '')
    .replace(/^(https?)\/\//i, '$1://');
  return bare.includes('[') || bare.includes('(') ? bare : bare.replace(/(?<![)\].,;])[)\].,;]+$/, '');
}

/**
 * Checks a complete address and drops its query and fragment.
 * @throws {InvalidAddressError} also if it is the address of a page or a call
 */
export function normalizeBaseUrl(baseUrl: string | URL): string {
  const url = parseHttpUrl(cleanText(String(baseUrl ?? '')));
  const base = removePagePath(url);
  if (base === removeTrailingSlash(url)) return base;
  throw new InvalidAddressError(
    'malformed',
    `The base address must end before /api, /settings, /e and /d: here it is ${base}.`,
  );
}

/** `URL.parse` for old runtimes, which must get as far as the check that reports what they lack. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function parseHttpUrl(text: string): URL {
  if (text === '') throw new InvalidAddressError('empty');
  const url = parseUrl(text);
  if (!url) throw new InvalidAddressError('malformed');
  if (!isHttp(url)) throw new InvalidAddressError('scheme');
  if (hasCredentials(url)) throw new InvalidAddressError('credentials');
  if (!/^(?:[\w.-]+|\[.+)$/.test(url.hostname)) throw new InvalidAddressError('malformed');
  return url;
}

function addScheme(text: string): string {
  const url = parseUrl(`http://${text}`);
  return url && isLoopback(url) ? url.href : `https://${text}`;
}

/** Removes the path of a page in docs/http-api.md. */
function removePagePath({ origin, pathname }: URL): string {
  const prefix = pathname.replace(/\/(settings|api(\/.*)?|[ed]\/[^/]+(\/[^/]*)?|index\.\w+)\/?$/i, '');
  return removeTrailingSlash(new URL(origin + prefix));
}

const removeTrailingSlash = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/(?<!\/)\/+$/, '');

export const isHttp = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** What is sent there, such as a key, can be read on its way. */
export const isUnencrypted = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);

/** A host, possibly without a scheme, unlike the path "upload.cgi". */
export const hostPattern =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[\w-]+)|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|localhost)(?:\/|:\d+(?:\/|$))/iu;

/** Null for anything but an http(s) address. Paths are relative to the base address, with or without its prefix. */
export function resolveAddress(text: string, baseUrl: string): string | null {
  const cleaned = cleanText(text);
  if (cleaned === '') return null;
  const named = hostPattern.test(cleaned) ? `https://${cleaned}` : cleaned;
  const { pathname: prefix } = new URL(baseUrl);
  const isPath = named.startsWith('/') && !/^\/[/\\]/.test(named);
  const lacksPrefix = isPath && prefix !== '/' && named !== prefix && !named.startsWith(`${prefix}/`);
  const url = URL.parse(lacksPrefix ? baseUrl + named : named, `${baseUrl}/`);
  return url && isHttp(url) && !hasCredentials(url) ? url.href : null;
}
