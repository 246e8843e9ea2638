import { useEffect, useRef, useState } from 'preact/hooks';
import { useStorageProblems } from '#page/storage-problems.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { type UploadItem, withCopies } from '../../lib/uploads/upload-items.ts';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { useAccountPage, usePageApi } from '../page-api.ts';
import { isUploadsProblem } from '../problem/problem.ts';
import { UndoKeys } from '../undo/UndoKeys.tsx';
import { EmptyUploads, UploadsSkeleton } from './EmptyUploads.tsx';
import type { UploadQuestion } from './UploadDialogs.tsx';
import { UploadList } from './UploadList.tsx';
import { UploadsFooter } from './UploadsFooter.tsx';
import { actionsFor } from './upload-actions.ts';
import { useQueue } from './useQueue.ts';

const UploadDialogs = lazy(() => import('./UploadDialogs.tsx'), 'UploadDialogs');

interface UploadsProps {
  readonly account: Account;
  readonly accounts: readonly Account[];
  /** Null until first read. */
  readonly rows: readonly UploadItem[] | null;
  /** Nothing is sent until the user resumes the queue. */
  readonly isPaused: boolean;
  readonly feedback: Feedback;
}

const noRows: readonly UploadItem[] = [];

export function Uploads(props: UploadsProps) {
  const { account, accounts, rows, isPaused, feedback } = props;
  const page = useAccountPage();
  const pageApi = usePageApi();
  // Another notice says why.
  const isUnreadable = useStorageProblems().some(isUploadsProblem);
  const [asking, setAsking] = useState<UploadQuestion | null>(null);
  const announced = useAnnouncements(rows);
  const queue = useQueue(account, rows ?? noRows, feedback);
  // The last row has left.
  useFocusFallback('.upload-list, .uploads-footer', '.paste-box');

  const context = {
    account,
    accounts,
    pageApi,
    page,
    feedback,
    queue: queue.ids,
    move: queue.move,
    ask: setAsking,
  };

  return (
    <>
      {rows === null && !isUnreadable && <UploadsSkeleton />}
      {rows?.length === 0 && <EmptyUploads />}
      {rows !== null && rows.length > 0 && (
        <UploadList rows={rows} actionsFor={(row) => actionsFor(row, context)} onMove={queue.move} />
      )}
      <UndoKeys accountId={account.id} feedback={feedback} />
      <p class="visually-hidden" role="status">
        {announced}
      </p>
      <div class="outcome popup-outcome">
        <NoticeArea {...feedback} />
      </div>
      {rows !== null && rows.length > 0 && (
        <UploadsFooter account={account} rows={rows} feedback={feedback} queue={queue} isPaused={isPaused} />
      )}

      {asking && (
        <UploadDialogs
          account={account}
          feedback={feedback}
          asking={asking}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** What has changed since the last reading, for screen readers. */
function useAnnouncements(rows: readonly UploadItem[] | null): string {
  const before = useRef<readonly UploadItem[] | null>(null);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const earlier = before.current;
    const now = rows?.flatMap(withCopies) ?? null;
    before.current = now;
    if (earlier === null || now === null || earlier.every(isIn(now))) return;
    void import('./announcements.ts').then(({ announceChanges }) => {
      const text = announceChanges(earlier, now);
      if (text !== '') setAnnounced(text);
    });
  }, [rows]);
  return announced;
}

const isIn = (rows: readonly UploadItem[]) => (row: UploadItem, at: number) =>
  row.state === rows[at]?.state && row.note === rows[at].note && row.upload.id === rows[at].upload.id;
