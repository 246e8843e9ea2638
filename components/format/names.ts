import type { CatalogFile } from '../../lib/catalog/file.ts';
import { type FolderRef, rootId } from '../../lib/folders/folder.ts';
import { t } from '../text.ts';

/** Translates the root's name. Shows the id of an unknown folder. */
export function folderName({ id, name }: FolderRef): string {
  if (id === rootId) return t('menu.rootFolder');
  return name === '' ? t('folder.byId', { id }) : name;
}

export type TitledFile = Pick<CatalogFile, 'title' | 'fileCode'>;
export const titleOf = ({ title, fileCode }: TitledFile): string => (title.trim() === '' ? fileCode : title);
