/** Loaded on demand. */
import { decodeHtml } from '../../lib/links/decode-html.ts';
import { type Doubt, findDoubts, isProse, isProseLine } from '../../lib/links/doubts.ts';
import { findLinks, type ParsedLinks, readLinks, readLinksInSteps } from '../../lib/links/read-links.ts';
import { findSeenAddress, mayRedirect } from '../../lib/links/seen-address.ts';
import { runAtOnce, runInSlices, type Steps } from '../../lib/timing/steps.ts';

export interface ParsedPaste extends ParsedLinks {
  /** Links that the user may not want to upload, by address. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** The user should see the links first: they are in sentences, doubtful or changed. */
  readonly isUnclear: boolean;
}

export const maxUnseen = 3;

/** In characters. Reading a longer text at once would take more than a few milliseconds. */
const maxAtOnce = 50_000;

/** Also for the source of a page. */
export const readPasted = (text: string): ParsedPaste => runAtOnce(readInSteps(text));

/** Reads a long text in slices. */
export async function readAnyLength(text: string): Promise<ParsedPaste> {
  return (text.length > maxAtOnce && (await runInSlices(readInSteps(text)))) || readPasted(text);
}

/** Reads the text of a box that changes. Returns null for a long text until it is read, and then calls `onRead`. */
export function createPasteReader(onRead: () => void): (text: string) => ParsedPaste | null {
  let latest: { readonly text: string; parsed: ParsedPaste | null } | undefined;
  return (text) => {
    if (latest?.text === text) return latest.parsed;
    const reading = { text, parsed: text.length > maxAtOnce ? null : readPasted(text) };
    latest = reading;
    if (reading.parsed === null)
      void runInSlices(readInSteps(text), () => latest === reading).then((parsed) => {
        reading.parsed = parsed;
        if (parsed !== null) onRead();
      });
    return reading.parsed;
  };
}

function* readInSteps(text: string): Steps<ParsedPaste> {
  const parsed = yield* readLinksInSteps(text, decodeHtml);
  const isMail = yield* isProse(text, parsed);
  const doubts = yield* findDoubts(text, parsed);
  return {
    links: parsed.links,
    // Sentences aren't broken links.
    leftOut: isMail ? parsed.leftOut.filter((each) => !isProseLine(each)) : parsed.leftOut,
    doubts,
    isUnclear: isMail || doubts.size > 0 || parsed.links.some(({ isChanged }) => isChanged),
  };
}

/** If the text lacks an address of its HTML, returns all addresses instead, one a line. */
export function chooseText(plain: string, html: string): string {
  const urls = readLinks(readHtmlText(html)).links.map(({ url }) => url);
  const shown = new Set(readPasted(plain).links.map(({ url }) => url));
  // Outlook writes a link's redirector after its text.
  const hasRedirector = [...shown].some((url) => mayRedirect(url) && !urls.includes(url));
  return urls.every((url) => shown.has(url)) && !hasRedirector ? plain : `${urls.map(toLine).join('\n')}\n`;
}

/** In brackets if the address would otherwise end too early. */
const toLine = (url: string): string => (findLinks(url)[0] === url ? url : `<${url}>`);

/** Replaces each link by its address, because its text may be shortened or a redirector. */
function readHtmlText(html: string): string {
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
