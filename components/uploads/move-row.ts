/** Moves a row in the queue and says where it is then. Loaded with the first move. */
import type { Account } from '../../lib/accounts/account.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import type { Services } from '../services.ts';
import { format, t } from '../text.ts';
import { applyMove, type MoveDirection, planMove } from './moves.ts';
import type { Row } from './rows.ts';

/** What a move starts from. */
interface QueueState {
  readonly account: Account;
  readonly ids: readonly string[];
  /** Where moves lead whose result is not read yet. */
  readonly ahead: { from: readonly string[]; to: readonly string[]; pending: number };
  readonly moved: { current: string | null };
  readonly outcome: Outcome;
}

/** Does nothing where the row has nowhere to go. */
export async function moveRow(
  { account, ids, ahead, moved, outcome }: QueueState,
  send: Services['send'],
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
