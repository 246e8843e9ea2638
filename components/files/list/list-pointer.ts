/** A click opens. Checkboxes, Ctrl and Shift select. */
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import { isModifiedClick } from '../../keys/clicks.ts';
import { hasModKey } from '../../keys/key-press.ts';
import { getMenuPoint } from '../../menu/ContextMenu.tsx';
import { type Item, itemAt } from '../model/listing.ts';
import { selectRange, toggleFile } from '../model/selection.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { startDrag } from './drag.ts';
import { findMenuButton, toggleMenu } from './ItemMenu.tsx';
import { showItem } from './list-keys.ts';

export function listPointer(files: FilesContext, addressOf: (fileId: number) => FileAddresses | undefined) {
  const at = (event: Event): { item: Item; element: HTMLElement } | null => {
    const element = (event.target as Element).closest<HTMLElement>('[data-index]');
    const item = itemAt(files.listing, Number(element?.dataset['index'] ?? Number.NaN));
    return element && item ? { item, element } : null;
  };
  /** Controls in a row handle their own events. */
  const isControl = (event: Event) => (event.target as Element).closest('button, input, a, .menu') !== null;

  return {
    onClick(event: MouseEvent) {
      const button = findMenuButton(event);
      if (button) return toggleMenu(files, button);
      const hit = at(event);
      if (!hit || isControl(event)) return;
      const { item, element } = hit;
      focusWithoutScroll(element);
      const isCheck = (event.target as Element).closest('.file-check') !== null;
      const isPlain = !isCheck && !isModifiedClick(event);
      if (item.kind === 'file') selectFile(files, item.fileId, event, isCheck);
      // The first click may have moved another item there.
      if (isPlain && event.detail < 2) showItem(files, item);
    },
    onContextMenu(event: MouseEvent) {
      const hit = at(event);
      if (!hit || hit.item.kind === 'heading' || (event.target as Element).closest('input')) return;
      event.preventDefault();
      const { item, element } = hit;
      focusWithoutScroll(element);
      files.setMenu({ item, at: getMenuPoint(event, element) });
    },
    onDragStart(event: DragEvent) {
      const hit = at(event);
      if (hit) startDrag(event, files, hit.item, addressOf);
    },
    onDragEnd() {
      files.dragged.current = null;
    },
  };
}

/** Scrolling would close menus and move the row away from a second click. */
const focusWithoutScroll = (element: HTMLElement): void => element.focus({ preventScroll: true });

function selectFile(files: FilesContext, fileId: number, event: MouseEvent, isCheck: boolean): void {
  const { select, listing } = files;
  const isAdded = isCheck || hasModKey(event);
  if (event.shiftKey) select((selection) => selectRange(selection, listing.fileIds, fileId, isAdded));
  else if (isAdded) select((selection) => toggleFile(selection, fileId));
  else select((selection) => ({ ...selection, anchor: fileId }));
}
