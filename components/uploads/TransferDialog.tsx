/** The service's current report of one transfer. */

import type { ComponentChildren } from 'preact';
import type { Transfer } from '../../lib/api/index.ts';
import { toServiceSeconds } from '../../lib/timing/service-time.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { Fact } from '../facts/Fact.tsx';
import { folderName } from '../format/names.ts';
import { formatMoment } from '../format/service-dates.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { Notice } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { format, t } from '../text.ts';

export function TransferDialog({ item, onClose }: { item: UploadItem; onClose: () => void }) {
  const { upload, title } = item;
  const { send } = usePageApi();
  const { answer, problem: failure } = useAnswer(
    async () => ({ transfer: await send('uploads.transfer', { id: upload.id }) }),
    [],
  );
  const transfer = answer?.transfer ?? null;
  const gone = answer && transfer === null ? t('transfer.gone') : null;
  const problem = failure ? problemSentence(failure) : gone;
  return (
    <Dialog title={title} onClose={onClose}>
      {problem !== null && (
        <div role="alert">
          <Notice tone="warn" text={problem} />
        </div>
      )}
      <dl class="facts transfer-facts" aria-busy={transfer === null && problem === null}>
        <TransferFact name={t('transfer.status')}>{transfer?.status}</TransferFact>
        <TransferFact name={t('transfer.downloaded')}>{transfer && progressText(transfer)}</TransferFact>
        <TransferFact name={t('transfer.created')}>
          {transfer && formatMoment(toServiceSeconds(transfer.created))}
        </TransferFact>
        <TransferFact name={t('transfer.folder')}>
          {transfer && folderText(transfer, upload.folder)}
        </TransferFact>
        <TransferFact name={t('transfer.code')}>
          <code dir="ltr">{upload.fileCode}</code>
        </TransferFact>
        <TransferFact name={t('transfer.source')}>{transfer?.remoteUrl}</TransferFact>
      </dl>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}

const TransferFact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <Fact name={name}>
    <bdi>{children || '–'}</bdi>
  </Fact>
);

function progressText({ bytesDownloaded, bytesTotal, progress }: Transfer): string {
  if (bytesDownloaded === null) return progress === null ? '' : format.percent(progress / 100);
  const done = format.bytes(bytesDownloaded);
  return bytesTotal === null ? done : t('transfer.ofTotal', { done, total: format.bytes(bytesTotal) });
}

/** The service gives only the folder's id. */
function folderText({ folderId }: Transfer, chosen: UploadItem['upload']['folder']): string {
  if (folderId === null) return '';
  return folderId === chosen.id ? folderName(chosen) : folderName({ id: folderId, name: '' });
}
