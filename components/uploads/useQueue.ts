/** What can be done with an account's queue: pause, resume, reorder, export. Each ends in a notice. */
import { useMemo, useRef } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { format, plural, t } from '../text.ts';
import type { MoveDirection } from './moves.ts';
import type { Row } from './rows.ts';

export type Queue = ReturnType<typeof useQueue>;

export function useQueue(account: Account, rows: readonly Row[], outcome: Outcome) {
  const { send, now } = useServices();
  const moved = useRef<string | null>(null);
  const ids = useMemo(
    () => rows.filter(({ state }) => state === 'waiting').map(({ upload }) => upload.id),
    [rows],
  );
  // A second move may come before the first can be read: it starts from where that one leads.
  const ahead = useRef({ from: ids, to: ids, pending: 0 }).current;

  /** Says where the row is then; does nothing where it has nowhere to go. */
  async function move({ upload, title }: Row, direction: MoveDirection): Promise<void> {
    // Loaded when it is needed: the popup's first load does without.
    const { applyMove, planMove } = await import('./moves.ts');
    if (ahead.pending === 0 && String(ahead.from) !== String(ids))
      Object.assign(ahead, { from: ids, to: ids });
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

  return {
    /** Ids of the uploads that wait, in the order in which they are sent. */
    ids,
    /** Id of the upload that was moved last: its row keeps the focus. */
    moved,
    pause: () => outcome.run(send('uploads.pause', {}), () => t('queue.nowPaused')),
    resume: () => outcome.run(send('uploads.resume', {}), () => t('queue.nowResumed')),
    move,
    exportText: () =>
      outcome.run(
        import('./export-queue.ts').then(({ exportQueue }) => exportQueue(account, rows, now())),
        (exported) => plural('queue.exported', exported),
      ),
  };
}
