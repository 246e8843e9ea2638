/** Adds links from text pasted or dropped outside a form. Loaded on demand. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import { chooseText, maxUnseen, type ParsedPaste, readAnyLength } from '../field/read-pasted.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { addDrafts, listBadLines } from './submit-links.ts';
import { nothingNotice } from './wording.ts';

export interface LinkTarget {
  readonly accountId: string;
  /** If null, the user's rules choose, then the default folder. */
  readonly folder: FolderRef | null;
  readonly defaultFolder: FolderRef;
  readonly isPrivate: boolean;
  readonly feedback: Feedback;
}

/** @param given dropped or copied text, by media type */
export function readText(given: Readonly<Record<string, string>>): string {
  const { 'text/html': html = '', 'text/plain': plain = '', 'text/uri-list': addresses = '' } = given;
  // Comments in `text/uri-list` start with `#`.
  const listed = addresses.replaceAll(/^#.*$/gm, '').trim();
  return html.includes('href') ? chooseText(plain || listed, html) : plain || listed;
}

/** Null if the links must be listed first. Dropped links were chosen, but a paste may have more than the user remembers. */
export async function readIfSeen(text: string, isPaste: boolean): Promise<ParsedPaste | null> {
  const parsed = await readAnyLength(text);
  const isUnseen = parsed.isUnclear || (isPaste && parsed.links.length > maxUnseen);
  return isUnseen ? null : parsed;
}

export async function addText(
  { links, leftOut }: ParsedPaste,
  target: LinkTarget,
  pageApi: Pick<PageApi, 'send' | 'now'>,
): Promise<void> {
  const { folder, ...others } = target;
  const badLines = listBadLines(leftOut);
  if (links.length === 0) return target.feedback.show(nothingNotice(badLines));
  await addDrafts({ ...others, pageApi, findChosen: () => folder ?? undefined }, links, { badLines });
}
