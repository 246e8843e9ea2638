import { useEffect, useRef, useState } from 'preact/hooks';
import { useStorageProblems } from '#page/storage-problems.ts';
import { type UploadItem, withCopies } from '../../lib/uploads/upload-items.ts';
import { UndoKeys } from '../bulk/UndoKeys.tsx';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { isUploadsProblem } from '../problem/problem.ts';
import { EmptyUploads, UploadsSkeleton } from './EmptyUploads.tsx';
import { UploadRows, type UploadRowsProps, useUploadRows } from './UploadRows.tsx';
import { UploadsFooter } from './UploadsFooter.tsx';

interface UploadsProps extends UploadRowsProps {
  /** Nothing is sent until the queue is resumed. */
  readonly isPaused: boolean;
}

export function Uploads(props: UploadsProps) {
  const { account, items, isPaused, feedback } = props;
  // Another notice explains it.
  const isUnreadable = useStorageProblems().some(isUploadsProblem);
  const announced = useAnnouncements(items);
  const uploadRows = useUploadRows(props);
  const { queue } = uploadRows;
  // For when the last row is removed.
  useFocusFallback('.upload-list, .uploads-footer', '.paste-box');

  return (
    <>
      {items === null && !isUnreadable && <UploadsSkeleton />}
      {items?.length === 0 && <EmptyUploads />}
      <UploadRows {...uploadRows} />
      <UndoKeys accountId={account.id} feedback={feedback} />
      <p class="visually-hidden" role="status">
        {announced}
      </p>
      <div class="outcome popup-outcome">
        <NoticeArea {...feedback} />
      </div>
      {items !== null && items.length > 0 && (
        <UploadsFooter
          account={account}
          items={items}
          feedback={feedback}
          queue={queue}
          isPaused={isPaused}
        />
      )}
    </>
  );
}

function useAnnouncements(items: readonly UploadItem[] | null): string {
  const before = useRef<readonly UploadItem[] | null>(null);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const earlier = before.current;
    const now = items?.flatMap(withCopies) ?? null;
    before.current = now;
    if (earlier === null || now === null || earlier.every(isUnchangedIn(now))) return;
    void import('./announcements.ts').then(({ announceChanges }) => {
      const text = announceChanges(earlier, now);
      if (text !== '') setAnnounced(text);
    });
  }, [items]);
  return announced;
}

const isUnchangedIn = (items: readonly UploadItem[]) => (item: UploadItem, at: number) =>
  item.state === items[at]?.state && item.note === items[at].note && item.upload.id === items[at].upload.id;
