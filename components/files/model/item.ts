/** What a row and a tile have in common: one item of the listing, and how it stands. */
import { folderName } from '../../folders/name.ts';
import { t } from '../../text.ts';
import { renameFile, renameFolder } from './commands.ts';
import { titleOf } from './file-format.ts';
import type { Item } from './listing.ts';
import { type Files, foundTarget, targetOf } from './useFiles.ts';

export interface ItemProps {
  readonly files: Files;
  readonly item: Item;
  /** Among all that is listed. */
  readonly index: number;
  /** The one that the Tab key leads to. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly image: string | null | undefined;
}

/** The file of an item; null for a folder, or where it has just gone. */
export function fileOf({ snapshot }: Files, item: Item) {
  if (item.kind === 'file') return snapshot.file(item.row);
  return item.kind === 'found' ? item.file : null;
}

/** What an item is called. */
export function itemName(files: Files, item: Item): string {
  const wanted = files.pending.nameOf(item.key);
  if (wanted !== undefined) return wanted;
  if (item.kind === 'folder') return folderName(item.folder);
  const file = fileOf(files, item);
  return file === null ? '' : titleOf(file);
}

/** The field in which the item's name is changed, or null while it is not. */
export function renameProps(files: Files, item: Item) {
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
