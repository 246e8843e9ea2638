/** What the interface calls a folder. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import { t } from '../text.ts';

/** The root has a name in the user's language; a folder whose name nobody told us goes by its number. */
export function folderName({ id, name }: FolderRef): string {
  if (id === '0') return t('menu.rootFolder');
  return name === '' ? t('folder.byId', { id }) : name;
}
