/** The titles that the user gives to links. Pure. */
import type { LinkDraft } from '../../lib/links/link.ts';

/** A title is typed for one link only. */
export function withTitle(links: readonly LinkDraft[], title: string): readonly LinkDraft[] {
  return links.length === 1 && title !== '' ? links.map((link) => ({ ...link, typedTitle: title })) : links;
}

/** By address. */
export function typedTitles(links: readonly LinkDraft[]): Readonly<Record<string, string>> {
  return Object.fromEntries(links.flatMap(({ url, typedTitle }) => (typedTitle ? [[url, typedTitle]] : [])));
}
