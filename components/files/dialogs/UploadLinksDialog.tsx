/** Closes when all links are queued. */
import { useRef } from 'preact/hooks';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { LinksForm } from '../../add-links/LinksForm.tsx';
import { emptyInput, type LinksInput } from '../../add-links/links-input.ts';
import { useLinksForm } from '../../add-links/useLinksForm.ts';
import { Dialog } from '../../dialog/Dialog.tsx';
import { folderName } from '../../folders/name.ts';
import { NoticeArea, type NoticeContent } from '../../notice/Notice.tsx';
import { type Feedback, useFeedback } from '../../notice/useFeedback.ts';
import { t } from '../../text.ts';
import { useFilesContext } from '../model/useFiles.ts';

interface UploadLinksDialogProps {
  readonly folder: FolderRef;
  readonly onClose: () => void;
}

export function UploadLinksDialog({ folder, onClose }: UploadLinksDialogProps) {
  const files = useFilesContext();
  const accountId = files.account.id;
  const input = useRef<LinksInput>({ ...emptyInput, choice: { accountId, folder } });
  const { notice, show, run } = useFeedback();
  const feedback: Feedback = {
    notice,
    show,
    async run(work, done) {
      let ended: NoticeContent | string | null = null;
      const isDone = await run(work, (result) => {
        ended = done(result);
        return ended;
      });
      if (isDone && input.current.text.trim() === '') {
        onClose();
        // Shown by the page: the dialog is closed.
        await files.feedback.run(Promise.resolve(ended), (content) => content);
      }
      return isDone;
    },
  };
  const form = useLinksForm({ accountId, feedback, input, noticeFeedback: files.feedback });
  return (
    <Dialog title={t('ownFiles.drop', { folder: folderName(folder) })} onClose={onClose}>
      <div class="dialog-form">
        <LinksForm form={form} />
      </div>
      <NoticeArea notice={notice} show={show} />
    </Dialog>
  );
}
