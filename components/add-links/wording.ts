import type { FolderRef } from '../../lib/folders/folder.ts';
import { titleFromAddress } from '../../lib/links/address-title.ts';
import type { AddOutcome } from '../../lib/protocol.ts';
import { namedList } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import type { NoticeAction, NoticeContent } from '../notice/notice-content.ts';
import { format, joinFacts, joinSentences, plural, t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';
import { createMoveAction, describeKnown, type MoveContext, moveKnown } from './known-links.ts';

/** Starts with what wasn't sent, because a single line is cut at the end. `folder` is used if the outcome names none. */
export function sentNotice(
  outcome: AddOutcome,
  folder: FolderRef,
  addAnyway: () => Promise<unknown>,
  undoing?: MoveContext,
): NoticeContent {
  const {
    queued,
    ids = [],
    undo = [],
    duplicates: held,
    known = [],
    invalid,
    folders = [folder],
    accounts = [],
  } = outcome;
  const { heldPrivate = [], heldBy } = outcome;
  const otherAccounts = accounts.some((account) => account !== null);
  const ofPrivate = new Set(heldPrivate);
  const duplicates = held.filter((url) => !ofPrivate.has(url));
  // Folders of two accounts can share a name.
  const locations = new Set(folders.map((each, at) => joinFacts([folderName(each), accounts[at] ?? null])));
  const sentences = [
    heldPrivate.length > 0 && t('source.private'),
    duplicates.length > 0 &&
      ((queued === 0 && describeKnown(known)) || duplicatesSentence(duplicates, queued)),
    invalid.length > 0 && invalidSentence(invalid),
    queued > 0 &&
      plural(heldBy ? 'send.queuedCopies' : 'send.queued', queued, { list: namedList([...locations]) }),
  ];
  const others = joinSentences(sentences.slice(0, -1));
  const about = queued > 0 && ids.length > 0 ? { ids, isNew: true, others } : undefined;
  const isWhole = held.length === 0 && invalid.length === 0;
  const text = joinSentences(sentences) || t('send.nothing');
  const undoneText = cancelledText(folders);
  const tone = isWhole && queued > 0 ? 'good' : 'warn';
  const recorded = undoing && recordChange(undoing, { tone, text, about, undoneText }, undo);
  const changeFolder = undoing && undo.length > 0 ? [createChangeFolder(undoing, ids)] : [];
  if (held.length === 0) return { ...(recorded ?? { tone, text, about }), more: changeFolder };
  const label = t(duplicates.length > 0 ? 'send.anyway' : 'uploads.throughService');
  const [to, ...otherFolders] = otherAccounts ? [] : folders;
  const move =
    undoing && to && otherFolders.length === 0
      ? createMoveAction(known, to, (links) => moveKnown(undoing, to, links))
      : null;
  const more = [...(move ? [move] : changeFolder), ...(recorded?.action ? [recorded.action] : [])];
  const uploadIds = queued === 0 ? known.map(({ id }) => id) : [];
  return {
    ...{ tone, text, about, more, action: { label, onClick: addAnyway } },
    ...(move && { isQuestion: true }),
    ...(uploadIds.length > 0 && { uploadIds }),
  };
}

const createChangeFolder = ({ pageApi, feedback }: UndoContext, ids: readonly string[]): NoticeAction => ({
  icon: 'rename',
  label: t('uploads.changeFolder'),
  onClick: () => feedback.run(pageApi.send('uploads.chooseAnew', { ids }), () => null),
});

export const cancelledText = (folders: readonly FolderRef[]): string =>
  t('activity.cancelled', { folder: folders.map(folderName).join(', ') });

function duplicatesSentence(duplicates: readonly string[], queued: number): string {
  const list = namedList(duplicates.map(titleFromAddress));
  if (queued === 0) return plural('send.allDuplicates', duplicates.length, { list });
  const total = format.number(queued + duplicates.length);
  return plural('send.duplicates', duplicates.length, { list, total });
}

/** @param badLines what was pasted instead of links */
export const nothingNotice = (badLines: readonly string[]): NoticeContent => ({
  tone: 'warn',
  text: badLines.length > 0 ? invalidSentence(badLines) : t('send.nothing'),
});

const invalidSentence = (texts: readonly string[]) =>
  plural('send.invalid', texts.length, { list: namedList(texts) });
