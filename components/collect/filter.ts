/** Filters a page's links by words, kind, source and host. Pure. */
import { type CollectedLink, type LinkSource, linkSources } from '../../lib/links/collected-link.ts';
import type { LinkKind } from '../../lib/links/link-kind.ts';
import { createMatcher, createSearchText, decodeAddress } from '../../lib/search/words.ts';

export interface LinkFilter {
  /** Words, all of which are to be found in title or address. */
  readonly text: string;
  /** None chosen: any kind. */
  readonly kinds: ReadonlySet<LinkKind>;
  /** None chosen: any source. */
  readonly sources: ReadonlySet<LinkSource>;
  /** None chosen: any host. */
  readonly hosts: ReadonlySet<string>;
}

export const noFilter: LinkFilter = { text: '', kinds: new Set(), sources: new Set(), hosts: new Set() };

/** One value that links can be filtered by. */
export interface Facet<T extends string> {
  readonly value: T;
  /** How many links have it among those that the other filters let through: what choosing it would show. */
  readonly count: number;
}

export interface Filtered {
  readonly links: readonly CollectedLink[];
  /** Every kind of the page, in a fixed order. */
  readonly kinds: readonly Facet<LinkKind>[];
  /** Every source of the page, in a fixed order. */
  readonly sources: readonly Facet<LinkSource>[];
  /** Every host of the page, the one with the most links first. */
  readonly hosts: readonly Facet<string>[];
}

/** The order in which kinds are listed: what people collect pages for comes first. */
export const kindOrder: readonly LinkKind[] = [
  'video',
  'audio',
  'playlist',
  'image',
  'archive',
  'document',
  'feed',
  'page',
];

export function isFiltering({ text, kinds, sources, hosts }: LinkFilter): boolean {
  return text.trim() !== '' || kinds.size > 0 || sources.size > 0 || hosts.size > 0;
}

/** Prepares a page's links for filtering with every key that is pressed. */
export function createLinkFilter(links: readonly CollectedLink[]): (filter: LinkFilter) => Filtered {
  const texts = links.map(({ url, title }) => createSearchText(title, url, decodeAddress(url)));
  const hosts = [...countValues(links.map(({ host }) => host))].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  const kindsOfPage = new Set(links.map(({ kind }) => kind));
  const sourcesOfPage = new Set(links.map(({ source }) => source));

  return (filter) => {
    const matches = createMatcher(filter.text);
    const found = links.filter((_, at) => matches(texts[at] ?? ''));
    const ofKind = ({ kind }: CollectedLink) => filter.kinds.size === 0 || filter.kinds.has(kind);
    const ofSource = ({ source }: CollectedLink) => filter.sources.size === 0 || filter.sources.has(source);
    const ofHost = ({ host }: CollectedLink) => filter.hosts.size === 0 || filter.hosts.has(host);
    const perKind = countValues(
      found.filter((link) => ofSource(link) && ofHost(link)).map(({ kind }) => kind),
    );
    const perSource = countValues(
      found.filter((link) => ofKind(link) && ofHost(link)).map(({ source }) => source),
    );
    const perHost = countValues(
      found.filter((link) => ofKind(link) && ofSource(link)).map(({ host }) => host),
    );
    return {
      links: found.filter((link) => ofKind(link) && ofSource(link) && ofHost(link)),
      kinds: kindOrder
        .filter((kind) => kindsOfPage.has(kind))
        .map((value) => ({ value, count: perKind.get(value) ?? 0 })),
      sources: linkSources
        .filter((source) => sourcesOfPage.has(source))
        .map((value) => ({ value, count: perSource.get(value) ?? 0 })),
      hosts: hosts.map(([value]) => ({ value, count: perHost.get(value) ?? 0 })),
    };
  };
}

function countValues<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A set with the value in it if it was not, and without it if it was. */
export function toggleValue<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
