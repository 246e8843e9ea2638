import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { RenamePattern } from '../../lib/titles/make-titles.ts';
import type { ParsedPaste } from '../field/read-pasted.ts';
import type { Feedback } from '../notice/useFeedback.ts';

/** Titles that a pattern made, and the pattern, also one that isn't applied. */
export interface PatternTitles {
  readonly pattern?: RenamePattern | undefined;
  /** By address. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
}

export interface LinksInput extends PatternTitles {
  readonly text: string;
  /** Of the one link. */
  readonly title: string;
  /** Of one account: in any other the folder would be another, or none. */
  readonly choice: { readonly accountId: string; readonly folder: FolderRef } | null;
  /** The account whose upload left the text: in any other the box is empty. */
  readonly leftBy?: string | undefined;
  /** Links that the user ticked or unticked, by address. */
  readonly ticks?: Readonly<Record<string, boolean>>;
}

export interface AddTarget {
  /** Where the links go, whatever account is chosen elsewhere meanwhile. */
  readonly accountId: string;
  readonly feedback: Feedback;
  /** Where the notice of what was sent stays, if not in the form. */
  readonly noticeFeedback?: Feedback;
  /** Offered for a new folder. */
  readonly newFolderName?: string | undefined;
  /** Kept while the form is not shown; changed at once, because the popup may be closed before it is drawn again. */
  readonly input: { current: LinksInput };
}

export const emptyInput: LinksInput = { text: '', title: '', choice: null };

/** The input as it is for an account: without what an upload into another one left over. */
export const getOwnInput = (input: LinksInput, accountId: string): LinksInput =>
  (input.leftBy ?? accountId) === accountId ? input : { ...emptyInput, choice: input.choice };

/** The user ticked or unticked it. */
export const isDecided = ({ url }: { readonly url: string }, { ticks }: LinksInput): boolean =>
  ticks?.[url] !== undefined;

/** Links without a doubt are ticked until the user decides. */
export const isTicked = (
  { url }: { readonly url: string },
  { doubts }: Pick<ParsedPaste, 'doubts'>,
  { ticks }: LinksInput,
): boolean => ticks?.[url] ?? !doubts.has(url);

/** A title is typed for one link only; a pattern makes those of many. */
export function withTitles(
  links: readonly LinkDraft[],
  title: string,
  { titles = {} }: PatternTitles,
): readonly LinkDraft[] {
  const typed = links.length === 1 ? title : '';
  return links.map((link) => {
    const typedTitle = typed || titles[link.url];
    return typedTitle ? { ...link, typedTitle } : link;
  });
}

/** By address. */
export function typedTitles(links: readonly LinkDraft[]): Readonly<Record<string, string>> {
  return Object.fromEntries(links.flatMap(({ url, typedTitle }) => (typedTitle ? [[url, typedTitle]] : [])));
}
