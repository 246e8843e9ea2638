/** A menu of folders: default, pinned, recent, the whole tree, and a new one. */
import { useState } from 'preact/hooks';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';
import { folderName } from '../format/names.ts';
import { Icon } from '../icons/Icon.tsx';
import { lazy } from '../lazy.tsx';
import { Menu } from '../menu/Menu.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import './folder-button.css';

export const FolderDialog = lazy(() => import('./FolderDialog.tsx'), 'FolderDialog');

interface FolderButtonProps {
  readonly folder: FolderRef;
  readonly shortlist: FolderShortlist;
  readonly accountId: string;
  readonly newFolderName?: string | undefined;
  readonly onChange: (folder: FolderRef) => void;
}

export function FolderButton(props: FolderButtonProps) {
  const { folder, shortlist, accountId, newFolderName = '', onChange } = props;
  const [dialog, setDialog] = useState<'choose' | 'create' | null>(null);
  const { send } = usePageApi();
  const name = folderName(folder);

  const groups = async () => (await import('./folder-menu.ts')).createFolderMenu(props, send, setDialog);

  return (
    <>
      <Menu
        class="bare-button row gap-1 menu-button folder-button"
        label={t('folder.button', { name })}
        groups={groups}
      >
        <Icon name="folder" />
        <span class="one-line" dir="auto">
          {name}
        </span>
        <Icon name="down" />
      </Menu>
      {dialog !== null && (
        <FolderDialog
          accountId={accountId}
          suggestedId={dialog === 'choose' ? folder.id : undefined}
          pinned={shortlist.pinned}
          newName={dialog === 'create' ? newFolderName : null}
          onClose={() => setDialog(null)}
          onChoose={(chosen) => {
            setDialog(null);
            onChange(chosen);
          }}
        />
      )}
    </>
  );
}
