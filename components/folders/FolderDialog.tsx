import type { FolderRef } from '../../lib/folders/folder.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { t } from '../text.ts';
import { FolderPanel, selectedFolder } from './FolderPanel.tsx';
import { useFolderTree } from './useFolderTree.ts';

interface FolderDialogProps {
  readonly accountId: string;
  /** Selected once known. */
  readonly suggestedId?: string | undefined;
  readonly pinned: readonly FolderRef[];
  /** Suggests a name for a new folder, which is created and chosen. Null: choose any folder. */
  readonly newName?: string | null | undefined;
  readonly title?: string;
  readonly confirmLabel?: string;
  /** Why a folder can't be chosen. Null if it can. */
  readonly whyNot?: (folder: FolderRef) => string | null;
  readonly onChoose: (folder: FolderRef) => void;
  readonly onClose: () => void;
}

export function FolderDialog(props: FolderDialogProps) {
  const { accountId, suggestedId, pinned, newName = null, onChoose, onClose } = props;
  const { title = t('folder.chooseTitle'), confirmLabel = t('folder.use'), whyNot = () => null } = props;
  const live = useFolderTree(accountId, suggestedId, newName);
  const selected = selectedFolder(live);
  const reason = live.canChoose ? whyNot(selected) : null;
  const choose = () => reason === null && onChoose(selected);
  return (
    <Dialog title={title} kind="panel" onClose={onClose}>
      <FolderPanel
        live={live}
        pinned={pinned}
        onConfirm={choose}
        onCreated={newName === null ? undefined : onChoose}
      />
      <p class="collapse-empty tone-quiet" role="status">
        {reason}
      </p>
      <DialogButtons
        confirmLabel={confirmLabel}
        disabled={!live.canChoose || reason !== null}
        onConfirm={choose}
        onCancel={onClose}
      />
    </Dialog>
  );
}
