/** The pointer in a list of files: select, open, drag, and drop onto folders. */
import { menuPointOf } from '../../menu/ContextMenu.tsx';
import { type Item, itemAt } from '../model/listing.ts';
import { selectOnly, selectRange, toggleRow } from '../model/selection.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { dragOver, dropOn, endDrag, startDrag } from './drag.ts';
import { openItem } from './list-keys.ts';
import { menuButtonOf, toggleMenu } from './MenuButton.tsx';

/** @param opensOnClick a click opens, as in a narrow list that has no room for details beside it */
export function listPointer(files: FilesContext, opensOnClick: boolean) {
  const at = (event: Event): { item: Item; element: HTMLElement } | null => {
    const element = (event.target as Element).closest<HTMLElement>('[data-index]');
    const item = itemAt(files.listing, Number(element?.dataset['index'] ?? Number.NaN));
    return element && item ? { item, element } : null;
  };
  /** Controls in a row handle their own events. */
  const isControl = (event: Event) => (event.target as Element).closest('button, input, a, .menu') !== null;

  return {
    onClick(event: MouseEvent) {
      const button = menuButtonOf(event);
      if (button) return toggleMenu(files, button);
      const hit = at(event);
      if (!hit || isControl(event)) return;
      const { item, element } = hit;
      focusWithoutScroll(element);
      const isCheck = (event.target as Element).closest('.file-check') !== null;
      if (item.kind === 'folder') return opensOnClick ? openItem(files, item, false) : undefined;
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (item.kind === 'file') selectRow(files, item.row, event, isCheck, !opensOnClick);
      if (isCheck || !isPlain) return;
      if (opensOnClick || files.route.fileCode !== null) openItem(files, item, false);
    },
    onDblClick(event: MouseEvent) {
      const hit = at(event);
      if (!hit || isControl(event) || opensOnClick) return;
      if ((event.target as Element).closest('.file-check') === null) openItem(files, hit.item, false);
    },
    onContextMenu(event: MouseEvent) {
      const hit = at(event);
      if (!hit || hit.item.kind === 'heading' || (event.target as Element).closest('input')) return;
      event.preventDefault();
      const { item, element } = hit;
      // A right-click outside the selection selects the item.
      if (item.kind === 'file' && !files.selection.rows.has(item.row) && !opensOnClick)
        files.select(selectOnly(item.row));
      focusWithoutScroll(element);
      files.setMenu({ item, at: menuPointOf(event, element) });
    },
    onDragStart(event: DragEvent) {
      const hit = at(event);
      if (hit) startDrag(event, files, hit.item);
    },
    onDragEnd: () => endDrag(files),
    onDragOver(event: DragEvent) {
      const hit = at(event);
      if (hit?.item.kind === 'folder') dragOver(event, files, hit.element);
    },
    onDrop(event: DragEvent) {
      const hit = at(event);
      if (hit?.item.kind === 'folder') dropOn(event, files, hit.item.folder);
    },
  };
}

/** Does not scroll: a second click must hit the same row, and scrolling closes menus. */
const focusWithoutScroll = (element: HTMLElement): void => element.focus({ preventScroll: true });

function selectRow(
  files: FilesContext,
  row: number,
  event: MouseEvent,
  isCheck: boolean,
  isAlone: boolean,
): void {
  const { selection, select, listing } = files;
  const isAdded = event.ctrlKey || event.metaKey;
  if (event.shiftKey) select(selectRange(selection, listing.rows, row, isAdded || isCheck));
  else if (isAdded || isCheck) select(toggleRow(selection, row));
  else if (isAlone) select(selectOnly(row));
}
