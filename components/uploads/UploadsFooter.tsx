/** Actions on all of an account's transfers, and on its queue. */
import { useRef, useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Question } from '../lazy-dialogs.ts';
import { createAction } from '../menu/action.ts';
import { Menu } from '../menu/Menu.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { format, joinSentences, t } from '../text.ts';
import { useFocusFallback } from '../useFocusFallback.ts';
import type { Row, RowState } from './rows.ts';
import type { Queue } from './useQueue.ts';
import './uploads-footer.css';

export interface UploadsFooterProps {
  readonly account: Account;
  readonly rows: readonly Row[];
  readonly outcome: Outcome;
  readonly queue: Queue;
  readonly isPaused: boolean;
}

/** Messages about all transfers, and what is said when they are carried out. */
const outcomes = {
  'uploads.restartFailed': 'uploads.outcome.restarted',
  'uploads.clearFailed': 'uploads.outcome.clearedFailed',
  'uploads.clearAll': 'uploads.outcome.clearedAll',
} as const;
type ActsOnAll = keyof typeof outcomes;

/** States of rows that are failed without a transfer at the service. */
const unsentStates: ReadonlySet<RowState> = new Set(['refused', 'vanished']);
/** States of rows that the service has a transfer for. */
const transferStates: ReadonlySet<RowState> = new Set(['pending', 'other', 'working', 'failed']);

/** Without the actions that would do nothing. */
export function UploadsFooter({ account, rows, outcome, queue, isPaused }: UploadsFooterProps) {
  const { send } = useServices();
  const [isAsking, setAsking] = useState(false);
  const countIn = (state: RowState) => rows.filter((row) => row.state === state).length;
  const unsent = rows.filter(({ state }) => unsentStates.has(state));
  const failed = countIn('failed');
  /** @param forUnsent what is asked for each failed row without a transfer */
  async function askForAll(message: ActsOnAll, forUnsent?: 'uploads.retry' | 'uploads.remove') {
    const isForService = message === 'uploads.clearAll' || failed > 0;
    const ofService = isForService ? send(message, { accountId: account.id }) : Promise.resolve({ msg: '' });
    const ofUnsent = forUnsent ? unsent.map(({ upload: { id } }) => send(forUnsent, { id })) : [];
    // One that fails keeps none of the others from being asked for.
    await Promise.allSettled([ofService, ...ofUnsent]);
    await Promise.all([ofService, ...ofUnsent]);
    return ofService;
  }
  const act = (message: ActsOnAll, forUnsent?: 'uploads.retry' | 'uploads.remove') =>
    outcome.run(askForAll(message, forUnsent), ({ msg }) => withAnswer(t(outcomes[message]), msg));
  const clearFinished = () =>
    outcome.run(send('uploads.clearFinished', { accountId: account.id }), () => null);
  const groups = [
    countIn('waiting') > 0 ? [createAction('export', 'document', t('queue.export'), queue.exportText)] : [],
    [
      failed + unsent.length > 0 &&
        createAction('failed', 'cross', t('uploads.clearFailed'), () =>
          act('uploads.clearFailed', 'uploads.remove'),
        ),
      rows.some(({ state }) => transferStates.has(state)) && {
        ...createAction('all', 'trash', t('uploads.clearAll'), () => setAsking(true)),
        danger: true,
      },
    ].filter((each) => each !== false),
  ];
  const controls = useRef<HTMLDivElement>(null);
  useFocusFallback('.uploads-footer', () => controls.current?.querySelector('button')?.focus());
  return (
    <footer class="uploads-footer flow">
      {failed + unsent.length > 0 && (
        <Button small kind="quiet" onClick={() => act('uploads.restartFailed', 'uploads.retry')}>
          {t('uploads.restartFailed', { count: format.number(failed + unsent.length) })}
        </Button>
      )}
      {countIn('done') > 0 && (
        <Button small kind="quiet" onClick={clearFinished}>
          {t('uploads.clearFinished')}
        </Button>
      )}
      <div ref={controls} class="queue-controls row gap-1 to-end">
        {/* One button for both, so that it keeps the focus. */}
        <Button
          small
          kind="quiet"
          icon={isPaused ? 'play' : 'pause'}
          onClick={isPaused ? queue.resume : queue.pause}
        >
          {isPaused ? t('queue.resume') : t('queue.pause')}
        </Button>
        {groups.flat().length > 0 && (
          <Menu label={t('queue.more')} groups={() => groups}>
            <Icon name="more" class="icon-more" />
          </Menu>
        )}
      </div>
      {isAsking && (
        <Question
          title={t('uploads.askClear.title')}
          text={t('uploads.askClear.text', { account: getAccountName(account) })}
          confirm={t('uploads.askClear.confirm')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void act('uploads.clearAll');
          }}
        />
      )}
    </footer>
  );
}

/** The service's own words follow where they say more than "OK". */
function withAnswer(sentence: string, msg: string): string {
  const isBare = /^(?:ok)?$/iu.test(msg.trim());
  return joinSentences([sentence, !isBare && t('uploads.serviceSays', { msg })]);
}
