/** Drags items onto folders, and files' links into other pages and programs. */
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { titleOf } from '../../format/names.ts';
import { plural } from '../../text.ts';
import { getLink } from '../model/commands.ts';
import type { Item } from '../model/listing.ts';
import { canMoveFolder } from '../model/menu-items.ts';
import { targetsFor } from '../model/targets.ts';
import type { FilesContext } from '../model/useFiles.ts';

const type = 'application/x-linkhaul-files';

export const isDraggable = (files: FilesContext, item: Item): boolean =>
  files.renaming !== item.key && (item.kind !== 'folder' || canMoveFolder(files, item.folder.id));

export function startFolderDrag(
  { dataTransfer }: DragEvent,
  { dragged }: FilesContext,
  folder: FolderRef,
): void {
  if (!dataTransfer) return;
  dragged.current = { folder };
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(type, '1');
}

/** @param addressOf only what is already read, because a drag can't wait */
export function startDrag(
  event: DragEvent,
  files: FilesContext,
  item: Item,
  addressOf: (fileId: number) => FileAddresses | undefined,
): void {
  if (item.kind === 'folder') {
    startFolderDrag(event, files, item.folder);
    return;
  }
  const targets = targetsFor(files, item);
  if (targets.length === 0 || !event.dataTransfer) {
    event.preventDefault();
    return;
  }
  files.dragged.current = { files: targets };
  event.dataTransfer.effectAllowed = 'all';
  event.dataTransfer.setData(type, `${targets.length}`);
  setLinks(
    event.dataTransfer,
    targets.flatMap((target) => {
      const url = getLink(files, target, target.fileId === null ? undefined : addressOf(target.fileId));
      return url === '' ? [] : { url, title: titleOf(target) };
    }),
  );
  if (targets.length > 1) setDragCount(event.dataTransfer, targets.length);
}

function setLinks(transfer: DataTransfer, links: readonly { url: string; title: string }[]): void {
  const urls = links.map(({ url }) => url);
  transfer.setData('text/uri-list', urls.join('\r\n'));
  transfer.setData('text/plain', urls.join('\n'));
  const anchors = links.map(({ url, title }) => {
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.textContent = title;
    return anchor.outerHTML;
  });
  transfer.setData('text/html', anchors.join('<br>'));
}

function setDragCount(transfer: DataTransfer, count: number): void {
  const label = document.createElement('div');
  label.className = 'drag-count';
  label.textContent = plural('files.count', count);
  document.body.append(label);
  transfer.setDragImage(label, 0, 0);
  // The browser takes the image at the end of this task.
  setTimeout(() => label.remove());
}
