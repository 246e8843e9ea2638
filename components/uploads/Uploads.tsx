/** The list of an account's uploads with everything that can be done with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { folderName } from '../folders/name.ts';
import { lazy } from '../lazy.tsx';
import { FolderDialog, Question } from '../lazy-dialogs.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { useFocusFallback } from '../useFocusFallback.ts';
import { EmptyUploads, UploadsSkeleton } from './EmptyUploads.tsx';
import type { Row } from './rows.ts';
import { UploadList } from './UploadList.tsx';
import { UploadsFooter } from './UploadsFooter.tsx';
import { actionsFor } from './upload-actions.ts';
import { useQueue } from './useQueue.ts';

const TransferDialog = lazy(() => import('./TransferDialog.tsx'), 'TransferDialog');

export interface UploadsProps {
  readonly account: Account;
  /** Null until they have been read for the first time. */
  readonly rows: readonly Row[] | null;
  /** They could not be read: a notice elsewhere says why. */
  readonly isUnreadable: boolean;
  readonly shortlist: FolderShortlist;
  /** Nothing is sent until the user resumes the queue. */
  readonly isPaused: boolean;
  /** Shown below the list. */
  readonly outcome: Outcome;
  /** Lets the user choose the file of an upload again. */
  readonly chooseFile: (row: Row) => void;
  /** Uploads whose file the browser still knows. */
  readonly handleIds?: ReadonlySet<string>;
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FileLocation) => void;
  /** Opens the embed builder. */
  readonly embed: (fileCode: string) => void;
}

const noRows: readonly Row[] = [];

export function Uploads(props: UploadsProps) {
  const { account, rows, shortlist, isPaused, outcome, open, showFile, chooseFile, handleIds } = props;
  const services = useServices();
  const [asking, setAsking] = useState<{
    readonly what: 'delete' | 'folder' | 'transfer';
    readonly row: Row;
  } | null>(null);
  const announced = useAnnouncements(rows);
  const queue = useQueue(account, rows ?? noRows, outcome);
  const { send } = services;
  const stop = () => setAsking(null);
  // The last row has left.
  useFocusFallback('.upload-list, .uploads-footer', () =>
    document.querySelector<HTMLElement>('.paste-box')?.focus(),
  );

  const context = {
    ...{
      account,
      services,
      outcome,
      open,
      showFile,
      embed: props.embed,
      chooseFile,
      handleIds,
      queue: queue.ids,
      move: queue.move,
    },
    askDelete: (row: Row) => setAsking({ what: 'delete', row }),
    chooseFolder: (row: Row) => setAsking({ what: 'folder', row }),
    showTransfer: (row: Row) => setAsking({ what: 'transfer', row }),
  };

  return (
    <>
      {rows === null && !props.isUnreadable && <UploadsSkeleton />}
      {rows?.length === 0 && <EmptyUploads />}
      {rows !== null && rows.length > 0 && (
        <UploadList
          rows={rows}
          actionsFor={(row) => actionsFor(row, context)}
          onMove={queue.move}
          moved={queue.moved}
        />
      )}
      <p class="visually-hidden" role="status">
        {announced}
      </p>
      <div class="popup-outcome">
        <NoticeArea {...outcome} />
      </div>
      {rows !== null && rows.length > 0 && <UploadsFooter {...{ account, rows, outcome, queue, isPaused }} />}

      {asking?.what === 'delete' && (
        <Question
          title={t('uploads.askDelete.title')}
          text={t('uploads.askDelete.text', { title: asking.row.title })}
          confirm={t('uploads.askDelete.confirm')}
          onCancel={stop}
          onConfirm={() => {
            stop();
            const { title, upload } = asking.row;
            const { id, url, folder, accountId, private: isPrivate } = upload;
            const links = [{ url, typedTitle: upload.title ?? undefined }];
            const sendAgain = () =>
              outcome.run(
                send('links.send', { links, folder, accountId, anyway: true, private: isPrivate }),
                () => null,
              );
            void outcome.run(send('uploads.deleteTransfer', { id }), () => ({
              ...{ tone: 'good', text: t('uploads.outcome.deleted', { title }) },
              ...(url !== '' && { action: { label: t('uploads.sendAgain'), onClick: sendAgain } }),
            }));
          }}
        />
      )}
      {asking?.what === 'transfer' && <TransferDialog row={asking.row} onClose={stop} />}
      {asking?.what === 'folder' && (
        <FolderDialog
          accountId={account.id}
          suggestedId={asking.row.upload.folder.id}
          pinnedIds={shortlist.pinned.map(({ id }) => id)}
          onClose={stop}
          onChoose={(folder) => {
            stop();
            const { title, upload } = asking.row;
            void outcome.run(send('uploads.setFolder', { id: upload.id, folder }), () =>
              t('uploads.outcome.moved', { title, folder: folderName(folder) }),
            );
          }}
        />
      )}
    </>
  );
}

/** What has happened since the rows were last read, for screen readers. */
function useAnnouncements(rows: readonly Row[] | null): string {
  const before = useRef<readonly Row[] | null>(null);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const earlier = before.current;
    before.current = rows;
    if (earlier === null || rows === null || earlier.every(isIn(rows))) return;
    void import('./announcements.ts').then(({ announceChanges }) => {
      const text = announceChanges(earlier, rows);
      if (text !== '') setAnnounced(text);
    });
  }, [rows]);
  return announced;
}

/** Whether a row is in the list as it was. */
const isIn = (rows: readonly Row[]) => (row: Row, at: number) =>
  row.state === rows[at]?.state && row.upload.id === rows[at].upload.id;
