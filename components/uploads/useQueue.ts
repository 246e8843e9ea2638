/** What can be done with an account's queue: pause, resume, reorder, export. Each ends in a notice. */
import { useMemo, useRef } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { plural, t } from '../text.ts';
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
  const ahead = useRef({ from: ids, to: ids, pending: 0 }).current;

  const move = async (row: Row, direction: MoveDirection) =>
    (await import('./move-row.ts')).moveRow({ account, outcome, send, ids, moved, ahead }, row, direction);

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
