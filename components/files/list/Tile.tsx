import { folderTarget } from '../../drop/folder-target.ts';
import { formatDay } from '../../format/service-dates.ts';
import { Icon } from '../../icons/Icon.tsx';
import { format, joinFacts } from '../../text.ts';
import { isSearch, showsLocation } from '../model/listing.ts';
import { getItemFile } from '../model/targets.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { formatPath } from '../wording.ts';
import { isDraggable } from './drag.ts';
import { folderPicture } from './folder-picture.tsx';
import { highlightedText } from './highlighted-text.tsx';
import { menuButton } from './ItemMenu.tsx';
import { type ItemProps, itemName, renameProps, takedownMark } from './item.tsx';
import { RenameField } from './RenameField.tsx';
import { thumbnail } from './thumbnail.tsx';
import './tile.css';

export function Tile({ files, item, index, isActive, isChosen, image }: ItemProps) {
  const file = getItemFile(files, item);
  if (!file && item.kind !== 'folder') return null;
  const name = itemName(files, item);
  const rename = renameProps(files, item);
  const isCut = item.kind === 'file' && files.cut.has(item.fileId);
  const isOpen = file !== null && file.fileCode === files.route.fileCode;
  const path = file && showsLocation(files.route) ? formatPath(files.snapshot, file.folderId) : '';
  const caption =
    item.kind === 'folder'
      ? isSearch(files.route.text)
        ? formatPath(files.snapshot, item.folder.parentId)
        : formatFileCount(files, item.folder.id)
      : joinFacts([file && formatDay(file.uploaded), path]);
  return (
    <td
      class={`tile inset-ring forced-ring tile-${item.kind === 'folder' ? 'folder' : 'file'}${isCut ? ' file-cut' : ''}${isOpen ? ' file-open' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its keys are in `list-keys.ts`.
      role="gridcell"
      aria-selected={item.kind === 'file' ? isChosen : undefined}
      data-index={index}
      data-kind={item.kind}
      {...(item.kind === 'folder' && folderTarget(item.folder))}
      tabIndex={isActive ? 0 : -1}
      draggable={isDraggable(files, item)}
    >
      {item.kind === 'folder'
        ? folderPicture(files, item.folder.id)
        : file && thumbnail({ file, image, hasLength: true })}
      {item.kind === 'file' && (
        <span class="file-check center">
          <span class="check center">{isChosen && <Icon name="check" />}</span>
        </span>
      )}
      {rename ? (
        <RenameField {...rename} />
      ) : (
        <span class="tile-text stack gap-0">
          {highlightedText({ class: 'tile-name clamp', text: name, typed: files.route.text })}
          <span class="file-where small tone-quiet one-line">
            {file && takedownMark(files, file.fileCode)}
            {caption}
          </span>
        </span>
      )}
      {menuButton({ files, item, name, tabIndex: -1 })}
    </td>
  );
}

/** Empty for 0, and if unknown. */
function formatFileCount({ snapshot }: FilesContext, folderId: string): string {
  const count = snapshot.filesIn(folderId);
  return count ? format.number(count) : '';
}
