/** How far uploads are that were sent together. Pure. */
import type { Batch } from './groups.ts';
import { hasEnded, ranks, type UploadItem } from './upload-items.ts';

export interface BatchProgress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Between 0 and 1: what has ended counts as a whole, what moves as far as it is. */
  readonly share: number;
  readonly isMoving: boolean;
}

/** The list holds no more of those that are done. */
const maxDone = 200;

export function measureBatch({ members }: Batch, rows: readonly UploadItem[]): BatchProgress {
  const { id, size = 0 } = members[0]?.upload.batch ?? {};
  const all = rows.filter(({ upload: { batch } }) => batch?.id === id);
  const failed = all.filter(({ state }) => state !== 'done' && hasEnded(state)).length;
  const open = all.filter(({ state }) => !hasEnded(state));
  const isCut = rows.filter(({ state }) => state === 'done').length >= maxDone;
  // Without what was removed; where the list is cut, what is missing has arrived.
  const total = isCut ? size : all.length;
  const done = total - failed - open.length;
  const partly = open.reduce(
    (sum, { state, progress }) => sum + (state === 'verifying' ? 1 : (progress?.share ?? 0)),
    0,
  );
  return {
    total,
    done,
    failed,
    share: total === 0 ? 0 : (done + failed + partly) / total,
    isMoving: open.some(({ state }) => ranks[state] === 0),
  };
}
