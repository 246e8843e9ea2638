import { useShortlist } from '#page/page-data.ts';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { Choice } from '../../lib/uploads/upload.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { sentNotice } from '../add-links/wording.ts';
import { endNotice } from '../bulk/wording.ts';
import { Question, type QuestionProps } from '../dialog/Dialog.tsx';
import { NameDialog } from '../dialog/NameDialog.tsx';
import { FolderDialog } from '../folders/FolderDialog.tsx';
import { withMoreCount } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { feedbackAbout } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';
import { recordChange } from '../undo/undo.ts';
import { TransferDialog } from './TransferDialog.tsx';

export type UploadQuestion = { readonly item: UploadItem } & (
  | { readonly what: 'delete' | 'title' | 'transfer' }
  | { readonly what: 'folder'; readonly others?: readonly UploadItem[] }
  | { readonly what: 'copy'; readonly to: Account }
);

interface UploadDialogsProps {
  readonly account: Account;
  readonly feedback: Feedback;
  readonly asking: UploadQuestion;
  readonly onClose: () => void;
}

export function UploadDialogs({ account, asking, onClose, ...props }: UploadDialogsProps) {
  const others = asking.what === 'folder' ? (asking.others ?? []) : [];
  const ids = [asking.item, ...others].map(({ upload: { id } }) => id);
  const feedback = feedbackAbout(props.feedback, { ids });
  const pageApi = usePageApi();
  const { pinned } = useShortlist();
  const { title, upload } = asking.item;
  const change = (choice: Choice, text: string) =>
    feedback.run(
      pageApi.send('uploads.choose', { choices: ids.map((id) => ({ id, ...choice })) }),
      ({ undo }) => recordChange({ account, pageApi, feedback }, { text }, undo),
    );
  switch (asking.what) {
    case 'delete': {
      const { id, url, folder, accountId, private: isPrivate } = upload;
      const owner = { id: accountId };
      const links = [{ url, typedTitle: upload.title ?? undefined }];
      const sendAgain = (anyway: boolean): Promise<unknown> =>
        props.feedback.run(
          pageApi.send('links.send', { links, folder, accountId, anyway, private: isPrivate }),
          (sent) => sentNotice(sent, folder, () => sendAgain(true), { ...props, account: owner, pageApi }),
        );
      return (
        <Question
          title={t('uploads.askDelete.title')}
          text={t('uploads.askDelete.text', { title })}
          confirmLabel={t('uploads.askDelete.confirm')}
          onClose={onClose}
          onConfirm={() =>
            feedback.run(pageApi.send('uploads.deleteTransfer', { id }), () => ({
              tone: 'good',
              text: t('uploads.outcome.deleted', { title }),
              ...(url !== '' && {
                action: { label: t('uploads.sendAgain'), onClick: () => sendAgain(false) },
              }),
            }))
          }
        />
      );
    }
    case 'transfer':
      return <TransferDialog item={asking.item} onClose={onClose} />;
    case 'copy':
      return (
        <FolderDialog
          accountId={asking.to.id}
          pinned={[]}
          onClose={onClose}
          onChoose={(folder) => {
            onClose();
            const fileCodes = [upload.fileCode ?? ''];
            const work = { kind: 'clone', folder, fileCodes, titles: [title] } as const;
            const accountId = asking.to.id;
            void props.feedback.run(pageApi.send('bulk.start', { accountId, work }), ({ id }) => ({
              tone: 'good',
              text: t('uploads.outcome.copying', { title, account: getAccountName(asking.to) }),
              job: { accountId, id, describeEnd: endNotice },
            }));
          }}
        />
      );
    case 'folder':
      return (
        <FolderDialog
          accountId={upload.accountId}
          suggestedId={upload.folder.id}
          pinned={upload.accountId === account.id ? pinned : []}
          onClose={onClose}
          onChoose={(folder) => {
            onClose();
            const goesTo = { title, folder: folderName(folder) };
            const text = joinFacts([t('uploads.outcome.moved', goesTo), ...withMoreCount([], others.length)]);
            void change({ folder }, text);
          }}
        />
      );
    case 'title':
      return (
        <NameDialog
          title={t('files.rename')}
          label={t('files.column.title')}
          name={title}
          confirmLabel={t('files.rename')}
          onClose={onClose}
          onName={(next) => {
            onClose();
            void change({ title: next }, joinFacts([next, t('bulk.activity.renamed')]));
          }}
        />
      );
  }
}

interface ClearAllQuestionProps extends Pick<QuestionProps, 'onConfirm' | 'onClose'> {
  readonly account: Account;
}

export const ClearAllQuestion = ({ account, ...actions }: ClearAllQuestionProps) => (
  <Question
    title={t('uploads.askClear.title')}
    text={t('uploads.askClear.text', { account: getAccountName(account) })}
    confirmLabel={t('uploads.askClear.confirm')}
    {...actions}
  />
);
