/**
 * A notice about uploads describes the moment it is shown: "12 links are queued", "Sending … again". It lists these uploads. Once they have
 * ended, the notice is replaced by where they are now, or removed. Pure.
 */
import { hasEnded, type UploadItem, type UploadItemState } from '../../lib/uploads/upload-items.ts';
import { folderName } from '../folders/name.ts';
import { joinSentences, t } from '../text.ts';

export interface AboutUploads {
  readonly ids: readonly string[];
  /** What the notice says about the queue being paused. */
  readonly isPaused?: boolean;
  /** They were just added, and aren't listed at first. */
  readonly isNew?: boolean;
  /** Other sentences of the notice, which stay. */
  readonly others?: string;
  /** What the notice says about the position of its only upload in the queue. */
  readonly position?: QueuePosition;
}

/** Starts at 1. */
export interface QueuePosition {
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
  /** The uploads of the notice before it was corrected. */
  readonly uploadIds?: readonly string[] | undefined;
}

type SeenStates = ReadonlyMap<string, { readonly first: UploadItemState; readonly hasMoved: boolean }>;

export const noSeenStates: SeenStates = new Map();

export function recordStates(
  { ids }: AboutUploads,
  seen: SeenStates,
  rows: readonly UploadItem[],
): SeenStates {
  return new Map(
    ids.flatMap((id) => {
      const state = rows.find(({ upload }) => upload.id === id)?.state;
      const known = seen.get(id);
      if (known === undefined) return state === undefined ? [] : [[id, { first: state, hasMoved: false }]];
      return [[id, { ...known, hasMoved: known.hasMoved || (state !== undefined && state !== known.first) }]];
    }),
  );
}

/**
 * The notice as it is true now. Null if nothing is left to say.
 *
 * @param rows one for each copy of a link
 */
export function correctNotice<Notice extends CorrectableNotice>(
  notice: Notice,
  seen: SeenStates,
  rows: readonly UploadItem[],
): Notice | null {
  const { about } = notice;
  if (about === undefined) return notice;
  const own = rows.filter(({ upload }) => about.ids.includes(upload.id));
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

/** The upload's position among those that wait. Null if it doesn't wait. */
export function queuePositionOf(id: string, rows: readonly UploadItem[]): QueuePosition | null {
  const waiting = rows.filter(({ state, owner }) => state === 'waiting' && !owner);
  const at = waiting.findIndex(({ upload }) => upload.id === id) + 1;
  return at === 0 ? null : { at, total: waiting.length };
}

/** Where the uploads are. Null if some failed, or if they are in several folders. */
function arrivedText(rows: readonly UploadItem[]): string | null {
  const [first] = rows;
  if (first === undefined || rows.some(({ state }) => state !== 'done')) return null;
  const folder = folderName(first.upload.folder);
  if (rows.length === 1) return t('uploads.announce.done', { title: first.title, folder });
  const isOne = rows.every(({ upload }) => upload.folder.id === first.upload.folder.id);
  return isOne ? t('activity.done', { folder }) : null;
}
