/** Links in what is pasted and dropped. Loaded when there is some. */
import { readLinks } from '../../lib/links/read-links.ts';

/** Also of the source of a page. */
export const readPasted = (text: string) => readLinks(text, decodeHtml);

/** By the browser's own table. */
function decodeHtml(value: string): string {
  if (!value.includes('&')) return value;
  const source = `<p title="${value.replaceAll('"', '&quot;')}">`;
  return new DOMParser().parseFromString(source, 'text/html').querySelector('p')?.title ?? value;
}

/** The text that goes into the box: the addresses of what was copied, one a line, where its text lacks any of them. */
export function chooseText(plain: string, html: string): string {
  const urls = readLinks(readTextOf(html)).links.map(({ url }) => url);
  const shown = new Set(readPasted(plain).links.map(({ url }) => url));
  return urls.every((url) => shown.has(url)) ? plain : `${urls.join('\n')}\n`;
}

/** The text of a page with the address of each link instead of its own text, which may be a shortened address. */
function readTextOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const link of page.querySelectorAll('a[href]'))
    link.replaceWith(` ${link.getAttribute('href')?.trim()}\n`);
  for (const block of page.querySelectorAll('br, p, div, li, tr, td, th, pre, h1, h2, h3, h4, h5, h6'))
    block.after('\n');
  for (const part of page.querySelectorAll('style, script, title')) part.remove();
  return page.body.textContent ?? '';
}
