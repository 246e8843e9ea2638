/** Chooses where to move or clone files or a folder's contents. */
import { useShortlist } from '#page/page-data.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { FolderPanel, selectedFolder } from '../folders/FolderPanel.tsx';
import { useFolderTree } from '../folders/useFolderTree.ts';
import { folderName } from '../format/names.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { plural, t } from '../text.ts';
import { type MoveTask, type PlannedWork, planWork } from './plan-work.ts';
import { useStartWork, type WorkDialogProps } from './useStartWork.ts';
import './bulk.css';

interface MoveDialogProps extends WorkDialogProps {
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
  const { notice, show, start, isStarting, close } = useStartWork(props, () => props.onStarted?.(note));

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

const noChoice: PlannedWork = { work: null, note: '' };
