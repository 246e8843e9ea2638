/** All addresses in a document. Runs inside pages (`entrypoints/page-links.ts`); `readFoundLinks` checks the result. */
import { type FoundLink, type LinkSource, maxLinks, type PageLinks } from './collected-link.ts';
import { findJsonLdMedia } from './json-ld.ts';
import { maxLinkLength } from './link.ts';
import { getLinkKind } from './link-kind.ts';
import { findLinks } from './read-links.ts';

/** Characters of a text that are handed over; more than a title takes. */
const maxTextLength = 1_000;
/** Shadow roots and scripts that are read. */
const maxParts = 1_000;
/** Characters of a page that is shown as text, and of a feed. */
const maxTextPageLength = 5_000_000;
/** Time for reading the links, after which the others are only counted: `browser.ts` waits two seconds. */
const timeForLinksMs = 1_000;
/** Pixels: what is smaller holds nothing that anybody reads. */
const minFrameSize = 100;

type LoadedResource = Pick<PerformanceResourceTiming, 'name' | 'initiatorType'>;

/** @param loaded what the page has fetched (`performance.getEntriesByType('resource')`) */
export function readPageLinks(page: Document, loaded: readonly LoadedResource[]): PageLinks {
  const deadlineMs = performance.now() + timeForLinksMs;
  const roots = listRoots(page);
  const players = roots.flatMap((root) => [...root.querySelectorAll(mediaSelector)]);
  const metadata = readMetadata(page);
  const media = [
    ...players.slice(0, maxLinks).flatMap((element) => readMedia(element, page)),
    ...metadata.slice(0, maxLinks),
    ...readFeeds(page),
    ...loaded.filter(isMedia).map(({ name, initiatorType }) => {
      const type = initiatorType === 'video' || initiatorType === 'audio' ? `${initiatorType}/*` : '';
      return createFoundLink('loaded', name, '', type);
    }),
  ].filter(({ url }) => isUsable(url));
  const anchors = readAnchors(roots, page, deadlineMs);
  const lists = [players, metadata, media];
  return {
    links: [...anchors.links, ...media.slice(0, maxLinks)],
    leftOut: anchors.leftOut + lists.reduce((sum, list) => sum + Math.max(0, list.length - maxLinks), 0),
    frames: listForeignFrames(roots, page),
  };
}

/** Hosts of frames whose documents this one may not see. */
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

const isUsable = (url: string): boolean => /^(?:https?|ftp):/i.test(url) && url.length <= maxLinkLength;

function createFoundLink(
  source: LinkSource,
  url: string,
  text: string | null | undefined,
  type = '',
): FoundLink {
  return { url, text: (text ?? '').trim().slice(0, maxTextLength), source, type: type.slice(0, 100) };
}

/** Players like to hide in open shadow roots. */
function listRoots(page: Document): readonly ParentNode[] {
  const roots: ParentNode[] = [page];
  for (const root of roots)
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot !== null && roots.length < maxParts) roots.push(shadowRoot);
  return roots;
}

/** As many links as can be listed, each address once with the first text that it has; the others are counted. */
function readAnchors(roots: readonly ParentNode[], page: Document, deadlineMs: number): PageLinks {
  const found = new Map<string, FoundLink>();
  const others = new Set<string>();
  const anchors = roots.flatMap((root) => [...root.querySelectorAll('a, area')]);
  // `innerText` takes time that grows with the paragraph around the link.
  const isLarge = anchors.length > maxLinks;
  const add = (url: string, readText: () => string) => {
    if (!isUsable(url) || found.get(url)?.text) return;
    if (found.size < maxLinks || found.has(url)) found.set(url, createFoundLink('link', url, readText()));
    else others.add(url);
  };
  let at = 0;
  for (; at < anchors.length && (at < 2 * maxLinks || performance.now() < deadlineMs); at += 1) {
    const link = anchors[at] as Element;
    add(addressOf(link, page), () => nameOf(link, isLarge));
  }
  // The last ones are counted unseen.
  const uncounted = anchors.length - at;
  for (const url of findLinks(readTextPage(page))) add(url, () => '');
  return { links: [...found.values()], leftOut: others.size + uncounted };
}

/** `href` is an object in SVG, and may have a namespace there. */
function addressOf(link: Element, page: Document): string {
  const { href } = link as { href?: unknown };
  if (typeof href === 'string') return href;
  const own = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
  return own === null ? '' : resolveUrl(own, page);
}

/** What a link is called: its text where that has a letter, else as screen readers say it. */
function nameOf(link: Element, withHidden: boolean): string {
  const texts = [
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not part of the link's text
    (withHidden ? undefined : (link as HTMLElement).innerText) ?? link.textContent,
    labelOf(link),
    ...Array.from(link.querySelectorAll('img, [aria-label], [title]'), labelOf),
    link.querySelector('title')?.textContent,
  ];
  return texts.find((text) => /[\p{L}\p{N}]/u.test(text ?? '')) ?? '';
}

function labelOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = element.getRootNode() as Document;
  const labels = ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' ');
  const names = ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name)?.trim());
  return [labels.trim(), ...names].find(Boolean) ?? '';
}

const lazyNames = (
  'data-src data-lazy-src data-original data-lazy data-url data-video data-video-src data-audio data-audio-src data-mp4 data-webm ' +
  'data-full data-large-src data-href'
).split(' ');
const setNames = ['srcset', 'data-srcset', 'data-lazy-srcset', 'data-original-set'];
const posterNames = ['poster', 'data-poster'];
const namedAttributes = [...lazyNames, ...setNames, ...posterNames].map((name) => `[${name}]`);
const mediaSelector = ['video,audio,source,embed,object,iframe[src],frame[src]', ...namedAttributes].join();

/** Players and their sources, embedded files, posters, and images that load later or come in several sizes: those are content. */
function readMedia(element: Element, page: Document): readonly FoundLink[] {
  const { localName } = element;
  const player = element.closest('video, audio');
  const isImage = localName === 'img' || (localName === 'source' && player === null);
  const get = (name: string) => resolveUrl(element.getAttribute(name) ?? '', page);
  const text = labelOf(element) || (player === null ? pictureName(element) : labelOf(player));
  const medium = isImage ? 'image/*' : player === null ? '' : `${player.localName}/*`;
  const type = isImage ? medium : element.getAttribute('type') || medium;
  const add = (url: string, its = type) => createFoundLink(isImage ? 'loaded' : 'player', url, text, its);
  const current = (element as HTMLMediaElement).currentSrc;
  const direct = isImage ? [] : ['src', 'data'].map(get);
  return [
    ...(player === element && current ? [add(current)] : []),
    ...[...direct, ...lazyNames.map(get)].map((url) => add(url)),
    ...setNames.map((name) => add(resolveUrl(largestOf(element.getAttribute(name)), page), 'image/*')),
    ...posterNames.map((name) => createFoundLink('loaded', get(name), text, 'image/*')),
  ]
    .filter(({ url }) => url !== '')
    .filter((link) => medium !== '' || getLinkKind(link.url, link.type) !== 'page');
}

const pictureName = (element: Element): string => {
  const image = element.closest('picture')?.querySelector('img');
  const caption = element.closest('figure')?.querySelector('figcaption')?.textContent;
  return (image && labelOf(image)) || caption?.trim() || '';
};

/** Of a `srcset`; empty without one. */
function largestOf(set: string | null): string {
  // A comma ends a candidate before a space or behind a size; addresses may have one.
  const candidates = (set ?? '').split(/,\s+|(?<=\s[\d.]{1,9}[wxh]),/);
  const sizes = candidates.map((candidate) => {
    const [url = '', size = '1'] = candidate.trim().split(/\s+/);
    return { url, size: Number.parseFloat(size) };
  });
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.url ?? '';
}

/** What the browser shows as plain text: a list of addresses, JSON, a log. */
function readTextPage(page: Document): string {
  const isText = /^(?:text\/(?!html|xml)|application\/(?:json|x-ndjson|x-subrip))/.test(page.contentType);
  if (!isText || findFeedRoot(page) !== null) return '';
  return (page.body?.textContent ?? '').slice(0, maxTextPageLength);
}

/** `og:video`, `og:audio` and their like, Twitter's player stream, and JSON-LD. */
function readMetadata(page: Document): readonly FoundLink[] {
  const metas = [...page.querySelectorAll<HTMLMetaElement>('meta[content]')].map((meta) => ({
    name: (meta.getAttribute('property') ?? meta.name).toLowerCase(),
    content: meta.content,
  }));
  const title = metas.find(({ name }) => name === 'og:title')?.content ?? page.title;
  // The type follows its address, before the next medium begins.
  let type: string | undefined;
  const found = metas.toReversed().flatMap(({ name, content }) => {
    const own = type;
    if (/^og:(?:video|audio):type$/.test(name)) type = content;
    if (/^og:(?:video|audio)$/.test(name)) type = undefined;
    const medium = /^(?:og:(video|audio)(?::url|:secure_url)?|twitter:player:stream)$/.exec(name);
    // A player's page is no medium.
    if (medium === null || own?.startsWith('text/html')) return [];
    return createFoundLink('metadata', resolveUrl(content, page), title, own ?? `${medium[1] ?? 'video'}/*`);
  });
  const scripts = [...page.querySelectorAll('script[type="application/ld+json" i]')].slice(0, maxParts);
  const named = scripts
    .flatMap(({ textContent }) => findJsonLdMedia(textContent ?? ''))
    .map(({ url, text, type }) => createFoundLink('metadata', resolveUrl(url, page), text, type));
  return [...found.toReversed(), ...named];
}

/** The feeds that a page names, what it encloses, and all that is enclosed where the page is a feed itself. */
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

const resolveUrl = (url: string, page: Document): string =>
  url.trim() === '' ? '' : (URL.parse(url, page.baseURI)?.href ?? '');

/** What a player or the user could want; not what a page is made of, and not the pieces that a stream arrives in. */
function isMedia({ name, initiatorType }: LoadedResource): boolean {
  const path = URL.parse(name)?.pathname;
  if (path === undefined || /\.(?:ts|m4s|txt|csv)$/i.test(path)) return false;
  if (initiatorType === 'video' || initiatorType === 'audio') return true;
  return ['video', 'audio', 'archive', 'document', 'playlist'].includes(getLinkKind(name));
}
