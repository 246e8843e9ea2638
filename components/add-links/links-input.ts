import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';

export interface LinksInput {
  readonly text: string;
  /** Of the one link. */
  readonly title: string;
  /** Of one account: in any other the folder would be another, or none. */
  readonly choice: { readonly accountId: string; readonly folder: FolderRef } | null;
}

export const emptyInput: LinksInput = { text: '', title: '', choice: null };

/** A title is typed for one link only. */
export function withTitle(links: readonly LinkDraft[], title: string): readonly LinkDraft[] {
  return links.length === 1 && title !== '' ? links.map((link) => ({ ...link, typedTitle: title })) : links;
}

/** By address. */
export function typedTitles(links: readonly LinkDraft[]): Readonly<Record<string, string>> {
  return Object.fromEntries(links.flatMap(({ url, typedTitle }) => (typedTitle ? [[url, typedTitle]] : [])));
}
