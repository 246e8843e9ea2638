/** What is typed and chosen in a form for links. */
import type { FolderRef } from '../../lib/folders/folder.ts';

export interface SendInput {
  readonly text: string;
  /** Of the one link. */
  readonly title: string;
  /** It belongs to its account: in any other one the folder would be another, or none. */
  readonly choice: { readonly accountId: string; readonly folder: FolderRef } | null;
}

export const emptyInput: SendInput = { text: '', title: '', choice: null };
