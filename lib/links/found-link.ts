/** What the readers of a page share. */
import type { FoundLink, LinkSource } from './collected-link.ts';
import { maxLinkLength } from './link.ts';

/** Characters of a text that are handed over; more than a title takes. */
export const maxTextLength = 1_000;
/** Characters of a page's text, and of a feed. */
export const maxTextPageLength = 5_000_000;
/** Shadow roots and scripts that are read. */
export const maxParts = 1_000;

export const isUsable = (url: string): boolean =>
  /^(?:https?|ftp):/i.test(url) && url.length <= maxLinkLength;

/** Whether it is one of the pieces that a stream arrives in, or a list or a log that scripts read. */
export const isStreamPiece = (url: string): boolean =>
  /\.(?:ts|m4s|txt|csv)$/i.test(URL.parse(url)?.pathname ?? '');

export function createFoundLink(
  source: LinkSource,
  url: string,
  text: string | null | undefined,
  type = '',
): FoundLink {
  return { url, text: (text ?? '').trim().slice(0, maxTextLength), source, type: type.slice(0, 100) };
}

export function labelOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = element.getRootNode() as Document;
  const labels = ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' ');
  const names = ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name)?.trim());
  return [labels.trim(), ...names].find(Boolean) ?? '';
}

export const resolveUrl = (url: string, page: Document): string =>
  url.trim() === '' ? '' : (URL.parse(url, page.baseURI)?.href ?? '');
