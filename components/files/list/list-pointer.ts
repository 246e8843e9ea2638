/** What the pointer does in a list of files: choose, open, drag, and drop onto folders. */
import { pointOf } from '../../menu/ContextMenu.tsx';
import { type Item, itemAt } from '../model/listing.ts';
import { only, ranged, toggled } from '../model/selection.ts';
import type { Files } from '../model/useFiles.ts';
import { dragEnd, dragOver, dragStart, dropOn } from './drag.ts';
import { enter } from './list-keys.ts';
import { menuButtonOf, toggleMenu } from './MenuButton.tsx';

/** @param opens a click opens, as in a narrow list that has no room for details beside it */
export function listPointer(files: Files, opens: boolean) {
  const at = (event: Event): { item: Item; element: HTMLElement } | null => {
    const element = (event.target as Element).closest<HTMLElement>('[data-index]');
    const item = itemAt(files.listing, Number(element?.dataset['index'] ?? Number.NaN));
    return element && item ? { item, element } : null;
  };
  /** Buttons and fields in a row answer for themselves. */
  const isControl = (event: Event) => (event.target as Element).closest('button, input, a, .menu') !== null;

  return {
    onClick(event: MouseEvent) {
      const button = menuButtonOf(event);
      if (button) return toggleMenu(files, button);
      const hit = at(event);
      if (!hit || isControl(event)) return;
      const { item, element } = hit;
      focusStill(element);
      const isCheck = (event.target as Element).closest('.file-check') !== null;
      if (item.kind === 'folder') return opens ? enter(files, item, false) : undefined;
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (item.kind === 'file') choose(files, item.row, event, isCheck, !opens);
      if (isCheck || !isPlain) return;
      if (opens || files.route.fileCode !== null) enter(files, item, false);
    },
    onDblClick(event: MouseEvent) {
      const hit = at(event);
      if (!hit || isControl(event) || opens) return;
      if ((event.target as Element).closest('.file-check') === null) enter(files, hit.item, false);
    },
    onContextMenu(event: MouseEvent) {
      const hit = at(event);
      if (!hit || hit.item.kind === 'heading' || (event.target as Element).closest('input')) return;
      event.preventDefault();
      const { item, element } = hit;
      // As everywhere: what is not chosen becomes the choice.
      if (item.kind === 'file' && !files.selection.rows.has(item.row) && !opens) files.select(only(item.row));
      focusStill(element);
      files.setMenu({ item, at: pointOf(event, element) });
    },
    onDragStart(event: DragEvent) {
      const hit = at(event);
      if (hit) dragStart(event, files, hit.item);
    },
    onDragEnd: () => dragEnd(files),
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

/**
 * The cursor follows the focus. A row that is half out of sight stays where it is: another one would come under the pointer
 * for the second half of a double click, and a menu goes with whatever scrolls.
 */
const focusStill = (element: HTMLElement): void => element.focus({ preventScroll: true });

function choose(files: Files, row: number, event: MouseEvent, isCheck: boolean, isAlone: boolean): void {
  const { selection, select, listing } = files;
  const isAdded = event.ctrlKey || event.metaKey;
  if (event.shiftKey) select(ranged(selection, listing.rows, row, isAdded || isCheck));
  else if (isAdded || isCheck) select(toggled(selection, row));
  else if (isAlone) select(only(row));
}
