import type { FolderRef } from '../../lib/folders/folder.ts';
import { t } from '../text.ts';

/** The root's name is translated. A folder with an unknown name shows its id. */
export function folderName({ id, name }: FolderRef): string {
  if (id === '0') return t('menu.rootFolder');
  return name === '' ? t('folder.byId', { id }) : name;
}
