/**
 * Finds the address that a link shows if the link goes through a redirector: of a search engine, a mail filter or a social network. A
 * service that fetches a redirector may get a page about leaving. Handles hostile links and texts. Pure.
 */
import { removeInvisible } from '../api/clean-text.ts';
import { decodePercent } from './decode-percent.ts';
import { maxLinkLength, parseLink } from './link.ts';
import { createWordSet } from './word-set.ts';

/** Their addresses don't contain the target. */
const shorteners = createWordSet(
  't.co lnkd.in bit.ly j.mp goo.gl ow.ly is.gd v.gd tinyurl.com buff.ly dlvr.it trib.al t.ly rb.gy cutt.ly wp.me fb.me dub.sh ' +
    'shorturl.at tiny.cc s.id ift.tt adf.ly po.st',
);

const maxTextLength = 4_000;
/** Redirectors may be nested. */
const maxLayers = 3;
const maxCarried = 20;

/** The link's text matters if it may go through a redirector. */
export const mayRedirect = (url: string): boolean => isShortener(url) || listCarried(url).length > 0;

/**
 * Null if the text shows no address, or one that nothing connects with the link.
 * @param text the link's text
 */
export function findSeenAddress(url: string, text: string): string | null {
  const shown = readShown(text);
  if (shown === null) return null;
  const carried = listCarried(url);
  const start = toPlain(shown.url);
  const { end } = shown;
  if (end !== null)
    return carried.find((each) => toPlain(each).startsWith(start) && toPlain(each).endsWith(end)) ?? null;
  const same = carried.find((each) => toPlain(each) === start);
  if (same !== undefined) return same;
  // An address with another one of the same site in it isn't a redirector's.
  if (getHost(url) === getHost(shown.url)) return null;
  const longer = carried.find((each) => toPlain(each).startsWith(`${start}/`));
  // Some redirectors add parameters.
  const isLed = isShortener(url) || carried.some((each) => getHost(each) === getHost(shown.url));
  return longer ?? (isLed ? shown.url : null);
}

/** The text is an address that the link doesn't begin with. */
export function showsAnother(url: string, text: string): boolean {
  const shown = parseLink(text);
  return shown !== null && !toPlain(url).startsWith(toPlain(shown));
}

/** The only address in a text. `end` is what follows an ellipsis. */
function readShown(text: string): { readonly url: string; readonly end: string | null } | null {
  if (text.length > maxTextLength) return null;
  const words = removeInvisible(text).split(/\s+/u);
  const found = words.flatMap((word) => {
    const bare = word.replace(/^[<([{"'“‘«]+(.*?)[>)\]}"'”’»]+$/su, '$1').replace(/[,;:!?]$|(?<!\.)\.$/u, '');
    const [start = '', end] = bare.split(/…|\.{3}/u, 2);
    const url = parseLink(start);
    return url === null ? [] : { url, end: end ?? null };
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Addresses in a link, in any encoding that known redirectors use. */
function listCarried(url: string): readonly string[] {
  const carried: string[] = [];
  let layer = [url];
  for (let depth = 0; depth < maxLayers; depth += 1) {
    layer = layer.flatMap(listInner).slice(0, maxCarried - carried.length);
    carried.push(...layer);
  }
  return carried;
}

function listInner(url: string): string[] {
  const parsed = url.length > maxLinkLength ? null : URL.parse(url);
  if (parsed === null) return [];
  const { searchParams, search, hash, pathname } = parsed;
  // Mimecast, and AMP.
  const hosts = [searchParams.get('domain'), /^\/(?:amp|[civ])\/(?:s\/)?([\w-]+\..*)/.exec(pathname)?.[1]];
  const values = [
    ...[...searchParams].map(([, value]) => value),
    // `?https://…`, a fragment, or one segment of the path.
    decodePercent(search.slice(1)),
    decodePercent(hash.slice(1)),
    ...pathname
      .split('/')
      .filter((part) => part.includes('%'))
      .map((part) => decodePercent(part).replace(/^\w+=/, '')),
    /\/__(.*?)__(?:;|$)/.exec(pathname)?.[1] ?? '',
    ...hosts.flatMap((host) => (host ? `https://${host}` : [])),
  ];
  return values.slice(0, maxCarried).flatMap((value) => readValue(value) ?? []);
}

function readValue(value: string): string | null {
  if (value.length > maxLinkLength) return null;
  const decoded = /^https?%3a/i.test(value) ? decodePercent(value) : value;
  // Base64 in Bing and Sophos, and Proofpoint's encoding.
  const [, base64] = /^(?:a1)?(aHR0c[\w+/-]+)=*$/.exec(decoded) ?? [];
  if (base64 !== undefined) return parseLink(decodeBase64(base64));
  const isProofpoint = /^https?-3A__/i.test(decoded);
  const address = isProofpoint
    ? decodePercent(decoded.replace(/-(?=[\dA-F]{2})/gi, '%').replaceAll('_', '/'))
    : decoded;
  return parseLink(address);
}

function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

const getHost = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? '';
const isShortener = (url: string): boolean => shorteners.has(getHost(url));

/** People leave out the scheme, "www." and the last slash. */
const toPlain = (url: string): string => url.replace(/^\w+:\/\/(?:www\.)?/, '').replace(/\/$/, '');
