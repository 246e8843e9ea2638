/** Links in what is pasted and dropped. Loaded when there is some. */
import { decodeHtml } from '../../lib/links/decode-html.ts';
import { type Doubt, findDoubts, isProse, isProseLine } from '../../lib/links/doubts.ts';
import { findLinks, type ParsedLinks, readLinks } from '../../lib/links/read-links.ts';
import { findSeenAddress, mayRedirect } from '../../lib/links/seen-address.ts';

export interface ParsedPaste extends ParsedLinks {
  /** By address, of links that the user hardly means to upload. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** The user may not mean all links, or not know them: they stand within sentences, there are doubts, or some were changed. */
  readonly isUnclear: boolean;
}

/** So many pasted links are uploaded without being listed. */
export const maxUnseen = 3;

/** Also of the source of a page. */
export function readPasted(text: string): ParsedPaste {
  const parsed = readLinks(text, decodeHtml);
  const isMail = isProse(text, parsed);
  const doubts = findDoubts(text, parsed);
  return {
    links: parsed.links,
    // Sentences are no links that went wrong.
    leftOut: isMail ? parsed.leftOut.filter((each) => !isProseLine(each)) : parsed.leftOut,
    doubts,
    isUnclear: isMail || doubts.size > 0 || parsed.links.some(({ isChanged }) => isChanged),
  };
}

/** The text that goes into the box: the addresses of what was copied, one a line, where its text lacks any of them. */
export function chooseText(plain: string, html: string): string {
  const urls = readLinks(readTextOf(html)).links.map(({ url }) => url);
  const shown = new Set(readPasted(plain).links.map(({ url }) => url));
  // Outlook writes the redirector of a link behind its text.
  const hasRedirector = [...shown].some((url) => mayRedirect(url) && !urls.includes(url));
  return urls.every((url) => shown.has(url)) && !hasRedirector ? plain : `${urls.map(toLine).join('\n')}\n`;
}

/** In brackets where a text would end it earlier. */
const toLine = (url: string): string => (findLinks(url)[0] === url ? url : `<${url}>`);

/** The text of a page with the address of each link instead of its own text, which may be shortened, or behind a redirector. */
function readTextOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const link of page.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href')?.trim() ?? '';
    link.replaceWith(` <${findSeenAddress(address, link.textContent ?? '') ?? address}>\n`);
  }
  for (const block of page.querySelectorAll('br, p, div, li, tr, td, th, pre, h1, h2, h3, h4, h5, h6'))
    block.after('\n');
  for (const part of page.querySelectorAll('style, script, title')) part.remove();
  return page.body.textContent ?? '';
}
