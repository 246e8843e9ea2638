/** Progress of uploads sent together. Pure. */

import {
  countLinks,
  getRank,
  hasEnded,
  hasFailed,
  isSilent,
  type UploadItem,
} from '../../lib/uploads/upload-items.ts';
import type { Batch } from './groups.ts';

/** The list keeps at most this many uploads that are done. */
const maxDone = 200;

export function measureBatch({ members }: Batch, items: readonly UploadItem[], nowMs: number) {
  const { id, size = 0 } = members[0]?.upload.batch ?? {};
  const all = items.filter(({ upload: { batch } }) => batch?.id === id);
  const isCut = items.filter(({ state }) => state === 'done').length >= maxDone;
  // Removed uploads don't count. If the list is cut off, the missing ones are done.
  return measureMembers(all, nowMs, isCut ? size : countLinks(all));
}

/** `share` is between 0 and 1. Ended uploads count in full, active ones by their progress. */
export function measureMembers(all: readonly UploadItem[], nowMs: number, total = countLinks(all)) {
  const failed = all.filter(({ state }) => hasFailed(state)).length;
  const underWay = all.filter(({ state }) => !hasEnded(state));
  const done = total - failed - countLinks(underWay);
  const partly = underWay.reduce(
    (sum, { state, progress }) => sum + (state === 'verifying' ? 1 : (progress?.share ?? 0)),
    0,
  );
  return {
    total,
    done,
    failed,
    share: total === 0 ? 0 : (done + failed + partly) / total,
    isMoving: underWay.some((item) => getRank(item) === 0 && !isSilent(item, nowMs)),
  };
}
