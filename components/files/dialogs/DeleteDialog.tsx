/** Asks before files are deleted for good, and names them. Those that it was opened with are deleted, whatever changes meanwhile. */

import { getPublicUrl } from '../../../lib/accounts/public-address.ts';
import { useStartWork } from '../../bulk/useStartWork.ts';
import { Dialog, DialogButtons } from '../../dialog/Dialog.tsx';
import { NoticeArea } from '../../notice/Notice.tsx';
import { plural, t } from '../../text.ts';
import { emptySelection } from '../model/selection.ts';
import { bulkFiles, type FileTarget } from '../model/targets.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { formatPath, titleOf } from '../wording.ts';
import '../files.css';

interface DeleteDialogProps {
  readonly targets: readonly FileTarget[];
  readonly onClose: () => void;
}

const maxNamed = 8;

export function DeleteDialog({ targets, onClose }: DeleteDialogProps) {
  const { account, snapshot, route, go, select } = useFilesContext();
  const { notice, show, start } = useStartWork({
    accountId: account.id,
    onClose,
    onStarted() {
      select(emptySelection);
      if (targets.some(({ fileCode }) => fileCode === route.fileCode)) go({ ...route, fileCode: null });
    },
  });
  const more = targets.length - maxNamed;
  return (
    <Dialog title={plural('files.delete.title', targets.length)} onClose={onClose}>
      <ul class="delete-names stack gap-1">
        {targets.slice(0, maxNamed).map((target) => (
          <li key={target.fileCode} class="flex gap-2" title={`${titleOf(target)}\n${target.fileCode}`}>
            <span class="medium grow one-line" dir="auto">
              {titleOf(target)}
            </span>
            <span class="delete-folder small tone-quiet one-line" dir="auto">
              {formatPath(snapshot, target.folderId)}
            </span>
          </li>
        ))}
        {more > 0 && <li class="tone-quiet">{plural('common.more', more)}</li>}
      </ul>
      <p class="dialog-text break-anywhere tone-quiet">
        {t('files.delete.text', { host: new URL(getPublicUrl(account)).host })}
      </p>
      <NoticeArea notice={notice} show={show} />
      <DialogButtons
        kind="danger"
        confirmLabel={plural('files.delete.confirm', targets.length)}
        onConfirm={() => start({ kind: 'delete', files: bulkFiles(targets) })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
