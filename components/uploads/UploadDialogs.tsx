/** What is asked, or shown, about one upload. */
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import { Question } from '../dialog/Dialog.tsx';
import { FolderDialog } from '../folders/FolderDialog.tsx';
import { folderName } from '../folders/name.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import type { Row } from './rows.ts';
import { TransferDialog } from './TransferDialog.tsx';

export type UploadQuestion = { readonly row: Row } & (
  | { readonly what: 'delete' | 'folder' | 'transfer' }
  | { readonly what: 'copy'; readonly to: Account }
);

export interface UploadDialogsProps {
  readonly account: Account;
  readonly shortlist: FolderShortlist;
  readonly outcome: Outcome;
  readonly asking: UploadQuestion;
  readonly onClose: () => void;
}

export function UploadDialogs({ account, shortlist, outcome, asking, onClose }: UploadDialogsProps) {
  const { send } = useServices();
  return (
    <>
      {asking.what === 'delete' && (
        <Question
          title={t('uploads.askDelete.title')}
          text={t('uploads.askDelete.text', { title: asking.row.title })}
          confirm={t('uploads.askDelete.confirm')}
          onCancel={onClose}
          onConfirm={() => {
            onClose();
            const { title, upload } = asking.row;
            const { id, url, folder, accountId, private: isPrivate } = upload;
            const links = [{ url, typedTitle: upload.title ?? undefined }];
            const sendAgain = () =>
              outcome.run(
                send('links.send', { links, folder, accountId, anyway: true, private: isPrivate }),
                () => null,
              );
            void outcome.run(send('uploads.deleteTransfer', { id }), () => ({
              tone: 'good',
              text: t('uploads.outcome.deleted', { title }),
              ...(url !== '' && { action: { label: t('uploads.sendAgain'), onClick: sendAgain } }),
            }));
          }}
        />
      )}
      {asking.what === 'transfer' && <TransferDialog row={asking.row} onClose={onClose} />}
      {asking.what === 'copy' && (
        <FolderDialog
          accountId={asking.to.id}
          pinned={[]}
          onClose={onClose}
          onChoose={(folder) => {
            onClose();
            const { title, upload } = asking.row;
            const work = {
              ...({ kind: 'clone', folder } as const),
              fileCodes: [upload.fileCode ?? ''],
              titles: [title],
            };
            void outcome.run(send('bulk.start', { accountId: asking.to.id, work }), () =>
              t('uploads.outcome.copying', { title, account: getAccountName(asking.to) }),
            );
          }}
        />
      )}
      {asking.what === 'folder' && (
        <FolderDialog
          accountId={account.id}
          suggestedId={asking.row.upload.folder.id}
          pinned={shortlist.pinned}
          onClose={onClose}
          onChoose={(folder) => {
            onClose();
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
