/**
 * Everything in a document that has an address: its links, and the media that it plays, names, feeds or has loaded. Runs inside
 * pages (`entrypoints/page-links.ts`); what it gives is checked by `readFoundLinks`, and unusable addresses are left out there.
 */
import { type FoundLink, getLinkKind, type LinkSource } from './collected-link.ts';
import { findJsonLdMedia } from './json-ld.ts';
import { maxLinkLength } from './link.ts';

/** Characters of a text that are handed over; more than a title takes. */
const maxTextLength = 1_000;
/** Shadow roots and scripts that are read. */
const maxParts = 1_000;

/** Characters of a feed that is shown as text. */
const maxFeedLength = 5_000_000;

/** @param loaded what the page has fetched (`performance.getEntriesByType('resource')`) */
export function readPageLinks(
  page: Document,
  loaded: readonly Pick<PerformanceResourceTiming, 'name' | 'initiatorType'>[],
): readonly FoundLink[] {
  const roots = listRoots(page);
  const found = [
    ...roots.flatMap((root) => [...readAnchors(root), ...readPlayers(root)]),
    ...readMetadata(page),
    ...readFeeds(page),
    ...loaded.filter(isMedia).map(({ name, initiatorType }) => {
      const type = initiatorType === 'video' || initiatorType === 'audio' ? `${initiatorType}/*` : '';
      return createFoundLink('loaded', name, '', type);
    }),
  ];
  return found.filter(({ url }) => url !== '' && url.length <= maxLinkLength);
}

function createFoundLink(
  source: LinkSource,
  url: string,
  text: string | null | undefined,
  type = '',
): FoundLink {
  return { url, text: (text ?? '').trim().slice(0, maxTextLength), source, type: type.slice(0, 100) };
}

/** The document and its open shadow roots, in which players like to hide. */
function listRoots(page: Document): readonly ParentNode[] {
  const roots: ParentNode[] = [page];
  for (const root of roots)
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot !== null && roots.length < maxParts) roots.push(shadowRoot);
  return roots;
}

function readAnchors(root: ParentNode): readonly FoundLink[] {
  const links = root.querySelectorAll<HTMLAnchorElement>('a[href], area[href]');
  return Array.from(links, (link) =>
    // `href` of a link in SVG is no text.
    createFoundLink(
      'link',
      String(link.href),
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not part of the link's text
      link.innerText || link.title || link.querySelector('img')?.alt,
    ),
  );
}

function readPlayers(root: ParentNode): readonly FoundLink[] {
  return [...root.querySelectorAll<HTMLMediaElement>('video, audio')].flatMap((player) => {
    const text = player.title || player.ariaLabel;
    const type = `${player.localName}/*`;
    const sources = player.querySelectorAll<HTMLSourceElement>('source[src]');
    return [
      createFoundLink('player', player.currentSrc, text, type),
      createFoundLink('player', player.src, text, type),
      ...Array.from(sources, (source) =>
        createFoundLink('player', source.src, source.title || text, source.type || type),
      ),
    ];
  });
}

/** `og:video`, `og:audio` and their like, Twitter's player stream, and JSON-LD. */
function readMetadata(page: Document): readonly FoundLink[] {
  const metas = [...page.querySelectorAll<HTMLMetaElement>('meta[content]')].map((meta) => ({
    name: (meta.getAttribute('property') ?? meta.name).toLowerCase(),
    content: meta.content,
  }));
  const title = metas.find(({ name }) => name === 'og:title')?.content ?? page.title;
  const found = metas.flatMap(({ name, content }, at) => {
    const medium = /^(?:og:(video|audio)(?::url|:secure_url)?|twitter:player:stream)$/.exec(name);
    if (medium === null) return [];
    // The type follows its address, before the next medium begins.
    const next = metas.findIndex((meta, index) => index > at && /^og:(?:video|audio)$/.test(meta.name));
    const own = metas.slice(at, next === -1 ? undefined : next);
    const type = own.find((meta) => /^og:(?:video|audio):type$/.test(meta.name))?.content;
    // A player's page is no medium.
    if (type?.startsWith('text/html')) return [];
    return createFoundLink('metadata', resolveUrl(content, page), title, type ?? `${medium[1] ?? 'video'}/*`);
  });
  const scripts = [...page.querySelectorAll('script[type="application/ld+json" i]')].slice(0, maxParts);
  const named = scripts.flatMap(({ textContent }) => findJsonLdMedia(textContent ?? ''));
  return [
    ...found,
    ...named.map(({ url, text, type }) => createFoundLink('metadata', resolveUrl(url, page), text, type)),
  ];
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
  const feed = findFeedRoot(page);
  if (feed === null) return found;
  return [
    ...found,
    ...[...feed.getElementsByTagName('*')].flatMap((element) => readEnclosure(element, page)),
  ];
}

/**
 * The root of the feed that the page is; null where it is none. Chromium shows `application/rss+xml` as text, and other XML
 * inside a document of its own; Firefox leaves it as it is.
 */
function findFeedRoot(page: Document): Element | null {
  const text = page.contentType === 'text/plain' ? (page.body?.textContent ?? '') : '';
  const isXml = text.length <= maxFeedLength && /^\s*<(?:\?xml|rss|feed)/.test(text);
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

const resolveUrl = (url: string, page: Document): string => URL.parse(url, page.baseURI)?.href ?? '';

/** What a player or the user could want; not what a page is made of, and not the pieces that a stream arrives in. */
function isMedia({
  name,
  initiatorType,
}: Pick<PerformanceResourceTiming, 'name' | 'initiatorType'>): boolean {
  const path = URL.parse(name)?.pathname;
  if (path === undefined || /\.(?:ts|m4s|txt|csv)$/i.test(path)) return false;
  if (initiatorType === 'video' || initiatorType === 'audio') return true;
  return ['video', 'audio', 'archive', 'document', 'playlist'].includes(getLinkKind(name));
}
