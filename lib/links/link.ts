/**
 * Addresses that a service could fetch, in anything that a page, a menu or a paste hands over. `lib/links`: links in texts
 * (`read-links.ts`), of a click (`click-links.ts`), of a page (`read-page-links.ts`, `json-ld.ts`), collected ones, and
 * where they go (`rules.ts`). A base module that takes hostile text; only `browser.ts` reaches into tabs.
 */
import { cleanText, removeInvisible } from '../api/clean-text.ts';
import { startsBareAddress } from './bare-host.ts';
import { decodePercent } from './decode-percent.ts';

export interface LinkDraft {
  readonly url: string;
  /** Its text on the page, which is offered to the service as the file's title where the settings say so. */
  readonly title?: string | undefined;
  readonly typedTitle?: string | undefined;
  /** The page that it stands on, where that is known and another one. */
  readonly pageUrl?: string | undefined;
  readonly pageTitle?: string | undefined;
}

/** What a service can fetch by itself; `blob:` and `data:` exist only inside the browser. */
const fetchable = new Set(['http:', 'https:', 'ftp:']);

/** A name that can be looked up, or an address in brackets. */
const hostname = /^(?:\w(?:[\w.-]*[a-z\d.-])?|\[.+)$/;

/** Characters of a link as it leaves: normalised and encoded. Servers refuse requests that are longer by much. */
export const maxLinkLength = 8192;

/** Null for what no service could fetch. `https:` is added where no scheme is; invisible formatting and `view-source:` go. */
export function parseLink(text: string): string | null {
  // Cheap, before parsing; the length that counts is the encoded one.
  if (text.length > 2 * maxLinkLength) return null;
  const trimmed = unwrap(removeInvisible(text).trim());
  if (trimmed === '' || trimmed.length > maxLinkLength || /\s/u.test(trimmed)) return null;
  const isBare = !/^(?:https?|ftp):/i.test(trimmed) && startsBareAddress(trimmed);
  const address = isBare ? `https://${trimmed}` : trimmed;
  const url = URL.parse(address);
  if (!url || !fetchable.has(url.protocol) || !hostname.test(url.hostname)) return null;
  // Encoding makes up to nine characters of one.
  return url.href.length > maxLinkLength ? null : url.href;
}

/** The address of the page in the address of its source or its reader view. */
function unwrap(address: string): string {
  const [, source, reader] =
    /^(?:view-source:(?=https?:)(.+)|about:reader\?url=([^&]+).*)$/isu.exec(address) ?? [];
  return source ?? (reader === undefined ? address : decodePercent(reader));
}

/** Characters (code points) of a title. */
export const maxTitleLength = 200;

/** Characters; more than a title takes, because white space is joined before the title is cut. */
const maxTitleTextLength = 10_000;

/** One line of clean text of at most `maxTitleLength` characters, with single spaces. May be empty. */
export function boundTitle(text: string): string {
  const line = cleanText(text.trimStart().slice(0, maxTitleTextLength)).replace(/\s+/gu, ' ');
  return cleanText([...line].slice(0, maxTitleLength).join(''));
}

/** A file's title from a link's text, as by `boundTitle`; undefined where it says no more than the address. */
export function titleFromText(text: string | undefined, url: string): string | undefined {
  const title = boundTitle(text ?? '');
  if (!/[\p{L}\p{N}]/u.test(title)) return undefined;
  const isAddress = parseLink(title) !== null || url.includes(title) || /^[\w-]+(\.[\w-]+)+\//u.test(title);
  return isAddress ? undefined : title;
}
