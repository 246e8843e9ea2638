import { useMemo, useState } from 'preact/hooks';
import { useSettings } from '#page/all-settings.ts';
import { getOwnHosts } from '../../../lib/accounts/public-address.ts';
import { listCodeLengths } from '../../../lib/catalog/query/code-lengths.ts';
import { NameDialog } from '../../dialog/NameDialog.tsx';
import { FolderDialog } from '../../folders/FolderButton.tsx';
import { folderName, titleOf } from '../../format/names.ts';
import { useIsMounted } from '../../hooks/useIsMounted.ts';
import { lazy } from '../../lazy.tsx';
import { t } from '../../text.ts';
import { createFolder, getMoveProblem, moveFolder } from '../model/commands.ts';
import { emptySelection } from '../model/selection.ts';
import { bulkFiles, type FileTarget, getFolderRef } from '../model/targets.ts';
import { type DialogRequest, useFilesContext } from '../model/useFiles.ts';
import { getFolderName } from '../wording.ts';

const MoveDialog = lazy(() => import('../../bulk/MoveDialog.tsx'), 'MoveDialog');
const CloneDialog = lazy(() => import('../../bulk/CloneDialog.tsx'), 'CloneDialog');
const CheckDialog = lazy(() => import('../../bulk/CheckDialog.tsx'), 'CheckDialog');
const RenamePatternDialog = lazy(() => import('../../bulk/RenamePatternDialog.tsx'), 'RenamePatternDialog');
const LinksDialog = lazy(() => import('../../add-links/LinksDialog.tsx'), 'LinksDialog');
const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'), 'DeleteDialog');
const CopyLinks = lazy(() => import('./CopyLinks.tsx'), 'CopyLinks');

export function Dialogs() {
  const files = useFilesContext();
  const { dialog, openDialog, select, snapshot, account, feedback, shortlist } = files;
  // Read early, because dialogs start with them.
  const settings = useSettings();
  if (dialog === null) return null;
  const onClose = () => openDialog(null);
  const moving = { accountId: account.id, onClose };
  switch (dialog.what) {
    case 'move':
      return (
        <MoveDialog
          {...moving}
          task={{ kind: 'move', files: bulkFiles(dialog.files) }}
          onStarted={(note) => {
            select(emptySelection);
            if (note !== '') feedback.show({ tone: 'warn', text: note });
          }}
        />
      );
    case 'clone':
      return <MoveDialog {...moving} task={{ kind: 'clone', files: bulkFiles(dialog.files) }} />;
    case 'move-folder':
      return (
        <FolderDialog
          accountId={account.id}
          pinned={shortlist.pinned}
          title={t('files.moveFolder.title', { folder: folderName(dialog.folder) })}
          confirmLabel={t('bulk.moveHere')}
          whyNot={(target) => getMoveProblem(files, dialog.folder, target)}
          onChoose={(target) => {
            onClose();
            void moveFolder(files, dialog.folder, target);
          }}
          onClose={onClose}
        />
      );
    case 'contents':
      return (
        <MoveDialog {...moving} task={{ kind: 'move-contents', source: dialog.folder, tree: snapshot }} />
      );
    case 'delete':
      return <DeleteDialog targets={dialog.files} onClose={onClose} />;
    case 'rename':
      return <Rename targets={dialog.files} onClose={onClose} />;
    case 'paste':
      return <Paste dialog={dialog} onClose={onClose} />;
    case 'check':
      return <Check onClose={onClose} />;
    case 'upload':
      return (
        <LinksDialog
          accountId={files.account.id}
          folder={dialog.folder}
          defaultFolder={files.shortlist.default}
          feedback={files.feedback}
          onClose={onClose}
        />
      );
    case 'folder':
      return <NewFolder parentId={dialog.parentId} onClose={onClose} />;
    case 'copy':
      return <CopyLinks targets={dialog.files} settings={settings} onClose={onClose} />;
  }
}

/** Closes once the service has responded. */
function NewFolder({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const files = useFilesContext();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsMounted();

  async function create(name: string) {
    setBusy(true);
    await createFolder(files, parentId, name);
    if (isOpen.current) onClose();
  }

  return (
    <NameDialog
      title={t('folder.new')}
      label={t('folder.newIn', { parent: getFolderName(files.snapshot, parentId) })}
      confirmLabel={t('folder.create')}
      isBusy={isBusy}
      onName={create}
      onClose={onClose}
    />
  );
}

interface RenameProps {
  readonly targets: readonly FileTarget[];
  readonly onClose: () => void;
}

function Rename({ targets, onClose }: RenameProps) {
  const { snapshot, account } = useFilesContext();
  // A snapshot, because catalog changes must not renumber titles while the dialog is open.
  const named = useMemo(
    () =>
      targets.map(({ fileCode, title, folderId, fileId }) => {
        const { uploaded = null, length = null } = (fileId === null ? null : snapshot.file(fileId)) ?? {};
        return { fileCode, title, folderId, folderName: getFolderName(snapshot, folderId), uploaded, length };
      }),
    [targets],
  );
  return <RenamePatternDialog accountId={account.id} files={named} onClose={onClose} />;
}

interface PasteProps {
  readonly dialog: Extract<DialogRequest, { what: 'paste' }>;
  readonly onClose: () => void;
}

function Paste({ dialog, onClose }: PasteProps) {
  const { snapshot, account, route } = useFilesContext();
  const shown = route.folderId === null ? null : getFolderRef(snapshot, route.folderId);
  return (
    <CloneDialog
      pasted={dialog.text}
      accountId={account.id}
      hosts={useMemo(() => getOwnHosts(account), [account])}
      codeLengths={useMemo(() => listCodeLengths(snapshot.contents.blocks), [snapshot])}
      folder={dialog.folder ?? shown}
      titleOf={(fileCode) => {
        const fileId = snapshot.fileId(fileCode);
        const file = fileId === null ? null : snapshot.file(fileId);
        return file && titleOf(file);
      }}
      onClose={onClose}
    />
  );
}

function Check({ onClose }: { onClose: () => void }) {
  const { snapshot, account } = useFilesContext();
  return (
    <CheckDialog
      account={account}
      codeLengths={useMemo(() => listCodeLengths(snapshot.contents.blocks), [snapshot])}
      onClose={onClose}
    />
  );
}
