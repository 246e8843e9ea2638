/** Dragging files onto folders. What is dragged never leaves the page; other pages get only the count. */
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { plural } from '../../text.ts';
import { moveFiles } from '../model/commands.ts';
import type { Item } from '../model/listing.ts';
import { type Files, targetsFor } from '../model/useFiles.ts';

const type = 'application/x-linkhaul-files';

export function dragStart(event: DragEvent, files: Files, item: Item): void {
  const targets = targetsFor(files, item);
  if (targets.length === 0 || !event.dataTransfer) {
    event.preventDefault();
    return;
  }
  files.dragged.current = targets;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(type, `${targets.length}`);
  if (targets.length > 1) showCount(event.dataTransfer, targets.length);
}

export function dragEnd(files: Files): void {
  files.dragged.current = null;
  unmark();
}

/** Says that files can be dropped here, to the browser and to the eye. */
export function dragOver(event: DragEvent, files: Files, element: Element): void {
  if (files.dragged.current === null) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
  if (marked === element) return;
  unmark();
  marked = element;
  element.classList.add('drop-here');
  element.addEventListener('dragleave', left);
}

export function dropOn(event: DragEvent, files: Files, folder: FolderRef): void {
  const targets = files.dragged.current;
  if (targets === null) return;
  event.preventDefault();
  dragEnd(files);
  void moveFiles(files, targets, folder);
}

/** The one element that is marked; the page has one pointer. */
let marked: Element | null = null;

function left(event: Event): void {
  const to = (event as DragEvent).relatedTarget;
  if (!(to instanceof Node && marked?.contains(to))) unmark();
}

function unmark(): void {
  marked?.classList.remove('drop-here');
  marked?.removeEventListener('dragleave', left);
  marked = null;
}

/** Instead of the picture of one row, which would say that only that one goes along. */
function showCount(transfer: DataTransfer, count: number): void {
  const label = document.createElement('div');
  label.className = 'drag-count';
  label.textContent = plural('files.count', count);
  document.body.append(label);
  transfer.setDragImage(label, 0, 0);
  // The browser has taken its picture once this turn is over.
  setTimeout(() => label.remove());
}
