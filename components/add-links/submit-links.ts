/** Loaded on demand. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { isBesideLink, type LeftOut } from '../../lib/links/read-links.ts';
import type { AddOutcome } from '../../lib/protocol.ts';
import { type ParsedPaste, readAnyLength } from '../field/read-pasted.ts';
import type { UndoContext } from '../undo/undo.ts';
import { type AddTarget, isTickDecided, isTicked, type LinksInput, withTitles } from './links-input.ts';
import { nothingNotice, sentNotice } from './wording.ts';

interface AddingContext extends Pick<AddTarget, 'accountId' | 'feedback' | 'noticeFeedback'> {
  readonly pageApi: UndoContext['pageApi'];
  readonly isPrivate: boolean;
  readonly defaultFolder: FolderRef;
  /** Read for each request, because the user may choose another folder before sending again. */
  readonly findChosen: () => FolderRef | undefined;
}

interface LinksFormContext extends AddingContext, Pick<AddTarget, 'input'> {
  readonly change: (part: Partial<LinksInput>) => void;
  readonly submitted: LinksInput;
  /** What the form shows, which may be older than the input. */
  readonly known: { readonly text: string; readonly parsed?: ParsedPaste | null | undefined };
}

interface Adding {
  /** Gets the links that were held back. */
  readonly onSent?: ((held: readonly LinkDraft[]) => void) | undefined;
  /** Lines without a link, for the notice. */
  readonly badLines?: readonly string[];
  readonly anyway?: boolean;
  readonly only?: AddOutcome['heldBy'] | undefined;
}

export function addDrafts(
  context: AddingContext,
  drafts: readonly LinkDraft[],
  { onSent, badLines = [], anyway = false, only }: Adding = {},
): Promise<boolean> {
  const { pageApi, accountId, isPrivate, defaultFolder, findChosen, feedback } = context;
  const undoing = {
    ...{ account: { id: accountId }, pageApi, feedback: context.noticeFeedback ?? feedback, links: drafts },
    onMoved: () => onSent?.([]),
  };
  const folder = findChosen();
  const sending = pageApi.send('links.send', {
    accountId,
    links: drafts,
    folder,
    anyway,
    only,
    private: isPrivate,
  });
  return feedback.run(sending, (sent) => {
    const duplicates = new Set(sent.duplicates);
    const held = drafts.filter(({ url }) => duplicates.has(url));
    onSent?.(held);
    const addAnyway = () => addDrafts(context, held, { onSent, anyway: true, only: sent.heldBy });
    const outcome = { ...sent, invalid: [...sent.invalid, ...badLines] };
    return sentNotice(outcome, folder ?? defaultFolder, addAnyway, undoing);
  });
}

/** A line with a link is added without the rest of it. */
export const listBadLines = (leftOut: readonly LeftOut[]): readonly string[] =>
  leftOut.flatMap((each) => (isBesideLink(each) ? [] : each.text));

export async function submitLinks(context: LinksFormContext): Promise<boolean> {
  const { accountId, input, change, feedback, submitted: own } = context;
  const { text, title } = own;
  const { known } = context;
  const parsed = (known.text === text && known.parsed) || (await readAnyLength(text));
  const { links, leftOut } = parsed;
  const badLines = listBadLines(leftOut);
  const ticked = links.filter((link) => isTicked(link, parsed, own));
  const drafts = withTitles(ticked, title, own);
  if (drafts.length === 0) {
    feedback.show(nothingNotice(links.length > 0 ? [] : badLines));
    return false;
  }
  // The rest of a cut-off link is a line without a link.
  const cut = links.filter((link) => parsed.doubts.get(link.url) === 'cut' && !isTickDecided(link, own));
  let left = text;
  // Held-back and cut-off links and invalid lines stay in the box, unless the user changed it. After a failure, everything stays.
  const onSent = (held: readonly LinkDraft[]) => {
    const before = left;
    left = [...[...held, ...cut].map(({ url }) => url), ...badLines].join('\n');
    if (input.current.text === before) change({ text: left, leftOverBy: accountId, ticks: {} });
    if (held[0]) return;
    if (input.current.title === title) change({ title: '' });
    if (input.current.titles === own.titles) change({ titles: undefined, pattern: undefined });
  };
  await addDrafts(context, drafts, { onSent });
  return true;
}
