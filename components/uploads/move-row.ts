/** Keeps the popup's first load small. */
import type { Account } from '../../lib/accounts/account.ts';
import { type UploadItem, unreadId } from '../../lib/uploads/upload-items.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { format, t } from '../text.ts';

export type MoveDirection = 'up' | 'down' | 'first' | 'last';

interface Move {
  readonly ids: readonly [string];
  /** Null: to the end. */
  readonly beforeId: string | null;
  /** Starts at 1. */
  readonly position: number;
}

/** Used until the queue is read again. */
export function applyMove(queue: readonly string[], { ids: [id], position }: Move): readonly string[] {
  return queue.filter((other) => other !== id).toSpliced(position - 1, 0, id);
}

/** Null if the upload isn't queued, or can't move further. `queue` has the ids in order. */
export function planMove(queue: readonly string[], id: string, direction: MoveDirection): Move | null {
  const at = queue.indexOf(id);
  const to = { up: at - 1, down: at + 1, first: 0, last: queue.length - 1 }[direction];
  if (at === -1 || to === at || to < 0 || to >= queue.length) return null;
  const others = queue.filter((other) => other !== id);
  const beforeId = others[to] ?? null;
  return beforeId === unreadId ? null : { ids: [id], beforeId, position: to + 1 };
}

interface QueueState {
  readonly account: Account;
  readonly feedback: Feedback;
  readonly send: PageApi['send'];
  readonly ids: readonly string[];
  /** A second move starts from the first one's result, even before that is read back. */
  readonly ahead: { from: readonly string[]; to: readonly string[]; pending: number };
}

export async function moveRow(
  { account, feedback, send, ids, ahead }: QueueState,
  { upload, title }: UploadItem,
  direction: MoveDirection,
): Promise<void> {
  if (ahead.pending === 0 && String(ahead.from) !== String(ids)) Object.assign(ahead, { from: ids, to: ids });
  const move = planMove(ahead.to, upload.id, direction);
  if (move === null) return;
  Object.assign(ahead, { to: applyMove(ahead.to, move), pending: ahead.pending + 1 });
  const request = { accountId: account.id, ids: move.ids, beforeId: move.beforeId };
  const { position: at } = move;
  const total = ids.length;
  const isDone = await feedback.run(send('uploads.reorder', request), () => ({
    tone: 'good',
    text: t('queue.moved', { title, place: format.number(at), total: format.number(total) }),
    about: { ids: [upload.id], position: { at, total } },
  }));
  ahead.pending -= 1;
  if (!isDone) ahead.to = ahead.from;
}
