/** Which of a page's links the user wants to see: by words, by kind and by host. Pure. */
import type { CollectedLink, LinkKind } from '../../lib/links/collected.ts';
import { readableAddress, searchable, wordsIn } from '../../lib/search/words.ts';

export interface LinkFilter {
  /** Words, all of which are to be found in title or address. */
  readonly text: string;
  /** None chosen: any kind. */
  readonly kinds: ReadonlySet<LinkKind>;
  /** None chosen: any host. */
  readonly hosts: ReadonlySet<string>;
}

export const noFilter: LinkFilter = { text: '', kinds: new Set(), hosts: new Set() };

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
  /** Every host of the page, the one with the most links first. */
  readonly hosts: readonly Facet<string>[];
}

/** The order in which kinds are listed: what people collect pages for comes first. */
export const kindOrder: readonly LinkKind[] = ['video', 'audio', 'image', 'archive', 'document', 'page'];

export function isFiltering({ text, kinds, hosts }: LinkFilter): boolean {
  return text.trim() !== '' || kinds.size > 0 || hosts.size > 0;
}

/** Prepares a page's links for filtering with every key that is pressed. */
export function createLinkFilter(links: readonly CollectedLink[]): (filter: LinkFilter) => Filtered {
  const texts = links.map(({ url, title }) => searchable(title, url, readableAddress(url)));
  const hosts = [...tally(links.map(({ host }) => host))].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  const ofPage = new Set(links.map(({ kind }) => kind));

  return (filter) => {
    const fits = wordsIn(filter.text);
    const found = links.filter((_, at) => fits(texts[at] ?? ''));
    const ofKind = ({ kind }: CollectedLink) => filter.kinds.size === 0 || filter.kinds.has(kind);
    const ofHost = ({ host }: CollectedLink) => filter.hosts.size === 0 || filter.hosts.has(host);
    const perKind = tally(found.filter(ofHost).map(({ kind }) => kind));
    const perHost = tally(found.filter(ofKind).map(({ host }) => host));
    return {
      links: found.filter((link) => ofKind(link) && ofHost(link)),
      kinds: kindOrder
        .filter((kind) => ofPage.has(kind))
        .map((value) => ({ value, count: perKind.get(value) ?? 0 })),
      hosts: hosts.map(([value]) => ({ value, count: perHost.get(value) ?? 0 })),
    };
  };
}

function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A set with the value in it if it was not, and without it if it was. */
export function switched<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
