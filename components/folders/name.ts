/** What the interface calls a folder. */
import type { FolderRef } from '../../lib/folders/folder.ts';
import { t } from '../text.ts';

/** The root's translated name, the folder's name, or its id where the name is unknown. */
export function folderName({ id, name }: FolderRef): string {
  if (id === '0') return t('menu.rootFolder');
  return name === '' ? t('folder.byId', { id }) : name;
}
