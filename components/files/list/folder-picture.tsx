import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import type { FilesContext } from '../model/useFiles.ts';
import './file-list.css';

/** Called as a function, like `thumbnail`. */
export function folderPicture({ shortlist }: FilesContext, folderId: string) {
  return (
    <span class="folder-picture picture center">
      {folderIcon}
      {shortlist.pinned.some(({ id }) => id === folderId) && pinBadge()}
    </span>
  );
}

const folderIcon = <Icon name="folder" />;
const pinBadge = () => (
  <span class="folder-pin-badge center">
    <Icon name="pin" />
    <span class="visually-hidden">{t('folder.pinned')}</span>
  </span>
);
