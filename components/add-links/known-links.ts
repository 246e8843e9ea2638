/** Texts and actions for links that the account already has. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import { titleFromAddress } from '../../lib/links/address-title.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { KnownLink } from '../../lib/protocol.ts';
import { folderName } from '../format/names.ts';
import type { NoticeAction } from '../notice/notice-content.ts';
import { plural, t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';

/** Null if there are several links. */
export function describeKnown(known: readonly KnownLink[]): string | null {
  const [only, ...others] = known;
  return only && others.length === 0
    ? t(`picker.known.${only.state}`, { folder: folderName(only.folder) })
    : null;
}

/** Null if all links are already in the folder. */
export function createMoveAction(
  known: readonly KnownLink[],
  folder: FolderRef,
  move: (links: readonly KnownLink[]) => unknown,
): NoticeAction | null {
  const movable = known.filter((each) => each.folder.id !== folder.id);
  if (movable.length === 0) return null;
  return { label: t('picker.move', { folder: folderName(folder) }), onClick: () => move(movable) };
}

/** True for links in any state. */
export function describeMove(
  known: readonly KnownLink[],
  folder: FolderRef,
  links: readonly LinkDraft[],
): string {
  const to = { folder: folderName(folder) };
  const [first, ...others] = known;
  if (first === undefined || others.length > 0) return plural('bulk.doing.move', known.length, to);
  const typed = links.find(({ url }) => url === first.url)?.typedTitle;
  return t('uploads.outcome.moved', { title: typed || titleFromAddress(first.url), ...to });
}

export interface MoveContext extends UndoContext {
  /** With the titles that the user typed. */
  readonly links?: readonly LinkDraft[];
  readonly onMoved?: () => void;
}

/** Moves the links without asking, and gives them the titles that the user typed. */
export function moveKnown(
  context: MoveContext,
  folder: FolderRef,
  known: readonly KnownLink[],
): Promise<unknown> {
  const { pageApi, feedback, links = [], onMoved } = context;
  const typed = new Map(links.map((link) => [link.url, link.typedTitle]));
  const choices = known.map(({ id, url }) => {
    const title = typed.get(url);
    return { id, folder, ...(title && { title }) };
  });
  const text = describeMove(known, folder, links);
  return feedback.run(pageApi.send('uploads.choose', { choices }), ({ undo }) => {
    onMoved?.();
    return recordChange(context, { text, about: { ids: known.map(({ id }) => id) } }, undo);
  });
}
