/** Announces the list's changes to screen readers. */

import type { UploadItem, UploadItemState } from '../../lib/uploads/upload-items.ts';
import { withMoreCount } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import { joinFacts, joinSentences, t } from '../text.ts';

interface Announcement {
  readonly kind: 'accepted' | 'done' | 'failed' | 'refused' | 'uncertain';
  readonly item: UploadItem;
}

const kinds: Partial<Record<UploadItemState, Announcement['kind']>> = {
  pending: 'accepted',
  working: 'accepted',
  other: 'accepted',
  verifying: 'accepted',
  unreported: 'accepted',
  done: 'done',
  failed: 'failed',
  vanished: 'failed',
  refused: 'refused',
  'folder-gone': 'refused',
  uncertain: 'uncertain',
};

/** A failure is announced only once the fallback was tried. */
const getKind = ({ upload, state }: UploadItem): Announcement['kind'] | undefined =>
  upload.isFailureHidden ? 'accepted' : kinds[state];

/** Only for uploads in both lists. */
export function findAnnouncements(
  before: readonly UploadItem[],
  after: readonly UploadItem[],
): readonly Announcement[] {
  const kindsBefore = new Map(before.map((item) => [item.upload.id, getKind(item)]));
  return after.flatMap((item) => {
    const kind = getKind(item);
    const wasListed = kindsBefore.has(item.upload.id);
    const kindBefore = kindsBefore.get(item.upload.id);
    // The service already has a restarted transfer.
    const isAnnounced = kindBefore === kind || (kind === 'accepted' && kindBefore === 'failed');
    return !wasListed || kind === undefined || isAnnounced ? [] : [{ kind, item }];
  });
}

/** The rest are only counted. */
const maxSentences = 3;

/** Says each sentence once. Empty if nothing changed. */
export function announceChanges(before: readonly UploadItem[], after: readonly UploadItem[]): string {
  const notesBefore = new Map(before.map(({ upload, note }) => [upload.id, note]));
  const moved = after.flatMap(({ upload: { id }, title, note }) =>
    note && notesBefore.has(id) && notesBefore.get(id) !== note ? joinFacts([title, note]) : [],
  );
  const changed = findAnnouncements(before, after).map(({ kind, item: { title, upload } }) =>
    t(`uploads.announce.${kind}`, { title, folder: folderName(upload.folder) }),
  );
  const sentences = [...moved, ...changed];
  const distinct = [...new Set(sentences)];
  const said = distinct.slice(0, maxSentences);
  return joinSentences(withMoreCount(said, distinct.length - said.length));
}
