/** Deletes the files that it was opened with, whatever changes meanwhile. */

import { useMemo } from 'preact/hooks';
import { getPublicUrl } from '../../../lib/accounts/public-address.ts';
import { useStartWork } from '../../bulk/useStartWork.ts';
import { Dialog, DialogButtons } from '../../dialog/Dialog.tsx';
import { titleOf } from '../../format/names.ts';
import { VirtualList } from '../../list/VirtualList.tsx';
import { NoticeArea } from '../../notice/Notice.tsx';
import { format, plural, t } from '../../text.ts';
import { emptySelection } from '../model/selection.ts';
import { bulkFiles, type FileTarget } from '../model/targets.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { formatPath } from '../wording.ts';
import '../files.css';

interface DeleteDialogProps {
  readonly targets: readonly FileTarget[];
  readonly onClose: () => void;
}

export function DeleteDialog({ targets, onClose }: DeleteDialogProps) {
  const { account, snapshot, listing, route, go, select } = useFilesContext();
  const work = { accountId: account.id, onClose };
  const { notice, show, start, isStarting, close } = useStartWork(work, () => {
    select(emptySelection);
    if (targets.some(({ fileCode }) => fileCode === route.fileCode)) go({ ...route, fileCode: null });
  });
  const hidden = useMemo(() => {
    const listed = new Set(listing.fileIds);
    return targets.filter(({ fileId }) => fileId !== null && !listed.has(fileId)).length;
  }, [targets, listing]);
  return (
    <Dialog title={plural('files.delete.title', targets.length)} onClose={close}>
      <VirtualList
        label={t('popup.files')}
        class="delete-names"
        count={targets.length}
        rowHeight={28}
        rowClass={() => 'row gap-2'}
      >
        {(index) => {
          const target = targets[index];
          return (
            target && (
              <>
                <span
                  class="medium grow one-line"
                  dir="auto"
                  title={`${titleOf(target)}\n${target.fileCode}`}
                >
                  {titleOf(target)}
                </span>
                <span class="delete-folder small tone-quiet one-line" dir="auto">
                  {formatPath(snapshot, target.folderId)}
                </span>
              </>
            )
          );
        }}
      </VirtualList>
      {hidden > 0 && (
        <p class="dialog-text tone-warn">{t('files.delete.hidden', { count: format.number(hidden) })}</p>
      )}
      <p class="dialog-text break-anywhere tone-quiet">
        {t('files.delete.text', { host: new URL(getPublicUrl(account)).host })}
      </p>
      <NoticeArea notice={notice} show={show} />
      <DialogButtons
        kind="danger"
        confirmLabel={plural('files.delete.confirm', targets.length)}
        onConfirm={() => start({ kind: 'delete', files: bulkFiles(targets) })}
        onCancel={close}
        isStarting={isStarting}
      />
    </Dialog>
  );
}
