/**
 * "12 links are queued" is true only when it is shown. Once the uploads have ended, the notice says where they are, or disappears. Pure.
 */
import {
  countLinks,
  hasEnded,
  type UploadItem,
  type UploadItemState,
} from '../../lib/uploads/upload-items.ts';
import { folderName } from '../format/names.ts';
import { joinSentences, t } from '../text.ts';

export interface AboutUploads {
  readonly ids: readonly string[];
  /** The notice says that the queue is paused. */
  readonly isPaused?: boolean;
  /** Just added, so they may not be listed yet. */
  readonly isNew?: boolean;
  /** Other sentences, which stay. */
  readonly others?: string;
  /** As the notice says it, for a single upload. */
  readonly position?: QueuePosition;
}

interface QueuePosition {
  readonly at: number;
  readonly total: number;
}

interface Action {
  readonly isCancelAction?: boolean;
}

export interface CorrectableNotice {
  readonly text: string;
  readonly action?: Action | undefined;
  readonly more?: readonly Action[] | undefined;
  readonly about?: AboutUploads | undefined;
  /** Of the notice before it was corrected. */
  readonly uploadIds?: readonly string[] | undefined;
}

type SeenStates = ReadonlyMap<string, { readonly first: UploadItemState; readonly hasMoved: boolean }>;

export const noSeenStates: SeenStates = new Map();

export function recordStates(
  { ids }: AboutUploads,
  seen: SeenStates,
  items: readonly UploadItem[],
): SeenStates {
  return new Map(
    ids.flatMap((id) => {
      const state = items.find(({ upload }) => upload.id === id)?.state;
      const known = seen.get(id);
      if (known === undefined) return state === undefined ? [] : [[id, { first: state, hasMoved: false }]];
      return [[id, { ...known, hasMoved: known.hasMoved || (state !== undefined && state !== known.first) }]];
    }),
  );
}

/**
 * Null if nothing is left to say.
 *
 * @param items one for each copy of a link
 */
export function correctNotice<Notice extends CorrectableNotice>(
  notice: Notice,
  seen: SeenStates,
  items: readonly UploadItem[],
): Notice | null {
  const { about } = notice;
  if (about === undefined) return notice;
  const own = items.filter(({ upload }) => about.ids.includes(upload.id));
  const isNews = about.isNew || [...seen.values()].some(({ hasMoved }) => hasMoved);
  if (own.length === 0 || own.length < seen.size || !isNews) return notice;
  if (about.isNew && own.length < about.ids.length) return notice;
  if (!own.every(({ state }) => hasEnded(state))) return notice;
  const text = joinSentences([about.others ?? null, arrivedText(own)]);
  return text === ''
    ? null
    : { ...withoutCancelActions(notice), about: undefined, uploadIds: about.ids, text };
}

export function withoutCancelActions<Notice extends CorrectableNotice>(notice: Notice): Notice {
  const { action, more = [] } = notice;
  const left = more.filter(({ isCancelAction }) => !isCancelAction);
  if (!action?.isCancelAction && left.length === more.length) return notice;
  return { ...notice, action: action?.isCancelAction ? undefined : action, more: left };
}

/** Null if the upload doesn't wait. */
export function findQueuePosition(id: string, items: readonly UploadItem[]): QueuePosition | null {
  const waiting = items.filter(({ state, owner }) => state === 'waiting' && !owner);
  const at = waiting.findIndex(({ upload }) => upload.id === id);
  return at === -1 ? null : { at: countLinks(waiting.slice(0, at)) + 1, total: countLinks(waiting) };
}

/** Null if some failed or their folders differ. */
function arrivedText(items: readonly UploadItem[]): string | null {
  const [first] = items;
  if (first === undefined || items.some(({ state }) => state !== 'done')) return null;
  const folder = folderName(first.upload.folder);
  if (items.length === 1) return t('uploads.announce.done', { title: first.title, folder });
  const isOne = items.every(({ upload }) => upload.folder.id === first.upload.folder.id);
  return isOne ? t('activity.done', { folder }) : null;
}
