/**
 * Reads a page: the text of a clicked link, where the browser does not hand it over itself, and everything that has an
 * address.
 *
 * Scripts run at once (`injectImmediately`), because the browser waits without a limit for a document that never gets idle.
 * The answer has a timeout, because a page can keep its main thread busy.
 */
import { browser } from 'wxt/browser';
import { maxLinkLength } from './link.ts';

/** Milliseconds for the text of one link: the upload of the click waits for it. */
const textTimeoutMs = 1_000;
/** Milliseconds for all links of a page. */
const linksTimeoutMs = 5_000;
/** Characters of a link's text that are handed over; more than a title takes. */
const maxTextLength = 1_000;

/**
 * The clicked link's text. The click grants the tab for the moment (`activeTab`); a frame of another site, a page that
 * extensions may not read, or one that does not answer within a second gives undefined: an upload needs no title.
 */
export async function linkTextAt(tabId: number, frameId: number, url: string): Promise<string | undefined> {
  try {
    const injected = browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      func: textOfLink,
      args: [url, maxTextLength],
      injectImmediately: true,
    });
    const [injection] = await withTimeout(injected, textTimeoutMs);
    return typeof injection?.result === 'string' ? injection.result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Everything in a tab that has an address, as it is: links, media and their sources. Rejects where the page cannot be
 * read, or does not answer within five seconds.
 */
export async function linksOfTab(tabId: number): Promise<unknown> {
  const injected = browser.scripting.executeScript({
    target: { tabId },
    func: linksOfPage,
    args: [maxLinkLength, maxTextLength],
    injectImmediately: true,
  });
  const [injection] = await withTimeout(injected, linksTimeoutMs);
  return injection?.result;
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs inside the page, so it may use nothing from around it. Addresses that are too long to be sent are left out. */
function linksOfPage(maxUrlLength: number, maxTextLength: number): { url: string; text: string }[] {
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]'), (link) => ({
    url: link.href,
    // biome-ignore lint/performance/useDomNodeTextContent: what the page hides is not the link's text to its reader
    text: link.innerText || link.title || link.querySelector('img')?.alt || '',
  }));
  const media = Array.from(
    document.querySelectorAll<HTMLMediaElement | HTMLSourceElement>(
      'video[src], audio[src], video source[src], audio source[src]',
    ),
    (element) => ({ url: element.src, text: element.title }),
  );
  return [...links, ...media]
    .filter(({ url }) => url.length <= maxUrlLength)
    .map(({ url, text }) => ({ url, text: text.trim().slice(0, maxTextLength) }));
}

/** Runs inside the page, so it may use nothing from around it. A right-click leaves the focus on its link. */
function textOfLink(url: string, maxTextLength: number): string {
  const links = [document.activeElement, ...document.links];
  for (const link of links) {
    if (!(link instanceof HTMLAnchorElement) || link.href !== url) continue;
    // biome-ignore lint/performance/useDomNodeTextContent: what the page hides is not the link's text to its reader
    const text = (link.innerText || link.title || link.querySelector('img')?.alt || '').trim();
    if (text !== '') return text.slice(0, maxTextLength);
  }
  return '';
}
