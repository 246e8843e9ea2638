/** Asks for links, or lists those of dropped or pasted text. Closes once all are queued. */
import { useRef } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { folderName } from '../format/names.ts';
import { NoticeArea, type NoticeContent } from '../notice/Notice.tsx';
import { type Feedback, useFeedback } from '../notice/useFeedback.ts';
import { t } from '../text.ts';
import { LinksForm } from './LinksForm.tsx';
import { emptyInput, type LinksInput } from './links-input.ts';
import { useLinksForm } from './useLinksForm.ts';

interface LinksDialogProps {
  readonly accountId: string;
  /** If null, the user's rules choose, then the default folder. */
  readonly folder: FolderRef | null;
  readonly defaultFolder: FolderRef;
  readonly text?: string;
  /** The page's feedback, because the dialog closes before the result is shown. */
  readonly feedback: Feedback;
  readonly onClose: () => void;
}

export function LinksDialog(props: LinksDialogProps) {
  const { accountId, folder, defaultFolder, text = '', feedback, onClose } = props;
  const input = useRef<LinksInput>({ ...emptyInput, text, choice: folder && { accountId, folder } });
  const { notice, show, run } = useFeedback();
  const closing: Feedback = {
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
        await feedback.run(Promise.resolve(ended), (content) => content);
      }
      return isDone;
    },
  };
  const form = useLinksForm({ accountId, feedback: closing, input, noticeFeedback: feedback });
  return (
    <Dialog title={t('ownFiles.drop', { folder: folderName(folder ?? defaultFolder) })} onClose={onClose}>
      <div class="dialog-form">
        <LinksForm form={form} />
      </div>
      <NoticeArea notice={notice} show={show} />
    </Dialog>
  );
}
