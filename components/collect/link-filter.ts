import { type CollectedLink, type LinkSource, linkSources } from '../../lib/links/collected-link.ts';
import type { LinkKind } from '../../lib/links/link-kind.ts';
import { decodeHost } from '../../lib/links/readable-host.ts';
import { maxChanges, measureDistance } from '../../lib/search/similar.ts';
import { createSearchText, decodeAddress, splitExclusions } from '../../lib/search/words.ts';

export interface LinkFilter {
  /** Words in the title or address. Those with a leading dash must be in neither. */
  readonly text: string;
  /** Empty: any. */
  readonly kinds: ReadonlySet<LinkKind>;
  readonly sources: ReadonlySet<LinkSource>;
  readonly hosts: ReadonlySet<string>;
}

export const noFilter: LinkFilter = { text: '', kinds: new Set(), sources: new Set(), hosts: new Set() };

export interface Facet<T extends string> {
  readonly value: T;
  /** Matching links, given the other filters. */
  readonly count: number;
}

export interface Filtered {
  readonly links: readonly CollectedLink[];
  /** No link contains the words as typed. These have similar ones. */
  readonly isClosest: boolean;
  readonly kinds: readonly Facet<LinkKind>[];
  readonly sources: readonly Facet<LinkSource>[];
  /** Most links first. */
  readonly hosts: readonly Facet<string>[];
}

/** The kinds that people collect most come first. */
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

const fields = ['kind', 'source', 'host'] as const;
type Field = (typeof fields)[number];

/** Prepares the links once, so that each key press filters fast. */
export function createLinkFilter(links: readonly CollectedLink[]): (filter: LinkFilter) => Filtered {
  const texts = links.map(({ url, title, host }) =>
    createSearchText(title, url, decodeAddress(url), decodeAddress(url.replace(host, decodeHost(host)))),
  );
  const findTexts = createTextSearch(texts);
  const byHost = Map.groupBy(links, ({ host }) => host);
  const hosts = [...byHost]
    .sort(([a, of], [b, other]) => other.length - of.length || (a < b ? -1 : 1))
    .map(([host]) => host);
  const kinds = kindOrder.filter((kind) => links.some((link) => link.kind === kind));
  const sources = linkSources.filter((source) => links.some((link) => link.source === source));

  return (filter) => {
    const { rows, isClosest } = findTexts(filter.text);
    const found = rows.flatMap((row) => links[row] ?? []);
    const chosen: Readonly<Record<Field, ReadonlySet<string>>> = {
      kind: filter.kinds,
      source: filter.sources,
      host: filter.hosts,
    };
    const fits = (link: CollectedLink, field: Field) =>
      chosen[field].size === 0 || chosen[field].has(link[field]);

    function listFacets<T extends string>(field: Field, values: readonly T[]): readonly Facet<T>[] {
      const others = fields.filter((other) => other !== field);
      const counted = found.filter((link) => others.every((other) => fits(link, other)));
      const byValue = Map.groupBy(counted, (link): string => link[field]);
      return values.map((value) => ({ value, count: byValue.get(value)?.length ?? 0 }));
    }

    return {
      links: found.filter((link) => fields.every((field) => fits(link, field))),
      isClosest,
      kinds: listFacets('kind', kinds),
      sources: listFacets('source', sources),
      hosts: listFacets('host', hosts),
    };
  };
}

/** Limits the work per key press. */
const maxVocabulary = 30_000;
const maxSimilar = 8;
/** In characters. When matching with typos, shorter words such as "in" are ignored. */
const minLength = 3;

/** If no text has all words and none of the excluded ones, finds texts with similar words. */
function createTextSearch(texts: readonly string[]) {
  let vocabulary: readonly string[] | null = null;
  const known = new Map<string, readonly string[]>();

  function findSimilar(word: string): readonly string[] {
    const stored = known.get(word);
    if (stored) return stored;
    vocabulary ??= [...new Set(texts.flatMap(splitParts))].slice(0, maxVocabulary);
    const limit = maxChanges(word);
    const similar = vocabulary
      .filter((other) => limit > 0 && Math.abs(other.length - word.length) <= limit)
      .map((other) => ({ other, distance: measureDistance(word, other, limit) }))
      .filter(({ distance }) => distance <= limit)
      .sort((one, two) => one.distance - two.distance)
      .slice(0, maxSimilar);
    const words = [word, ...similar.map(({ other }) => other)];
    known.set(word, words);
    return words;
  }

  return (typed: string): { readonly rows: readonly number[]; readonly isClosest: boolean } => {
    const { words, excluded } = splitExclusions(typed);
    const allowed = [...texts.keys()].filter((row) => !excluded.some((word) => texts[row]?.includes(word)));
    const withAll = (choices: readonly (readonly string[])[]) =>
      allowed.filter((row) => choices.every((choice) => choice.some((word) => texts[row]?.includes(word))));
    const exact = withAll(words.map((word) => [word]));
    if (exact.length > 0 || allowed.length === 0) return { rows: exact, isClosest: false };
    const parts = words.flatMap(splitParts).filter((part) => part.length >= minLength);
    if (!parts.some((part) => maxChanges(part) > 0)) return { rows: [], isClosest: false };
    const rows = withAll(parts.map(findSimilar));
    return { rows, isClosest: rows.length > 0 };
  };
}

const splitParts = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
