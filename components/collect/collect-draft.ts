/** The user's choice among the links of a page. It names links by index, because addresses that aren't sent must not be stored. Pure. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { CollectedLink } from '../../lib/links/collected-link.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { RenamePattern } from '../../lib/titles/make-titles.ts';
import type { PatternTitles } from '../add-links/links-input.ts';
import { type LinkFilter, noFilter } from './link-filter.ts';

export interface CollectChoices {
  /** Addresses. */
  readonly chosen: ReadonlySet<string>;
  readonly filter: LinkFilter;
  /** Null: the user's rules or the default folder. */
  readonly folder: FolderRef | null;
  readonly typed: Pick<LinkDraft, 'url' | 'typedTitle'> | null;
  readonly patternTitles: PatternTitles;
  readonly isPagesOpen: boolean;
}

const noChoices: CollectChoices = {
  chosen: new Set(),
  filter: noFilter,
  folder: null,
  typed: null,
  patternTitles: {},
  isPagesOpen: false,
};

interface StoredChoices {
  /** Number of links. The indexes are meaningless in another list. */
  readonly count: number;
  readonly chosen: readonly number[];
  readonly filter: { readonly text: string } & Readonly<Record<Facets, readonly string[]>>;
  readonly folder: FolderRef | null;
  readonly typed: readonly [index: number, title: string] | null;
  readonly pattern?: RenamePattern | undefined;
  readonly titles?: readonly (readonly [index: number, title: string])[] | undefined;
  readonly isPagesOpen: boolean;
}

type Facets = 'kinds' | 'sources' | 'hosts';

export function toDraft(choices: CollectChoices, links: readonly CollectedLink[]): StoredChoices {
  const { chosen, filter, folder, typed, patternTitles, isPagesOpen } = choices;
  const { pattern, titles } = patternTitles;
  const indexes = [...links.keys()];
  const urlAt = (index: number) => links[index]?.url ?? '';
  const typedAt = links.findIndex(({ url }) => url === typed?.url);
  return {
    count: links.length,
    chosen: indexes.filter((index) => chosen.has(urlAt(index))),
    filter: {
      text: filter.text,
      kinds: [...filter.kinds],
      sources: [...filter.sources],
      hosts: [...filter.hosts],
    },
    folder,
    typed: typed?.typedTitle && typedAt !== -1 ? [typedAt, typed.typedTitle] : null,
    pattern,
    titles:
      titles &&
      indexes.flatMap((index) => {
        const title = titles[urlAt(index)];
        return title === undefined ? [] : [[index, title] as const];
      }),
    isPagesOpen,
  };
}

export function fromDraft(draft: unknown, links: readonly CollectedLink[]): CollectChoices {
  if (draft === undefined) return noChoices;
  const { count, chosen, filter, folder, typed, pattern, titles, isPagesOpen } = draft as StoredChoices;
  const isSame = count === links.length;
  const urlAt = (index: number) => links[index]?.url ?? '';
  return {
    chosen: new Set(isSame ? chosen.map(urlAt) : []),
    filter: {
      text: filter.text,
      kinds: new Set(filter.kinds) as LinkFilter['kinds'],
      sources: new Set(filter.sources) as LinkFilter['sources'],
      hosts: new Set(filter.hosts),
    },
    folder,
    typed: isSame && typed ? { url: urlAt(typed[0]), typedTitle: typed[1] } : null,
    patternTitles: {
      pattern,
      titles:
        isSame && titles
          ? Object.fromEntries(titles.map(([index, title]) => [urlAt(index), title]))
          : undefined,
    },
    isPagesOpen,
  };
}
