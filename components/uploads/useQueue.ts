/** Each action ends with a notice. */
import { useMemo, useRef } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { type UploadItem, unreadId } from '../../lib/uploads/upload-items.ts';
import { type Feedback, feedbackAbout } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { plural, t } from '../text.ts';
import type { MoveDirection } from './move-row.ts';

export type Queue = ReturnType<typeof useQueue>;

export function useQueue(account: Account, items: readonly UploadItem[], feedback: Feedback) {
  const { send, now } = usePageApi();
  const ids = useMemo(
    () =>
      items.flatMap(({ state, owner, upload, unread = 0 }) =>
        state === 'waiting' && !owner ? [upload.id, ...Array<string>(unread).fill(unreadId)] : [],
      ),
    [items],
  );
  const ahead = useRef({ from: ids, to: ids, pending: 0 }).current;

  const about = (isPaused: boolean) => feedbackAbout(feedback, { ids: [], isPaused });
  const move = async (item: UploadItem, direction: MoveDirection) =>
    (await import('./move-row.ts')).moveRow({ account, feedback, send, ids, ahead }, item, direction);

  return {
    ids,
    pause: () => about(true).run(send('uploads.pause', {}), () => t('queue.nowPaused')),
    resume: () => about(false).run(send('uploads.resume', {}), () => t('queue.nowResumed')),
    move,
    exportText: () =>
      feedback.run(
        import('./export-queue.ts').then(({ exportQueue }) => exportQueue(account, items, now())),
        (exported) => plural('queue.exported', exported),
      ),
  };
}
