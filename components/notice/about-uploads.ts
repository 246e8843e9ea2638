/**
 * A notice about uploads says what is so when it is shown: "12 links are queued", "Sending … again". It names these uploads, and is
 * corrected once they have ended since: to where they are now, or it goes. Pure.
 */
import { hasEnded, type UploadItem, type UploadItemState } from '../../lib/uploads/upload-items.ts';
import { folderName } from '../folders/name.ts';
import { joinSentences, t } from '../text.ts';

export interface AboutUploads {
  readonly ids: readonly string[];
  /** The notice says whether all uploads are paused. */
  readonly isPaused?: boolean;
  /** They are added, and not listed at first. */
  readonly isNew?: boolean;
  /** What the notice says beside that, which stays. */
  readonly others?: string;
  /** The notice says where in the queue the only upload is now. */
  readonly position?: QueuePosition;
}

/** From 1. */
export interface QueuePosition {
  readonly at: number;
  readonly total: number;
}

interface Action {
  readonly isTakeBack?: boolean;
}

/** Any notice. */
export interface Corrigible {
  readonly text: string;
  readonly action?: Action | undefined;
  readonly more?: readonly Action[] | undefined;
  readonly about?: AboutUploads | undefined;
  /** The uploads that it spoke of before it was corrected. */
  readonly uploadIds?: readonly string[] | undefined;
}

type Seen = ReadonlyMap<string, { readonly first: UploadItemState; readonly hasMoved: boolean }>;

/** What the notice has seen of its uploads so far. */
export const seenNothing: Seen = new Map();

export function noteSeen({ ids }: AboutUploads, seen: Seen, rows: readonly UploadItem[]): Seen {
  return new Map(
    ids.flatMap((id) => {
      const state = rows.find(({ upload }) => upload.id === id)?.state;
      const known = seen.get(id);
      if (known === undefined) return state === undefined ? [] : [[id, { first: state, hasMoved: false }]];
      return [[id, { ...known, hasMoved: known.hasMoved || (state !== undefined && state !== known.first) }]];
    }),
  );
}

/** The notice as it is true now; null: nothing is left to say. @param rows each copy of a link for itself */
export function correctNotice<Notice extends Corrigible>(
  notice: Notice,
  seen: Seen,
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
  return text === '' ? null : { ...withoutTakeBack(notice), about: undefined, uploadIds: about.ids, text };
}

/** The same notice where it has nothing that takes uploads back. */
export function withoutTakeBack<Notice extends Corrigible>(notice: Notice): Notice {
  const { action, more = [] } = notice;
  const left = more.filter(({ isTakeBack }) => !isTakeBack);
  if (!action?.isTakeBack && left.length === more.length) return notice;
  return { ...notice, action: action?.isTakeBack ? undefined : action, more: left };
}

/** Where an upload is among those that wait; null: it doesn't. */
export function queuePositionOf(id: string, rows: readonly UploadItem[]): QueuePosition | null {
  const waiting = rows.filter(({ state, owner }) => state === 'waiting' && !owner);
  const at = waiting.findIndex(({ upload }) => upload.id === id) + 1;
  return at === 0 ? null : { at, total: waiting.length };
}

/** Where they are; null where some have failed, or are in several folders. */
function arrivedText(rows: readonly UploadItem[]): string | null {
  const [first] = rows;
  if (first === undefined || rows.some(({ state }) => state !== 'done')) return null;
  const folder = folderName(first.upload.folder);
  if (rows.length === 1) return t('uploads.announce.done', { title: first.title, folder });
  const isOne = rows.every(({ upload }) => upload.folder.id === first.upload.folder.id);
  return isOne ? t('activity.done', { folder }) : null;
}
