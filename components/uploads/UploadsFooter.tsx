/** Actions on all of an account's transfers, and on its queue. */
import { useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Question } from '../lazy-dialogs.ts';
import { Menu } from '../menu/Menu.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import type { Queue } from './useQueue.ts';
import './uploads-footer.css';

export interface UploadsFooterProps {
  readonly account: Account;
  readonly outcome: Outcome;
  readonly queue: Queue;
  readonly isPaused: boolean;
  /** Gets the element with the controls of the queue. */
  readonly controls: { current: HTMLDivElement | null };
}

/** Messages about all transfers, and what is said when they are carried out. A message's name is its button's text too. */
const outcomes = {
  'uploads.restartFailed': 'uploads.outcome.restarted',
  'uploads.clearFailed': 'uploads.outcome.clearedFailed',
  'uploads.clearAll': 'uploads.outcome.clearedAll',
} as const;
type ActsOnAll = keyof typeof outcomes;

export function UploadsFooter({ account, outcome, queue, isPaused, controls }: UploadsFooterProps) {
  const { send } = useServices();
  const [isAsking, setAsking] = useState(false);
  const act = (message: ActsOnAll) =>
    outcome.run(send(message, { accountId: account.id }), ({ msg }) => withAnswer(t(outcomes[message]), msg));
  return (
    <footer class="uploads-footer">
      {(['uploads.restartFailed', 'uploads.clearFailed'] as const).map((message) => (
        <Button key={message} small kind="quiet" onClick={() => act(message)}>
          {t(message)}
        </Button>
      ))}
      <Button small kind="quiet" onClick={() => setAsking(true)}>
        {t('uploads.clearAll')}
      </Button>
      <div ref={controls} class="queue-controls">
        {/* One button for both, so that it keeps the focus. */}
        <Button
          small
          kind="quiet"
          icon={isPaused ? 'play' : 'pause'}
          onClick={isPaused ? queue.resume : queue.pause}
        >
          {isPaused ? t('queue.resume') : t('queue.pause')}
        </Button>
        <Menu
          label={t('queue.more')}
          groups={() => [
            [
              {
                id: 'export',
                label: t('queue.export'),
                icon: 'document',
                onSelect: () => void queue.exportText(),
              },
            ],
          ]}
        >
          <Icon name="more" class="icon-more" />
        </Menu>
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
  return isBare ? sentence : `${sentence} ${t('uploads.serviceSays', { msg })}`;
}
