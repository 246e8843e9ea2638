import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { canRetry, type UploadItem, type UploadItemState } from '../../lib/uploads/upload-items.ts';
import { Button } from '../button/Button.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { lazy } from '../lazy.tsx';
import { Menu } from '../menu/Menu.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { format, t } from '../text.ts';
import type { Queue } from './useQueue.ts';
import './uploads.css';

const ClearAllQuestion = lazy(() => import('./UploadDialogs.tsx'), 'ClearAllQuestion');

interface UploadsFooterProps {
  readonly account: Account;
  readonly items: readonly UploadItem[];
  readonly feedback: Feedback;
  readonly queue: Queue;
  readonly isPaused: boolean;
}

const hasAction = ({ rank, state }: UploadItem): boolean =>
  rank > 1 || canRetry(state) || state === 'working' || state === 'unreported';

/** Leaves out actions that would do nothing. */
export function UploadsFooter({ account, items, feedback, queue, isPaused }: UploadsFooterProps) {
  const pageApi = usePageApi();
  const [isAsking, setAsking] = useState(false);
  const countIn = (state: UploadItemState) => items.filter((item) => item.state === state).length;
  const failedCount = items.filter(({ state }) => canRetry(state)).length;
  /** Keeps the popup's first load small. */
  const act = (name: 'retryFailed' | 'clearAll' | 'clearFinished') => async () => {
    const { actionsForAll } = await import('./actions-for-all.ts');
    await actionsForAll(items, { account, pageApi, feedback })[name]();
  };
  const loadMenu = async () =>
    (await import('./queue-menu.ts')).createQueueMenu({ account, items, feedback, queue, pageApi }, () =>
      setAsking(true),
    );
  useFocusFallback('.uploads-footer', '.queue-controls button');
  return (
    <footer class="uploads-footer gap-0 line-above flow">
      {failedCount > 0 && (
        <Button isSmall kind="quiet" onClick={act('retryFailed')}>
          {t('uploads.retryFailed', { count: format.number(failedCount) })}
        </Button>
      )}
      {countIn('done') > 0 && (
        <Button isSmall kind="quiet" onClick={act('clearFinished')}>
          {t('uploads.clearFinished')}
        </Button>
      )}
      <div class="queue-controls row gap-1 to-end">
        {/* A single button, so that it keeps the focus. */}
        <Button
          isSmall
          kind="quiet"
          icon={isPaused ? 'play' : 'pause'}
          onClick={isPaused ? queue.resume : queue.pause}
        >
          {isPaused ? t('queue.resume') : t('queue.pause')}
        </Button>
        {items.some(hasAction) && <Menu label={t('queue.more')} groups={loadMenu} />}
      </div>
      {isAsking && (
        <ClearAllQuestion account={account} onClose={() => setAsking(false)} onConfirm={act('clearAll')} />
      )}
    </footer>
  );
}
