/**
 * Links: addresses that the user wants uploaded, found in anything that a page, a menu or a paste hands over.
 *
 * Everything here takes hostile text and gives either an address that a service could fetch or nothing.
 *
 * `lib/links`: links of a click (`click-links.ts`), of a page (`page-links.ts`, `json-ld.ts`) and collected ones, and
 * titles by pattern. A base module; only `browser.ts` reaches into tabs.
 */

import { cleanText } from '../api/text.ts';

/** A link as a page, a menu or a paste hands it over. */
export interface LinkDraft {
  readonly url: string;
  /** Its text on the page, which is offered to the service as the file's title where the settings say so. */
  readonly title?: string | undefined;
  /** The title that the user has typed. */
  readonly typedTitle?: string | undefined;
}

/** What a service can fetch by itself; `blob:` and `data:` exist only inside the browser. */
const fetchable = new Set(['http:', 'https:', 'ftp:']);

/** Characters of a link as it leaves: normalised and encoded. Servers refuse requests that are longer by much. */
export const maxLinkLength = 8192;

/**
 * The normalised address, or null where the text is none that a service could fetch, or one of more than `maxLinkLength`
 * characters. `www.example.com`, `example.com/a` and the like get `https:` in front.
 */
export function parseLink(text: string): string | null {
  const trimmed = text.trim();
  // Cheap, before parsing; the length that counts is the encoded one.
  if (trimmed === '' || trimmed.length > maxLinkLength || /\s/u.test(trimmed)) return null;
  const address = schemeless.test(trimmed) ? `https://${trimmed}` : trimmed;
  const url = URL.parse(address);
  if (!url || !fetchable.has(url.protocol) || url.hostname === '') return null;
  // Encoding makes up to nine characters of one.
  return url.href.length > maxLinkLength ? null : url.href;
}

/**
 * `www.`, or a host and a slash: a host alone could be a file's name as well. In "node.js/npm" and "etc.And/or" there is none: an
 * ending that only files have, or with one capital, is no domain.
 */
const schemeless =
  /^(?:www\.|(?:[\p{L}\p{N}-]+\.)+(?!(?:js|html?|txt)\/|(?-i:\p{Lu}\p{Ll}))\p{L}{2,}(?::\d+)?\/)/iu;

/** With a scheme or `www.`, else with such a host at the beginning of a word. */
const addresses =
  /(?:\b(?:https?|ftp):\/\/|\bwww\.|(?<![^\s"'<\p{Pi}\p{Ps}])(?:[\p{L}\p{N}-]+\.)+(?!(?:js|html?|txt)\/|(?-i:\p{Lu}\p{Ll}))\p{L}{2,}(?::\d+)?\/)[^\s<>"`\\^{}|]+/giu;

/** Every address in a text, normalised, in order, each once. */
export function findLinks(text: string): string[] {
  const candidates = text.match(addresses) ?? [];
  const links = candidates.map((candidate) => parseLink(trimSentenceEnd(candidate)));
  return [...new Set(links.filter((link) => link !== null))];
}

/** Takes off what belongs to the sentence around an address: its punctuation, and a bracket that opened before it. */
function trimSentenceEnd(candidate: string): string {
  let address = candidate;
  for (;;) {
    const last = address.at(-1) ?? '';
    const opening = { ')': '(', ']': '[', '»': '«' }[last];
    const belongsToSentence = opening
      ? address.split(last).length > address.split(opening).length
      : /[.,;:!?'’“”…*_]/u.test(last);
    if (!belongsToSentence) return address;
    address = address.slice(0, -1);
  }
}

/** Characters (code points) of a title. */
export const maxTitleLength = 200;

/** Characters that are read for a title. More than it takes, because white space is joined before the title is cut. */
const maxTitleTextLength = 10_000;

/**
 * One line of clean text of at most `maxTitleLength` characters: white space and control characters become single spaces.
 * May be empty.
 */
export function boundTitle(text: string): string {
  const line = cleanText(cutTitleText(text)).replace(/\s+/gu, ' ');
  return cleanText([...line].slice(0, maxTitleLength).join(''));
}

function cutTitleText(text: string): string {
  return text.trimStart().slice(0, maxTitleTextLength);
}

/**
 * Makes a file's title of a link's text: bounded as by `boundTitle`; undefined where it says nothing that the address does not
 * say already.
 */
export function titleFromText(text: string | undefined, url: string): string | undefined {
  const title = boundTitle(text ?? '');
  if (!/[\p{L}\p{N}]/u.test(title)) return undefined;
  const isAddress = parseLink(title) !== null || url.includes(title) || /^[\w-]+(\.[\w-]+)+\//u.test(title);
  return isAddress ? undefined : title;
}

/** The last part of a path, as it is encoded there; undefined where it has none. */
export const getLastSegment = (path: string): string | undefined =>
  path.split('/').findLast((part) => part !== '');

/** A title for a link that has none: the last part of its path, else its host. */
export const titleFromAddress = (url: string): string => readSegment(url, (segment) => segment);

/** The last part of the path, decoded and without its ending; else the host. */
export const nameFromAddress = (url: string): string =>
  readSegment(url, (segment) => segment.replace(/(?<=.)\.(?=\d*[a-z])[a-z\d]{1,5}$/i, ''));

function readSegment(url: string, trim: (segment: string) => string): string {
  const address = URL.parse(url);
  const last = getLastSegment(address?.pathname ?? '');
  if (last === undefined) return address?.host ?? url;
  const segment = trim(last);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
