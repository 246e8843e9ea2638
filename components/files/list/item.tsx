import { isNewTakedown } from '../../../lib/accounts/takedown-record.ts';
import { folderName, titleOf } from '../../format/names.ts';
import { t } from '../../text.ts';
import { renameFile, renameFolder } from '../model/commands.ts';
import type { Item } from '../model/listing.ts';
import { getItemFile, getItemTarget } from '../model/targets.ts';
import type { FilesContext } from '../model/useFiles.ts';

export interface ItemProps {
  readonly files: FilesContext;
  readonly item: Item;
  readonly index: number;
  /** It is the list's tab stop. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly image: string | null | undefined;
}

export function itemName(files: FilesContext, item: Item): string {
  const wanted = files.pendingNames.nameOf(item.key);
  if (wanted !== undefined) return wanted;
  if (item.kind === 'folder') return folderName(item.folder);
  const file = getItemFile(files, item);
  return file === null ? '' : titleOf(file);
}

/** Null if it isn't being renamed. */
export function renameProps(files: FilesContext, item: Item) {
  if (files.renaming !== item.key || item.kind === 'heading') return null;
  const name = itemName(files, item);
  return {
    label: t('files.newName', { name }),
    name,
    onDone(wanted: string | null) {
      files.setRenaming(null);
      if (wanted === null) return;
      const target = getItemTarget(files, item);
      if (item.kind === 'folder') void renameFolder(files, item.folder.id, wanted);
      else if (target) void renameFile(files, item.key, target, wanted);
    },
  };
}

/** Null unless the last list of takedowns has the file. */
export function takedownMark({ takedowns, pageApi }: FilesContext, fileCode: string) {
  if (!(fileCode in takedowns.firstSeenAtMs)) return null;
  const isNew = isNewTakedown(takedowns, fileCode, pageApi.now());
  return (
    <span class="file-takedown medium tone-warn">
      {t(isNew ? 'files.takedown.new' : 'files.takedown.mark')}
    </span>
  );
}
