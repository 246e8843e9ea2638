/** The list of an account's links and transfers with everything that can be done with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Account, accountName } from '../../lib/accounts/account.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { Question } from '../dialog/Dialog.tsx';
import type { FilePlace } from '../files/route.ts';
import { FolderDialog } from '../folders/LazyFolderDialog.ts';
import { folderName } from '../folders/name.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { OutboxControls } from '../outbox/OutboxControls.tsx';
import { PausedNotice } from '../outbox/PausedNotice.tsx';
import { useOutbox } from '../outbox/useOutbox.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { actionsFor } from './actions.ts';
import { answered } from './answered.ts';
import { EmptyTransfers, TransfersSkeleton } from './EmptyTransfers.tsx';
import type { Row } from './rows.ts';
import { TransferList } from './TransferList.tsx';
import { TransfersFooter } from './TransfersFooter.tsx';
import { type Told, whatHappened } from './told.ts';

export interface TransfersProps {
  readonly account: Account;
  /** Null until it has been read for the first time. */
  readonly rows: readonly Row[] | null;
  readonly shortlist: FolderShortlist;
  /** Nothing goes out until the user resumes the outbox. */
  readonly paused: boolean;
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FilePlace) => void;
}

type Asking = { readonly what: 'delete' | 'folder'; readonly row: Row } | { readonly what: 'clear' };

const none: readonly Row[] = [];

export function Transfers({ account, rows, shortlist, paused, open, showFile }: TransfersProps) {
  const services = useServices();
  const outcome = useOutcome();
  const [asking, setAsking] = useState<Asking | null>(null);
  const heard = useTold(rows);
  const outbox = useOutbox(account, rows ?? none, outcome);
  const controls = useRef<HTMLDivElement>(null);
  const { send } = services;
  const stop = () => setAsking(null);

  const context = {
    account,
    services,
    outcome,
    open,
    showFile,
    failedCount: (rows ?? []).filter(({ state }) => state.kind === 'failed').length,
    askDelete: (row: Row) => setAsking({ what: 'delete', row }),
    chooseFolder: (row: Row) => setAsking({ what: 'folder', row }),
    queue: outbox.queue,
    move: outbox.move,
  };

  return (
    <>
      {paused && <PausedNotice waiting={outbox.queue.length} onResume={outbox.resume} heir={controls} />}
      {rows === null && <TransfersSkeleton />}
      {rows?.length === 0 && <EmptyTransfers />}
      {rows !== null && rows.length > 0 && (
        <TransferList
          rows={rows}
          actionsFor={(row) => actionsFor(row, context)}
          onMove={outbox.move}
          moved={outbox.moved}
        />
      )}
      <p class="visually-hidden" role="status">
        {heard}
      </p>
      <div class="popup-outcome">
        <NoticeArea notice={outcome.notice} onDismiss={() => outcome.show(null)} />
      </div>
      {rows !== null && rows.length > 0 && (
        <TransfersFooter outcome={outcome} onClearAll={() => setAsking({ what: 'clear' })}>
          <OutboxControls
            paused={paused}
            onPause={outbox.pause}
            onResume={outbox.resume}
            onExport={outbox.save}
            box={controls}
          />
        </TransfersFooter>
      )}

      {asking?.what === 'clear' && (
        <Question
          title={t('transfers.askClear.title')}
          text={t('transfers.askClear.text', { account: accountName(account) })}
          confirm={t('transfers.askClear.confirm')}
          onCancel={stop}
          onConfirm={() => {
            stop();
            void outcome.run(send('transfers.clearAll', {}), ({ msg }) =>
              answered(t('transfers.outcome.clearedAll'), msg),
            );
          }}
        />
      )}
      {asking?.what === 'delete' && (
        <Question
          title={t('transfers.askDelete.title')}
          text={t('transfers.askDelete.text', { title: asking.row.title })}
          confirm={t('transfers.askDelete.confirm')}
          onCancel={stop}
          onConfirm={() => {
            stop();
            const { accountId, fileCode, title } = asking.row;
            if (fileCode === null) return;
            void outcome.run(send('transfers.delete', { accountId, fileCode }), () =>
              t('transfers.outcome.deleted', { title }),
            );
          }}
        />
      )}
      {asking?.what === 'folder' && (
        <FolderDialog
          pinnedIds={shortlist.pinned.map(({ id }) => id)}
          onClose={stop}
          onChoose={(folder) => {
            stop();
            const { itemId, title } = asking.row;
            if (itemId === null) return;
            void outcome.run(send('outbox.setFolder', { id: itemId, folder }), () =>
              t('transfers.outcome.moved', { title, folder: folderName(folder) }),
            );
          }}
        />
      )}
    </>
  );
}

/** What has happened since the last look, for those who hear the page instead of seeing it. */
function useTold(rows: readonly Row[] | null): string {
  const before = useRef<readonly Row[] | null>(null);
  const [heard, setHeard] = useState('');
  useEffect(() => {
    const events = before.current === null || rows === null ? [] : whatHappened(before.current, rows);
    before.current = rows;
    if (events.length > 0) setHeard(events.map(sentenceOf).join(' '));
  }, [rows]);
  return heard;
}

function sentenceOf({ kind, row }: Told): string {
  const { title } = row;
  switch (kind) {
    case 'accepted':
      return t('transfers.told.accepted', { title });
    case 'done':
      return t('transfers.told.done', { title, folder: folderName(row.folder) });
    case 'failed':
      return t('transfers.told.failed', { title });
    case 'refused':
      return t('transfers.told.refused', { title });
    case 'unsure':
      return t('transfers.told.unsure', { title });
  }
}
