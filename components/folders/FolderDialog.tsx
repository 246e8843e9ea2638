import type { FolderRef } from '../../lib/folders/folder.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { t } from '../text.ts';
import { FolderPanel, selectedFolder } from './FolderPanel.tsx';
import { useFolderTree } from './useFolderTree.ts';

interface FolderDialogProps {
  /** The current account by default. */
  readonly accountId?: string | undefined;
  /** Selected once it is known. */
  readonly suggestedId?: string | undefined;
  readonly pinned: readonly FolderRef[];
  /** The name offered for a new folder, which is created and chosen; null: any folder. */
  readonly newName?: string | null | undefined;
  readonly onChoose: (folder: FolderRef) => void;
  readonly onClose: () => void;
}

export function FolderDialog(props: FolderDialogProps) {
  const { accountId, suggestedId, pinned, newName = null, onChoose, onClose } = props;
  const live = useFolderTree(accountId, suggestedId, newName);
  const choose = () => onChoose(selectedFolder(live));
  return (
    <Dialog title={t('folder.chooseTitle')} kind="panel" onClose={onClose}>
      <FolderPanel
        live={live}
        pinned={pinned}
        onConfirm={choose}
        onCreated={newName === null ? undefined : onChoose}
      />
      <DialogButtons
        confirmLabel={t('folder.use')}
        disabled={!live.canChoose}
        onConfirm={choose}
        onCancel={onClose}
      />
    </Dialog>
  );
}
