import type { FolderRef } from '../../lib/folders/folder.ts';
import { t } from '../text.ts';

/** Translates the root's name. Shows the id of an unknown folder. */
export function folderName({ id, name }: FolderRef): string {
  if (id === '0') return t('menu.rootFolder');
  return name === '' ? t('folder.byId', { id }) : name;
}
