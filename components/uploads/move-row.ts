/** Moves a waiting upload in the queue, and says where it is then. Loaded when it is needed: the popup's first load does without. */
import type { Account } from '../../lib/accounts/account.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import type { Services } from '../services.ts';
import { format, t } from '../text.ts';
import { applyMove, type MoveDirection, planMove } from './moves.ts';
import type { Row } from './rows.ts';

export interface QueueState {
  readonly account: Account;
  readonly outcome: Outcome;
  readonly send: Services['send'];
  /** Ids of the uploads that wait. */
  readonly ids: readonly string[];
  /** Id of the upload that was moved last. */
  readonly moved: { current: string | null };
  /** A second move may come before the first can be read: it starts from where that one leads. */
  readonly ahead: { from: readonly string[]; to: readonly string[]; pending: number };
}

/** Does nothing where it has nowhere to go. */
export async function moveRow(
  { account, outcome, send, ids, moved, ahead }: QueueState,
  { upload, title }: Row,
  direction: MoveDirection,
): Promise<void> {
  if (ahead.pending === 0 && String(ahead.from) !== String(ids)) Object.assign(ahead, { from: ids, to: ids });
  const move = planMove(ahead.to, upload.id, direction);
  if (move === null) return;
  moved.current = upload.id;
  Object.assign(ahead, { to: applyMove(ahead.to, move), pending: ahead.pending + 1 });
  const request = { accountId: account.id, ids: move.ids, beforeId: move.beforeId };
  const [place, total] = [format.number(move.position), format.number(ids.length)];
  const isDone = await outcome.run(send('uploads.reorder', request), () =>
    t('queue.moved', { title, place, total }),
  );
  ahead.pending -= 1;
  if (!isDone) ahead.to = ahead.from;
}
