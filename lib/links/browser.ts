/**
 * Reads pages: the text of a clicked link if the browser doesn't provide it, the title, and everything with an address. Scripts run
 * immediately (`injectImmediately`), because a document may never become idle, and with a timeout, because a page may be busy.
 */
import { browser } from 'wxt/browser';

/** For the text of one link, which the upload waits for. */
const textTimeoutMs = 1_000;
/** For a page with its frames, then for the page alone. */
const framesTimeoutMs = 2_000;
const pageTimeoutMs = 6_000;
/** More than a title can hold. */
const maxTextLength = 1_000;

/** The click grants temporary access to the tab (`activeTab`). */
export const readLinkText = (tabId: number, frameId: number, url: string): Promise<string | undefined> =>
  readText({ tabId, frameIds: [frameId] }, findLinkText, url, maxTextLength);

export async function readPageTitle(tabId: number): Promise<string | undefined> {
  const title = await readText({ tabId }, () => document.title);
  if (title !== undefined || !import.meta.env.FIREFOX) return title;
  // Firefox keeps scripts out of its reader view, PDFs and error pages. The titles of error pages are Firefox's own.
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const isShown =
    tab?.url?.startsWith('about:reader') || tab?.favIconUrl === 'chrome://global/skin/icons/pdf.svg';
  return isShown ? tab?.title : undefined;
}

/** Whether scripts may run in the page. True if it doesn't respond. */
export async function isReadable(tabId: number): Promise<boolean> {
  const reading = browser.scripting.executeScript({
    target: { tabId },
    func: () => true,
    injectImmediately: true,
  });
  return withTimeout(reading, textTimeoutMs).then(
    ([injection]) => injection?.result === true,
    (error) => error instanceof TimeoutError,
  );
}

/** Undefined for a frame of another site, a page of the browser, or one that doesn't respond within a second. */
async function readText<Args extends unknown[]>(
  target: { tabId: number; frameIds?: number[] },
  func: (...args: Args) => string,
  ...args: Args
): Promise<string | undefined> {
  try {
    const reading = browser.scripting.executeScript({ target, func, args, injectImmediately: true });
    const [injection] = await withTimeout(reading, textTimeoutMs);
    return typeof injection?.result === 'string' ? injection.result : undefined;
  } catch {
    return undefined;
  }
}

/**
 * If a frame doesn't respond, reads the page alone. Null if that doesn't respond within eight seconds either. Rejects if the browser keeps
 * scripts out.
 */
export async function readTabLinks(tabId: number): Promise<FrameAnswer | null> {
  const read = async (target: { tabId: number; allFrames?: boolean }) => {
    const injections = await browser.scripting.executeScript({
      target,
      files: ['/page-links.js'],
      injectImmediately: true,
    });
    const answered = injections.filter((injection) => Array.isArray(getResult(injection)?.links));
    // On pages that Firefox protects from extensions, the script doesn't run, and there is no error.
    if (answered.length === 0) throw new Error('The script did not run.');
    // The page comes before its frames.
    const answers = answered.toSorted((a, b) => a.frameId - b.frameId).map(getResult);
    const frames = answers
      .flatMap((answer) => answer?.frames ?? [])
      .filter((host) => answers.every((answer) => answer?.host !== host));
    return {
      links: answers.flatMap((answer) => answer?.links ?? []),
      leftOut: answers.reduce((sum, answer) => sum + (answer?.leftOut ?? 0), 0),
      ...(frames.length > 0 && { frames }),
    };
  };
  const all = read({ tabId, allFrames: true });
  try {
    return await withTimeout(all, framesTimeoutMs);
  } catch {
    const alone = read({ tabId });
    // A large page may have delayed both.
    const first = Promise.any([all, alone]).catch(() => alone);
    return withTimeout(first, pageTimeoutMs).catch((error) => {
      if (error instanceof TimeoutError) return null;
      throw error;
    });
  }
}

interface FrameAnswer {
  readonly links: unknown[];
  readonly leftOut: number;
  /** Hosts of frames that didn't respond. */
  readonly frames?: unknown[];
}

const getResult = (injection: { readonly result?: unknown } | undefined) =>
  injection?.result as (FrameAnswer & { readonly host?: unknown }) | null | undefined;

class TimeoutError extends Error {}

/** Rejects with `TimeoutError`. */
async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs inside the page, so it can't use anything outside this function. A right-click leaves the focus on its link. */
function findLinkText(url: string, maxTextLength: number): string {
  for (const element of [document.activeElement, ...document.querySelectorAll('a, area')]) {
    const link = element as HTMLAnchorElement | null;
    // An object in SVG.
    const href: unknown = (link?.href as { baseVal?: string } | undefined)?.baseVal ?? link?.href;
    if (link === null || typeof href !== 'string' || URL.parse(href, document.baseURI)?.href !== url)
      continue;
    const texts = [
      // biome-ignore lint/performance/useDomNodeTextContent: what the page hides is not the link's text to its reader
      link.innerText ?? link.textContent,
      link.ariaLabel,
      link.title,
      link.querySelector('img')?.alt,
      link.getAttribute('alt'),
    ];
    const text = texts.find((each) => typeof each === 'string' && /[\p{L}\p{N}]/u.test(each))?.trim();
    if (text) return text.slice(0, maxTextLength);
  }
  return '';
}
