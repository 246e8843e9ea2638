/** The outbox of an account as a list of transfers uses it: pause, resume, move, export. Every deed ends in a notice. */
import { useMemo, useRef } from 'preact/hooks';
import { type Account, accountName } from '../../lib/accounts/account.ts';
import { dates } from '../dates.ts';
import { folderName } from '../folders/name.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { format, plural, t } from '../text.ts';
import type { Row } from '../transfers/rows.ts';
import { statusOf } from '../transfers/status.ts';
import { downloadText, fileName } from './download.ts';
import { linksText } from './links-text.ts';
import { type Direction, moveOf, queueAfter } from './moves.ts';

export interface LiveOutbox {
  /** Ids of the links that wait, in the order in which they go out. */
  readonly queue: readonly string[];
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Does nothing where the row has nowhere to go. */
  readonly move: (row: Row, direction: Direction) => Promise<void>;
  readonly save: () => void;
  /** Key of the row that was moved last: it takes its focus along. */
  readonly moved: { current: string | null };
}

export function useOutbox(account: Account, rows: readonly Row[], outcome: Outcome): LiveOutbox {
  const { send, now } = useServices();
  const moved = useRef<string | null>(null);
  const queue = useMemo(() => queueOf(rows), [rows]);
  // A second move may come before the first can be read: then it goes on from where that one leads.
  const ahead = useRef({ from: queue, to: queue, pending: 0 });
  return {
    queue,
    moved,
    async pause() {
      await outcome.run(send('outbox.pause', {}), () => t('outbox.nowPaused'));
    },
    async resume() {
      await outcome.run(send('outbox.resume', {}), () => t('outbox.nowResumed'));
    },
    async move({ key, itemId, title }, direction) {
      const state = ahead.current;
      if (state.pending === 0 && !isSame(state.from, queue)) Object.assign(state, { from: queue, to: queue });
      const move = itemId === null ? null : moveOf(state.to, itemId, direction);
      if (move === null) return;
      moved.current = key;
      Object.assign(state, { to: queueAfter(state.to, move), pending: state.pending + 1 });
      const { ids, beforeId } = move;
      const [place, total] = [format.number(move.place), format.number(queue.length)];
      const isDone = await outcome.run(send('outbox.reorder', { ids, beforeId }), () =>
        t('outbox.moved', { title, place, total }),
      );
      state.pending -= 1;
      if (!isDone) state.to = state.from;
    },
    save() {
      const held = rows.filter(({ itemId }) => itemId !== null);
      const heading = plural('outbox.exportHeading', held.length, {
        account: accountName(account),
        when: dates.full(now()),
      });
      const links = held.map((row) => ({
        url: row.url,
        remarks: [row.title, folderName(row.folder), statusOf(row, now()).text],
      }));
      downloadText(fileName('outbox', now()), linksText(heading, links));
      outcome.show({ tone: 'good', text: plural('outbox.exported', held.length) });
    },
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}

function queueOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ state, itemId }) => (state.kind === 'waiting' && itemId !== null ? [itemId] : []));
}
