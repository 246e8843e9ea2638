import type { FoundLink, LinkSource } from './collected-link.ts';
import { maxLinkLength } from './link.ts';

/** More than a title can hold. */
export const maxTextLength = 1_000;
/** Of a page or a feed. */
export const maxTextPageLength = 5_000_000;
/** Limit for shadow roots and for scripts. */
export const maxParts = 1_000;

export const isUsable = (url: string): boolean =>
  /^(?:https?|ftp):/i.test(url) && url.length <= maxLinkLength;

/** A segment of a stream, or a list or log that scripts read. */
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

export function readLabel(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = element.getRootNode() as Document;
  const labels = ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' ');
  const names = ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name)?.trim());
  return [labels.trim(), ...names].find(Boolean) ?? '';
}

export const resolveUrl = (url: string, page: Document): string =>
  url.trim() === '' ? '' : (URL.parse(url, page.baseURI)?.href ?? '');
