/** Media that a page describes in its head and beside its content. Runs inside pages. */
import { type FoundLink, maxLinks } from './collected-link.ts';
import { decodeHtml } from './decode-html.ts';
import { createFoundLink, isUsable, maxParts, resolveUrl } from './found-link.ts';
import { findJsonLdMedia, isContentUrl, type NamedMedia, toMediaType } from './json-ld.ts';
import { getLinkKind } from './link-kind.ts';

/** For all scripts of a page. */
const maxJsonLength = 2_000_000;

/** `og:video`, `og:audio` and the like, Twitter's player stream, JSON-LD, microdata and RDFa. */
export function readPageMetadata(
  roots: readonly ParentNode[],
  page: Document,
  deadlineMs: number,
): readonly FoundLink[] {
  const metas = [...page.querySelectorAll<HTMLMetaElement>('meta[content]')].map((meta) => ({
    name: (meta.getAttribute('property') ?? (meta.name || meta.httpEquiv || '')).toLowerCase(),
    content: meta.content,
  }));
  const title = metas.find(({ name }) => name === 'og:title')?.content ?? page.title;
  // The type comes after its address and before the next medium.
  let type: string | undefined;
  const found = metas.toReversed().flatMap(({ name, content }) => {
    const own = type;
    if (name === 'refresh') return readRefresh(content, page, title);
    if (/^og:(?:video|audio):type$/.test(name)) type = content;
    if (/^og:(?:video|audio)$/.test(name)) type = undefined;
    const medium = /^(?:og:(video|audio)(?::url|:secure_url)?|twitter:player:stream)$/.exec(name);
    // A player's page isn't a medium.
    if (medium === null || own?.startsWith('text/html')) return [];
    return createFoundLink('metadata', resolveUrl(content, page), title, own ?? `${medium[1] ?? 'video'}/*`);
  });
  let length = 0;
  const scripts = [...page.querySelectorAll('script[type*="ld+json" i]')].slice(0, maxParts);
  const linked = scripts.flatMap(({ textContent }) => {
    const json = textContent ?? '';
    length += json.length;
    if (length > maxJsonLength) return [];
    // Created by an HTML template.
    return findJsonLdMedia(json.includes('"') ? json : decodeHtml(json));
  });
  // Links beyond the limit are only counted.
  const decode = (text: string, at: number) => (at < maxLinks ? decodeHtml(text) : text);
  const named = [
    ...linked.map((each, at) => ({ ...each, url: decode(each.url, at), text: decode(each.text, at) })),
    ...[...page.querySelectorAll<HTMLLinkElement>(linkSelector)].map(({ href, rel }) => ({
      url: href,
      text: title,
      type: `${/audio|video/i.exec(rel)?.[0].toLowerCase()}/*`,
    })),
    ...readItems(roots, deadlineMs),
  ];
  const links = named.map(({ url, text, type }) =>
    createFoundLink('metadata', resolveUrl(url, page), text, type),
  );
  return [...found.toReversed(), ...links];
}

const linkSelector = ['video_src', 'audio_src'].map((rel) => `link[rel~="${rel}" i][href]`).join();

/** "Your download begins in 3 seconds." */
function readRefresh(content: string, page: Document, title: string): FoundLink | readonly [] {
  const [, address = ''] = /;\s*url\s*=\s*["']?([^"']+)/i.exec(content) ?? [];
  const url = resolveUrl(address, page);
  return isUsable(url) && getLinkKind(url) !== 'page' ? createFoundLink('metadata', url, title) : [];
}

const itemSelector = '[itemscope], [typeof]';

const properties = ['itemprop', 'property'];
const contentSelector = properties.flatMap((name) =>
  ['contentUrl', 'downloadUrl'].map((word) => `[${name}*="${word}" i]`),
);

function readItems(roots: readonly ParentNode[], deadlineMs: number): readonly NamedMedia[] {
  const items = new Map<Element | null, Omit<NamedMedia, 'url'>>();
  const elements = roots.flatMap((root) => [...root.querySelectorAll(contentSelector.join())]);
  return elements.slice(0, maxLinks).flatMap((element) => {
    if (!properties.some((name) => element.getAttribute(name)?.split(/\s+/).some(isContentUrl))) return [];
    const item = element.closest(itemSelector);
    // The time to read an item grows with its length.
    if (!items.has(item) && performance.now() < deadlineMs) items.set(item, readItem(item));
    return { url: readValue(element), ...(items.get(item) ?? { text: '', type: '' }) };
  });
}

function readItem(item: Element | null): Omit<NamedMedia, 'url'> {
  const get = (word: string) => {
    const selector = properties.flatMap((name) => [`[${name}~="${word}" i]`, `[${name}$=":${word}" i]`]);
    const elements = item?.querySelectorAll(selector.join()) ?? [];
    // Ignores properties of nested items.
    return readValue([...elements].find((each) => each.parentElement?.closest(itemSelector) === item));
  };
  const types = ['itemtype', 'typeof'].flatMap((name) => item?.getAttribute(name)?.trim().split(/\s+/) ?? []);
  return {
    text: get('name') || get('caption'),
    type: toMediaType([get('encodingFormat'), get('fileFormat')], types),
  };
}

const valueNames = ['content', 'href', 'src', 'data', 'resource'];

/** In microdata and RDFa. */
function readValue(element: Element | null | undefined): string {
  const values = valueNames.map((name) => element?.getAttribute(name)?.trim());
  return values.find(Boolean) ?? element?.textContent?.trim() ?? '';
}
