/** Adds links from text pasted or dropped outside a form. Loaded on demand. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { isBesideLink } from '../../lib/links/read-links.ts';
import type { AddOutcome } from '../../lib/protocol.ts';
import { chooseText, maxUnseen, type ParsedPaste, readAnyLength } from '../field/read-pasted.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { nothingNotice, sentNotice } from './wording.ts';

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
  { send, now }: Pick<PageApi, 'send' | 'now'>,
): Promise<void> {
  const { accountId, defaultFolder, isPrivate, feedback } = target;
  const folder = target.folder ?? undefined;
  const badLines = leftOut.flatMap((each) => (isBesideLink(each) ? [] : each.text));
  if (links.length === 0) return feedback.show(nothingNotice(badLines));
  const addLinks = (
    drafts: readonly LinkDraft[],
    invalid: readonly string[],
    anyway: boolean,
    only?: AddOutcome['heldBy'],
  ): Promise<boolean> =>
    feedback.run(
      send('links.send', { accountId, links: drafts, folder, anyway, only, private: isPrivate }),
      (sent) =>
        sentNotice(
          { ...sent, invalid: [...sent.invalid, ...invalid] },
          folder ?? defaultFolder,
          () => {
            const duplicates = new Set(sent.duplicates);
            const held = drafts.filter(({ url }) => duplicates.has(url));
            return addLinks(held, [], true, sent.heldBy);
          },
          { accountId, send, now, feedback, links: drafts },
        ),
    );
  await addLinks(links, badLines, false);
}
