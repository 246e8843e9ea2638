/** Chooses where to move or clone files or a folder's contents. */
import { useShortlist } from '#page/page-data.ts';
import { type FolderContentsSource, moveContents } from '../../lib/bulk/move-contents.ts';
import type { BulkFile, BulkWork } from '../../lib/bulk/work.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { FolderPanel, selectedFolder } from '../folders/FolderPanel.tsx';
import { folderName } from '../folders/name.ts';
import { useFolderTree } from '../folders/useFolderTree.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { joinFacts, plural, t } from '../text.ts';
import { useStartWork, type WorkDialogProps } from './useStartWork.ts';
import { alreadyThereSentence } from './wording.ts';
import './bulk.css';

export type MoveTask =
  | { readonly kind: 'move' | 'clone'; readonly files: readonly BulkFile[] }
  /** The tree comes from the catalog. */
  | { readonly kind: 'move-contents'; readonly source: FolderRef; readonly tree: FolderContentsSource };

interface MoveDialogProps extends Omit<WorkDialogProps, 'onStarted'> {
  readonly task: MoveTask;
  /** Called once the job is stored. Gets the dialog's note about it. */
  readonly onStarted?: (note: string) => void;
}

export function MoveDialog(props: MoveDialogProps) {
  const { task, accountId } = props;
  const { pinned } = useShortlist();
  const live = useFolderTree(accountId);
  const planned = live.canChoose ? planWork(task, selectedFolder(live)) : noChoice;
  const { work, note } = planned;
  const onStarted = () => props.onStarted?.(note);
  const { notice, show, start, isStarting, close } = useStartWork({ ...props, onStarted });

  async function startWork() {
    if (work !== null) await start(work);
    else if (note !== '') show({ tone: 'info', text: note });
  }

  return (
    <Dialog title={getDialogTitle(task)} kind="panel" onClose={close}>
      {task.kind === 'move-contents' && <p class="tone-quiet">{t('bulk.contents.hint')}</p>}
      <FolderPanel live={live} pinned={pinned} onConfirm={() => void startWork()} />
      <p class="collapse-empty tone-quiet" role="status">
        {note}
      </p>
      <NoticeArea notice={notice} show={show} />
      <DialogButtons
        confirmLabel={task.kind === 'clone' ? t('bulk.cloneHere') : t('bulk.moveHere')}
        disabled={work === null}
        onConfirm={startWork}
        onCancel={close}
        isStarting={isStarting}
      />
    </Dialog>
  );
}

function getDialogTitle(task: MoveTask): string {
  switch (task.kind) {
    case 'move':
      return plural('bulk.moveTitle', task.files.length);
    case 'clone':
      return plural('bulk.cloneTitle', task.files.length);
    case 'move-contents':
      return t('bulk.contents.title', { folder: folderName(task.source) });
  }
}

const noChoice = { work: null, note: '' };

/** Without a job, the note says why. */
function planWork(task: MoveTask, folder: FolderRef): { work: BulkWork | null; note: string } {
  const name = folderName(folder);
  switch (task.kind) {
    case 'clone': {
      const fileCodes = task.files.map(({ fileCode }) => fileCode);
      const titles = task.files.map(({ title }) => title);
      return { work: { kind: 'clone', fileCodes, titles, folder }, note: '' };
    }
    case 'move': {
      const files = task.files.filter(({ folderId }) => folderId !== folder.id);
      const note = alreadyThereSentence(task.files, folder);
      return { work: files.length === 0 ? null : { kind: 'move', files, folder }, note };
    }
    case 'move-contents': {
      const work = moveContents(task.tree, task.source, folder);
      if (work === 'same') return { work: null, note: t('bulk.contents.same', { folder: name }) };
      if (work === 'inside') {
        const source = folderName(task.source);
        return { work: null, note: t('bulk.contents.inside', { folder: name, source }) };
      }
      const { files, folders } = work;
      if (files.length + folders.length === 0) return { work: null, note: t('bulk.contents.empty') };
      const parts = [plural('bulk.files', files.length), plural('bulk.folders', folders.length)];
      return { work, note: joinFacts(parts) };
    }
  }
}
