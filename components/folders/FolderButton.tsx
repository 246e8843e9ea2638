/** Shows a folder and offers the others: default, pinned, recent, and the whole tree. */
import { useState } from 'preact/hooks';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';
import { Icon } from '../icons/Icon.tsx';
import { FolderDialog } from '../lazy-dialogs.ts';
import { Menu, type MenuItem } from '../menu/Menu.tsx';
import { t } from '../text.ts';
import { folderName } from './name.ts';
import './folder-button.css';

export interface FolderButtonProps {
  readonly folder: FolderRef;
  readonly shortlist: FolderShortlist;
  /** Whose folders; the current account's where none is named. */
  readonly accountId?: string | undefined;
  readonly onChange: (folder: FolderRef) => void;
}

export function FolderButton({ folder, shortlist, accountId, onChange }: FolderButtonProps) {
  const [choosing, setChoosing] = useState(false);
  const name = folderName(folder);

  const item = (each: FolderRef): MenuItem => ({
    id: each.id,
    label: folderName(each),
    checked: each.id === folder.id,
    onSelect: () => onChange(each),
  });
  const groups = () => [
    [shortlist.default, ...shortlist.pinned].map(item),
    shortlist.recent.map(item),
    [{ id: 'choose', label: t('folder.choose'), icon: 'folder' as const, onSelect: () => setChoosing(true) }],
  ];

  return (
    <>
      <Menu class="menu-button folder-button" label={t('folder.button', { name })} groups={groups}>
        <Icon name="folder" />
        <span class="one-line" dir="auto">
          {name}
        </span>
        <Icon name="down" />
      </Menu>
      {choosing && (
        <FolderDialog
          accountId={accountId}
          pinnedIds={shortlist.pinned.map(({ id }) => id)}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            onChange(chosen);
          }}
        />
      )}
    </>
  );
}
