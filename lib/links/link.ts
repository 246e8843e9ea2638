/**
 * Addresses that a service could fetch, from a page, a menu or pasted text. `lib/links`: links in texts (`read-links.ts`), in a click
 * (`click-links.ts`), in a page (`read-page-links.ts`, `json-ld.ts`), collected links, and where they go (`rules.ts`). It handles hostile
 * text. Only `browser.ts` accesses tabs.
 */
import { cleanText, removeInvisible } from '../api/clean-text.ts';
import { startsBareAddress } from './bare-host.ts';
import { decodePercent } from './decode-percent.ts';
import { hasLetterOrDigit } from './word-set.ts';

export interface LinkDraft {
  readonly url: string;
  /** The link's text on the page. If the settings allow it, it becomes the file's title. */
  readonly title?: string | undefined;
  readonly typedTitle?: string | undefined;
  /** The page with the link, if known and different from it. */
  readonly pageUrl?: string | undefined;
  readonly pageTitle?: string | undefined;
}

/** `blob:` and `data:` exist only inside the browser. */
const fetchable = new Set(['http:', 'https:', 'ftp:']);

/** A name that can be looked up, or an address in brackets. */
const hostname = /^(?:\w(?:[\w.-]*[a-z\d.-])?|\[.+)$/;

/** Normalised and encoded. Servers refuse requests that are much longer. */
export const maxLinkLength = 8192;

/** Null if no service could fetch it. Adds a missing `https:`. Removes invisible formatting and `view-source:`. */
export function parseLink(text: string): string | null {
  // A cheap check before parsing. The limit applies to the encoded length.
  if (text.length > 2 * maxLinkLength) return null;
  const trimmed = unwrap(removeInvisible(text).trim());
  if (trimmed === '' || trimmed.length > maxLinkLength || /\s/u.test(trimmed)) return null;
  const isBare = !/^(?:https?|ftp):/i.test(trimmed) && startsBareAddress(trimmed);
  const address = isBare ? `https://${trimmed}` : trimmed;
  const url = URL.parse(address);
  if (!url || !fetchable.has(url.protocol) || !hostname.test(url.hostname)) return null;
  // Encoding turns one character into up to nine.
  return url.href.length > maxLinkLength ? null : url.href;
}

/** Of a source or reader view, the page's own address. */
function unwrap(address: string): string {
  const [, source, reader] =
    /^(?:view-source:(?=https?:)(.+)|about:reader\?url=([^&]+).*)$/isu.exec(address) ?? [];
  return source ?? (reader === undefined ? address : decodePercent(reader));
}

/** In code points. */
export const maxTitleLength = 200;

/** Longer than a title, because white space is collapsed before the title is cut. */
const maxTitleTextLength = 10_000;

/** One line of clean text with single spaces and at most `maxTitleLength` code points. May be empty. */
export function boundTitle(text: string): string {
  const line = cleanText(text.trimStart().slice(0, maxTitleTextLength)).replace(/\s+/gu, ' ');
  return cleanText([...line].slice(0, maxTitleLength).join(''));
}

/** A file's title from a link's text. Undefined if it adds nothing to the address. */
export function titleFromText(text: string | undefined, url: string): string | undefined {
  const title = boundTitle(text ?? '');
  if (!hasLetterOrDigit(title)) return undefined;
  const isAddress = parseLink(title) !== null || url.includes(title) || /^[\w-]+(\.[\w-]+)+\//u.test(title);
  return isAddress ? undefined : title;
}
