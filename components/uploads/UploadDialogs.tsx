/** What is asked, or shown, about one upload; and the question about all transfers. */
import { useShortlist } from '#page/page-data.ts';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { Question, type QuestionProps } from '../dialog/Dialog.tsx';
import { FolderDialog } from '../folders/FolderDialog.tsx';
import { folderName } from '../folders/name.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { TransferDialog } from './TransferDialog.tsx';
import type { UploadItem } from './upload-items.ts';

export type UploadQuestion = { readonly row: UploadItem } & (
  | { readonly what: 'delete' | 'folder' | 'transfer' }
  | { readonly what: 'copy'; readonly to: Account }
);

export interface UploadDialogsProps {
  readonly account: Account;
  readonly feedback: Feedback;
  readonly asking: UploadQuestion;
  readonly onClose: () => void;
}

export function UploadDialogs({ account, feedback, asking, onClose }: UploadDialogsProps) {
  const { send } = usePageApi();
  const { pinned } = useShortlist();
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
              feedback.run(
                send('links.send', { links, folder, accountId, anyway: true, private: isPrivate }),
                () => null,
              );
            void feedback.run(send('uploads.deleteTransfer', { id }), () => ({
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
            void feedback.run(send('bulk.start', { accountId: asking.to.id, work }), () =>
              t('uploads.outcome.copying', { title, account: getAccountName(asking.to) }),
            );
          }}
        />
      )}
      {asking.what === 'folder' && (
        <FolderDialog
          accountId={account.id}
          suggestedId={asking.row.upload.folder.id}
          pinned={pinned}
          onClose={onClose}
          onChoose={(folder) => {
            onClose();
            const { title, upload } = asking.row;
            void feedback.run(send('uploads.setFolder', { id: upload.id, folder }), () =>
              t('uploads.outcome.moved', { title, folder: folderName(folder) }),
            );
          }}
        />
      )}
    </>
  );
}

interface ClearAllQuestionProps extends Pick<QuestionProps, 'onConfirm' | 'onCancel'> {
  readonly account: Account;
}

/** Asks before all transfers of an account are cleared. */
export const ClearAllQuestion = ({ account, ...actions }: ClearAllQuestionProps) => (
  <Question
    title={t('uploads.askClear.title')}
    text={t('uploads.askClear.text', { account: getAccountName(account) })}
    confirm={t('uploads.askClear.confirm')}
    {...actions}
  />
);
