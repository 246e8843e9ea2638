import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { RenamePattern } from '../../lib/titles/make-titles.ts';
import type { ParsedPaste } from '../field/read-pasted.ts';
import type { Feedback } from '../notice/useFeedback.ts';

/** Titles from a pattern, and the pattern, even if it isn't applied. */
export interface PatternTitles {
  readonly pattern?: RenamePattern | undefined;
  readonly titles?: Readonly<Record<string, string>> | undefined;
}

export interface LinksInput extends PatternTitles {
  readonly text: string;
  /** For a single link. */
  readonly title: string;
  /** Folder ids mean nothing in another account. */
  readonly choice: { readonly accountId: string; readonly folder: FolderRef } | null;
  /** The account whose upload left the text over. Other accounts see an empty box. */
  readonly leftOverBy?: string | undefined;
  /** The user's ticks, by address. */
  readonly ticks?: Readonly<Record<string, boolean>>;
}

export interface AddTarget {
  /** Stays the same if another account is selected meanwhile. */
  readonly accountId: string;
  readonly feedback: Feedback;
  /** Shows the notice about sent links instead of the form. */
  readonly noticeFeedback?: Feedback;
  readonly newFolderName?: string | undefined;
  /** Changed at once, because the popup may close before the next render. */
  readonly input: { current: LinksInput };
}

export const emptyInput: LinksInput = { text: '', title: '', choice: null };

/** The input, without text that another account's upload left over. */
export const getOwnInput = (input: LinksInput, accountId: string): LinksInput =>
  (input.leftOverBy ?? accountId) === accountId ? input : { ...emptyInput, choice: input.choice };

export const isTickDecided = ({ url }: { readonly url: string }, { ticks }: LinksInput): boolean =>
  ticks?.[url] !== undefined;

/** Doubtful links start unticked. */
export const isTicked = (
  { url }: { readonly url: string },
  { doubts }: Pick<ParsedPaste, 'doubts'>,
  { ticks }: LinksInput,
): boolean => ticks?.[url] ?? !doubts.has(url);

/** A typed title is for a single link, a pattern for several. */
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

export function typedTitles(links: readonly LinkDraft[]): Readonly<Record<string, string>> {
  return Object.fromEntries(links.flatMap(({ url, typedTitle }) => (typedTitle ? [[url, typedTitle]] : [])));
}
