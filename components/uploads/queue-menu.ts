/** Loaded when it is opened. Leaves out actions that would do nothing. */
import type { Account } from '../../lib/accounts/account.ts';
import { canRetry, type UploadItem, type UploadItemState } from '../../lib/uploads/upload-items.ts';
import { createAction, dangerous, type MenuGroups } from '../menu/action.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { actionsForAll } from './actions-for-all.ts';
import { copyFinishedLinks } from './finished-links.ts';
import type { Queue } from './useQueue.ts';

interface QueueMenuContext {
  readonly pageApi: Pick<PageApi, 'send' | 'copy' | 'now'>;
  readonly account: Account;
  readonly items: readonly UploadItem[];
  readonly feedback: Feedback;
  readonly queue: Queue;
}

const transferStates: ReadonlySet<UploadItemState> = new Set(['pending', 'other', 'working', 'failed']);

/** @param askClearAll asks before it deletes all transfers */
export function createQueueMenu(
  { account, items, feedback, queue, pageApi }: QueueMenuContext,
  askClearAll: () => void,
): MenuGroups {
  const isAny = (state: UploadItemState) => items.some((item) => item.state === state);
  const copyFinished = () => copyFinishedLinks(account, items, pageApi, feedback);
  const clearFailed = () => actionsForAll(items, { account, pageApi, feedback }).clearFailed();
  return [
    [
      isAny('done') && createAction('copy', 'links', t('uploads.copyFinished'), copyFinished),
      isAny('waiting') && createAction('export', 'document', t('queue.export'), queue.exportText),
    ],
    [
      items.some(({ state }) => canRetry(state)) &&
        createAction('failed', 'cross', t('uploads.clearFailed'), clearFailed),
      items.some(({ state }) => transferStates.has(state)) &&
        dangerous(createAction('all', 'trash', t('uploads.clearAll'), askClearAll)),
    ],
  ].map((group) => group.filter((each) => each !== false));
}
