/** What rows and tiles have in common: the props, name and rename field of one item. */
import { folderName } from '../../folders/name.ts';
import { t } from '../../text.ts';
import { renameFile, renameFolder } from './commands.ts';
import { titleOf } from './file-format.ts';
import type { Item } from './listing.ts';
import { type FilesContext, foundTarget, targetOf } from './useFiles.ts';

export interface ItemProps {
  readonly files: FilesContext;
  readonly item: Item;
  /** In the listing. */
  readonly index: number;
  /** Whether it is the tab stop. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly image: string | null | undefined;
}

/** The file of an item; null for a folder, or where the file was removed. */
export function fileOf({ snapshot }: FilesContext, item: Item) {
  if (item.kind === 'file') return snapshot.file(item.row);
  return item.kind === 'found' ? item.file : null;
}

/** The name shown for an item. */
export function itemName(files: FilesContext, item: Item): string {
  const wanted = files.pendingNames.nameOf(item.key);
  if (wanted !== undefined) return wanted;
  if (item.kind === 'folder') return folderName(item.folder);
  const file = fileOf(files, item);
  return file === null ? '' : titleOf(file);
}

/** Props of the item's rename field; null while it is not being renamed. */
export function renameProps(files: FilesContext, item: Item) {
  if (files.renaming !== item.key || item.kind === 'heading') return null;
  const file = fileOf(files, item);
  const name = itemName(files, item);
  return {
    label: t('files.newName', { name }),
    name,
    onDone(wanted: string | null) {
      files.setRenaming(null);
      if (wanted === null) return;
      if (item.kind === 'folder') void renameFolder(files, item.folder.id, wanted);
      else if (item.kind === 'found') void renameFile(files, item.key, foundTarget(item.file), wanted);
      else if (file) void renameFile(files, item.key, targetOf(file, item.row), wanted);
    },
  };
}
