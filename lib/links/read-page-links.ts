/** Reads all addresses in a document. Runs inside pages (`entrypoints/page-links.ts`). `readFoundLinks` checks the result. */
import { type FoundLink, maxLinks, type PageLinks } from './collected-link.ts';
import {
  createFoundLink,
  isStreamPiece,
  isUsable,
  maxParts,
  maxTextLength,
  maxTextPageLength,
  readLabel,
  resolveUrl,
} from './found-link.ts';
import { getLinkKind } from './link-kind.ts';
import { readPageContent } from './page-content.ts';
import { readPageMetadata } from './page-metadata.ts';
import { findSeenAddress, mayRedirect } from './seen-address.ts';
import { hasLetterOrDigit } from './word-set.ts';

/** After this time, the remaining links are only counted, because `browser.ts` waits two seconds. */
const timeForLinksMs = 1_000;
/** In pixels. Smaller frames contain nothing to read. */
const minFrameSize = 100;

type LoadedResource = Pick<PerformanceResourceTiming, 'name' | 'initiatorType'>;

/** @param loaded what the page has fetched (`performance.getEntriesByType('resource')`) */
export function readPageLinks(page: Document, loaded: readonly LoadedResource[]): PageLinks {
  const deadlineMs = performance.now() + timeForLinksMs;
  const roots = listRoots(page);
  const players = roots.flatMap((root) => [...root.querySelectorAll(mediaSelector)]);
  const metadata = readPageMetadata(roots, page, deadlineMs);
  // `readFeeds` reads feeds.
  const content = readPageContent(findFeedRoot(page) === null ? roots : [], page, deadlineMs);
  const isFile = /^(?:image\/(?!svg)|video\/|audio\/)/.test(page.contentType);
  const media = [
    // Browsers show it in a page of their own.
    ...(isFile ? [createFoundLink('loaded', page.URL, '', page.contentType)] : []),
    ...players.slice(0, maxLinks).flatMap((element) => readMedia(element, page)),
    ...content.players.slice(0, maxLinks),
    ...metadata.slice(0, maxLinks),
    ...readFeeds(page),
    ...loaded.filter(isMedia).map(({ name, initiatorType }) => {
      const type = initiatorType === 'video' || initiatorType === 'audio' ? `${initiatorType}/*` : '';
      return createFoundLink('loaded', name, '', type);
    }),
  ].filter(({ url }) => isUsable(url));
  const anchors = readAnchors(roots, page, content.written, deadlineMs);
  const lists = [players, content.players, metadata, media];
  return {
    links: [...anchors.links, ...media.slice(0, maxLinks)],
    leftOut: anchors.leftOut + lists.reduce((sum, list) => sum + Math.max(0, list.length - maxLinks), 0),
    frames: listForeignFrames(roots, page),
  };
}

/** Frames whose documents this document can't access. */
function listForeignFrames(roots: readonly ParentNode[], page: Document): readonly string[] {
  const frames = roots.flatMap((root) => [...root.querySelectorAll<HTMLIFrameElement>('iframe, frame')]);
  const hosts = frames.flatMap((frame) => {
    const { width, height } = frame.getBoundingClientRect();
    const url = URL.parse(frame.src, page.baseURI);
    const isSeen = width >= minFrameSize && height >= minFrameSize;
    return isSeen && frame.contentDocument === null && /^https?:$/.test(url?.protocol ?? '')
      ? (url?.host ?? '')
      : [];
  });
  return [...new Set(hosts)];
}

/** Players are often in open shadow roots. */
function listRoots(page: Document): readonly ParentNode[] {
  const roots: ParentNode[] = [page];
  for (const root of roots)
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot !== null && roots.length < maxParts) roots.push(shadowRoot);
  return roots;
}

/** Each address once with its first text. Links beyond `maxLinks` are counted. */
function readAnchors(
  roots: readonly ParentNode[],
  page: Document,
  written: readonly FoundLink[],
  deadlineMs: number,
): PageLinks {
  const found = new Map<string, FoundLink>();
  const others = new Set<string>();
  const anchors = roots.flatMap((root) => [...root.querySelectorAll('a, area')]);
  // The time that `innerText` takes grows with the paragraph around the link.
  const isLarge = anchors.length > maxLinks;
  const add = (url: string, read: () => FoundLink) => {
    if (!isUsable(url)) return;
    if (found.size < maxLinks || found.has(url)) found.set(url, read());
    else others.add(url);
  };
  let at = 0;
  for (; at < anchors.length && (at < 2 * maxLinks || performance.now() < deadlineMs); at += 1) {
    const link = anchors[at] as Element;
    const address = readAddress(link, page);
    const url = (mayRedirect(address) && findSeenAddress(address, link.textContent ?? '')) || address;
    const known = found.get(url);
    const fileName = known?.fileName || readFileName(link);
    const type = known?.type || (link.getAttribute('type') ?? '');
    if (known?.text && fileName === known.fileName && type === known.type) continue;
    add(url, () => {
      const text = fileName || known?.text || readName(link, isLarge);
      return { ...createFoundLink('link', url, text, type), fileName };
    });
  }
  // The remaining links are counted without being read.
  const uncounted = anchors.length - at;
  for (const each of written) if (!found.has(each.url)) add(each.url, () => each);
  return { links: [...found.values()], leftOut: others.size + uncounted };
}

/** Empty if `download` doesn't name a file. */
function readFileName(link: Element): string {
  const name = link.getAttribute('download')?.trim().slice(0, maxTextLength) ?? '';
  return /^(?:true|false|yes|no|download|\d)$/i.test(name) ? '' : name;
}

/** In SVG, `href` is an object and may have a namespace. */
function readAddress(link: Element, page: Document): string {
  const { href } = link as { href?: unknown };
  if (typeof href === 'string') return href;
  const own = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
  return own === null ? '' : resolveUrl(own, page);
}

/** A link's text if it contains a letter, otherwise the name that screen readers use. */
function readName(link: Element, withHidden: boolean): string {
  const texts = [
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not part of the link's text
    (withHidden ? undefined : (link as HTMLElement).innerText) ?? link.textContent,
    readLabel(link),
    ...Array.from(link.querySelectorAll('img, [aria-label], [title]'), readLabel),
    link.querySelector('title')?.textContent,
  ];
  return texts.find((text) => hasLetterOrDigit(text ?? '')) ?? '';
}

const lazyNames = (
  'data-src data-lazy-src data-original data-lazy data-url data-video data-video-src data-audio data-audio-src data-mp4 data-webm ' +
  'data-full data-large-src data-href'
).split(' ');
const setNames = ['srcset', 'data-srcset', 'data-lazy-srcset', 'data-original-set'];
const posterNames = ['poster', 'data-poster'];
const namedAttributes = [...lazyNames, ...setNames, ...posterNames].map((name) => `[${name}]`);
const ownSelector = 'video,audio,object,param:is([name="movie" i],[name="src" i],[name="url" i])';
/** Custom player elements have a `src` too. */
const mediaSelector = [ownSelector, '[src]:not(img,input,script,track)', ...namedAttributes].join();

/** Players and their sources, embedded files, posters, and images that load later or have several sizes, which are content. */
function readMedia(element: Element, page: Document): readonly FoundLink[] {
  const { localName } = element;
  const player = element.closest('video, audio');
  const isImage = localName === 'img' || (localName === 'source' && player === null);
  const get = (name: string) => resolveUrl(element.getAttribute(name) ?? '', page);
  const text = readLabel(element) || (player === null ? pictureName(element) : readLabel(player));
  const medium = isImage ? 'image/*' : player === null ? '' : `${player.localName}/*`;
  const type = isImage ? medium : element.getAttribute('type') || medium;
  const add = (url: string, its = type) => createFoundLink(isImage ? 'loaded' : 'player', url, text, its);
  const current = (element as HTMLMediaElement).currentSrc;
  const direct = isImage ? [] : ['src', localName === 'param' ? 'value' : 'data'].map(get);
  return [
    ...(player === element && current ? [add(current)] : []),
    ...[...direct, ...lazyNames.map(get)].map((url) => add(url)),
    ...setNames.map((name) => add(resolveUrl(findLargest(element.getAttribute(name)), page), 'image/*')),
    ...posterNames.map((name) => createFoundLink('loaded', get(name), text, 'image/*')),
  ]
    .filter(({ url }) => url !== '')
    .filter((link) => medium !== '' || getLinkKind(link.url, link.type) !== 'page');
}

const pictureName = (element: Element): string => {
  const image = element.closest('picture')?.querySelector('img');
  const caption = element.closest('figure')?.querySelector('figcaption')?.textContent;
  return (image && readLabel(image)) || caption?.trim() || '';
};

/** Empty without a `srcset`. */
function findLargest(set: string | null): string {
  // A comma ends a candidate before a space or after a size. Addresses may contain commas.
  const candidates = (set ?? '').split(/,\s+|(?<=\s[\d.]{1,9}[wxh]),/);
  const sizes = candidates.map((candidate) => {
    const [url = '', size = '1'] = candidate.trim().split(/\s+/);
    return { url, size: Number.parseFloat(size) };
  });
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.url ?? '';
}

/** Feeds and enclosures that a page names, and all enclosures of a page that is a feed. */
function readFeeds(page: Document): readonly FoundLink[] {
  const named = page.querySelectorAll<HTMLLinkElement>(
    'link[rel~="alternate" i][href], link[rel~="enclosure" i][href]',
  );
  const found = [...named].flatMap(({ href, title, type, rel }) =>
    /enclosure/i.test(rel) || getLinkKind(page.baseURI, type) === 'feed'
      ? createFoundLink('feed', href, title, type)
      : [],
  );
  const elements = [...(findFeedRoot(page)?.getElementsByTagName('*') ?? [])];
  return [...found, ...elements.flatMap((element) => readEnclosure(element, page))];
}

/** Chromium shows `application/rss+xml` as text, and other XML inside a document of its own. */
function findFeedRoot(page: Document): Element | null {
  const text = page.contentType === 'text/plain' ? (page.body?.textContent ?? '') : '';
  const isXml = text.length <= maxTextPageLength && /^\s*<(?:\?xml|rss|feed)/.test(text);
  const root = isXml
    ? new DOMParser().parseFromString(text, 'application/xml').documentElement
    : (page.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild ?? page.documentElement);
  return /^(?:rss|feed|RDF)$/.test(root?.localName ?? '') ? root : null;
}

function readEnclosure(element: Element, page: Document): readonly FoundLink[] {
  const isEnclosure =
    element.localName === 'enclosure' ||
    (element.localName === 'content' && element.namespaceURI === 'http://search.yahoo.com/mrss/') ||
    (element.localName === 'link' && element.getAttribute('rel') === 'enclosure');
  const url = element.getAttribute('url') ?? element.getAttribute('href');
  if (!isEnclosure || url === null) return [];
  const item = element.closest('item, entry');
  const title = [...(item?.children ?? [])].find(({ localName }) => localName === 'title')?.textContent;
  return [createFoundLink('feed', resolveUrl(url, page), title, element.getAttribute('type') ?? '')];
}

/** A file for a player or the user, not a part of the page or a segment of a stream. */
function isMedia({ name, initiatorType }: LoadedResource): boolean {
  if (!URL.canParse(name) || isStreamPiece(name)) return false;
  if (initiatorType === 'video' || initiatorType === 'audio') return true;
  return ['video', 'audio', 'archive', 'document', 'playlist'].includes(getLinkKind(name));
}
