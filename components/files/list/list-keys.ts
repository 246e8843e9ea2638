import { rootId } from '../../../lib/folders/folder.ts';
import { directedKey, type KeyPress, readKey } from '../../keys/key-press.ts';
import { targetInRow } from '../../list/target-in-row.ts';
import type { RovingFocus } from '../../list/useRovingFocus.ts';
import { copyLink, openPage, pasteCutFiles } from '../model/commands.ts';
import { type Item, isFiltered, itemAt } from '../model/listing.ts';
import { selectionActions } from '../model/menu-items.ts';
import { inFolder } from '../model/route.ts';
import { addFiles, emptySelection, selectRange, toggleFile } from '../model/selection.ts';
import { getItemFile, getItemTarget, targetsFor } from '../model/targets.ts';
import { startDelete } from '../model/to-delete.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { findMenuButton, toggleMenu } from './ItemMenu.tsx';
import { type CursorDirection, type Layout, moveIndex } from './list-layout.ts';

export function listKeys(
  files: FilesContext,
  cursor: RovingFocus,
  layout: Layout,
  scroller: { readonly current: HTMLDivElement | null },
  head: number,
): (event: KeyboardEvent) => void {
  return (event) => {
    const press = readKey(event);
    const target = event.target as HTMLElement;
    const itemElement = target.closest<HTMLElement>('[data-index]');
    // The head's buttons handle their own keys.
    if (!press || !itemElement) return;
    const button = findMenuButton(event);
    if (button && press.key === 'ArrowDown') {
      event.preventDefault();
      return toggleMenu(files, button);
    }
    const item = itemAt(files.listing, cursor.at);
    const isOnItem = target === itemElement;
    if (item && isOnItem && onItemKey(press, files, item)) return event.preventDefault();
    if (item && onShortcut(press, files, item)) return event.preventDefault();
    if (onFolderKey(press, files, isOnItem)) return event.preventDefault();
    if (press.mod || press.alt) return;

    const isTiles = target.closest('.tile-line') !== null;
    if (!isTiles) {
      const within = targetInRow(press, itemElement, target);
      if (within) {
        event.preventDefault();
        return within.focus();
      }
    }
    const direction = (isTiles ? tileDirections : directions)[directedKey(press, itemElement)];
    if (direction === undefined) return;
    event.preventDefault();
    const page = (scroller.current?.clientHeight ?? 0) - head;
    moveCursor(files, cursor, moveIndex(layout, cursor.at, direction, page), press.shift);
  };
}

function moveCursor(files: FilesContext, cursor: RovingFocus, to: number, isRange: boolean): void {
  const { listing, select, route } = files;
  const from = itemAt(listing, cursor.at);
  const item = itemAt(listing, to);
  cursor.moveTo(to, true);
  if (item?.kind !== 'file') return;
  if (isRange) {
    const start = from?.kind === 'file' ? from.fileId : item.fileId;
    select((selection) =>
      selectRange({ ...selection, anchor: selection.anchor ?? start }, listing.fileIds, item.fileId, false),
    );
  }
  // Open details follow the cursor.
  const file = route.fileCode === null ? null : files.snapshot.file(item.fileId);
  if (file) files.go({ ...route, fileCode: file.fileCode }, 'replace');
}

/** Also in an empty folder. Returns whether the key was handled. `isOnList`: the list has the focus, not a control in it. */
export function onFolderKey({ chord }: KeyPress, files: FilesContext, isOnList: boolean): boolean {
  const { route, go } = files;
  if (chord === 'mod+v') return pasteCutFiles(files, route.folderId);
  if (chord !== 'Backspace' || !isOnList || isFiltered(route) || route.folderId === null) return false;
  go(inFolder(route, getParentId(files, route.folderId)));
  return true;
}

/** Returns whether the key was handled. */
function onItemKey({ key, mod, alt, shift }: KeyPress, files: FilesContext, item: Item): boolean {
  const { select, listing } = files;
  const target = getItemTarget(files, item);
  switch (key) {
    case 'Enter':
      // As in file managers, Alt opens the properties.
      if (alt || item.kind === 'folder') showItem(files, item);
      else if (target) void openPage(files, target, mod);
      return true;
    case ' ':
      // macOS itself uses ⌘ Space.
      if (!mod && !alt && !shift) files.setPreviewing(target !== null);
      else if (item.kind === 'file')
        select((selection) =>
          shift
            ? selectRange(selection, listing.fileIds, item.fileId, true)
            : toggleFile(selection, item.fileId),
        );
      return true;
    case 'Escape':
      return !mod && !alt && cancelLatest(files);
    case 'Delete':
      void startDelete(files, targetsFor(files, item));
      return true;
    case 'F2':
      startRename(files, item);
      return true;
    default:
      return false;
  }
}

export function showItem(files: FilesContext, item: Item): void {
  const { go, route } = files;
  if (item.kind === 'folder') {
    go(inFolder(route, item.folder.id));
    return;
  }
  const file = getItemFile(files, item);
  if (file) go({ ...route, fileCode: file.fileCode }, route.fileCode === null ? 'push' : 'replace');
}

/** Drops the cut files, or clears the selection, or closes the details. */
function cancelLatest({ cut, setCut, selection, select, route, go }: FilesContext): boolean {
  if (cut.size > 0) setCut(new Set());
  else if (selection.fileIds.size > 0) select(emptySelection);
  else if (route.fileCode !== null) go({ ...route, fileCode: null });
  else return false;
  return true;
}

function startRename(files: FilesContext, item: Item): void {
  const targets = targetsFor(files, item);
  if (targets.length > 1) files.openDialog({ what: 'rename', files: targets });
  else if (item.kind !== 'heading' && item.key !== 'folder 0') files.setRenaming(item.key);
}

function onShortcut({ chord }: KeyPress, files: FilesContext, item: Item): boolean {
  const { select, listing, setCut } = files;
  switch (chord) {
    case 'mod+a':
      select((selection) => addFiles(selection, listing.fileIds));
      return true;
    case 'mod+c': {
      const targets = targetsFor(files, item);
      if (targets.length > 1) selectionActions(files)[0]?.[0]?.run();
      else if (targets[0]) void copyLink(files, targets[0]);
      return targets.length > 0;
    }
    // As on the Mac.
    case 'mod+Backspace':
      void startDelete(files, targetsFor(files, item));
      return true;
    case 'mod+x': {
      const fileIds = targetsFor(files, item).flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
      setCut(new Set(fileIds));
      return fileIds.length > 0;
    }
    default:
      return false;
  }
}

const getParentId = ({ snapshot }: FilesContext, folderId: string): string | null =>
  folderId === rootId ? null : (snapshot.folders.get(folderId)?.parentId ?? null);

const directions: Readonly<Record<string, CursorDirection>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Home: 'first',
  End: 'last',
};
const tileDirections: typeof directions = { ...directions, forward: 'next', back: 'previous' };
