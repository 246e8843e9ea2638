/** Reads the text of a clicked link from the page, where the browser does not hand it over itself. */
import { browser } from 'wxt/browser';

/**
 * The clicked link's text. The click grants the tab for the moment (`activeTab`); a frame of another site, or a page
 * that extensions may not read, gives undefined: the title is a courtesy, never a reason to fail.
 */
export async function linkTextAt(tabId: number, frameId: number, url: string): Promise<string | undefined> {
  try {
    const [injection] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      func: textOfLink,
      args: [url],
    });
    return typeof injection?.result === 'string' ? injection.result : undefined;
  } catch {
    return undefined;
  }
}

/** Everything in a tab that has an address, as it is: links, media and their sources. Rejects where it cannot be read. */
export async function linksOfTab(tabId: number): Promise<unknown> {
  const [injection] = await browser.scripting.executeScript({ target: { tabId }, func: linksOfPage });
  return injection?.result;
}

/** Runs inside the page, so it may use nothing from around it. */
function linksOfPage(): { url: string; text: string }[] {
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
  return [...links, ...media];
}

/** Runs inside the page, so it may use nothing from around it. A right-click leaves the focus on its link. */
function textOfLink(url: string): string {
  const links = [document.activeElement, ...document.links];
  for (const link of links) {
    if (!(link instanceof HTMLAnchorElement) || link.href !== url) continue;
    // biome-ignore lint/performance/useDomNodeTextContent: what the page hides is not the link's text to its reader
    const text = link.innerText || link.title || link.querySelector('img')?.alt || '';
    if (text.trim() !== '') return text;
  }
  return '';
}
