/** What the keys do in a list of files. */
import { withinRow } from '../../grid/keys.ts';
import { copyLink, paste, play } from '../model/commands.ts';
import { type Item, isNarrowed, itemAt } from '../model/listing.ts';
import { chosenActions } from '../model/menu-items.ts';
import { inFolder } from '../model/route.ts';
import { nothing, ranged, toggled, withAll } from '../model/selection.ts';
import type { Cursor } from '../model/useCursor.ts';
import { type Files, targetsFor } from '../model/useFiles.ts';
import { type Layout, led, type Way } from './layout.ts';
import { menuButtonOf, toggleMenu } from './MenuButton.tsx';

export function listKeys(
  files: Files,
  cursor: Cursor,
  layout: Layout,
  scroller: { readonly current: HTMLDivElement | null },
  head: number,
): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-index]');
    // Keys in the head of the columns are the buttons' own.
    if (!place) return;
    const button = menuButtonOf(event);
    if (button && event.key === 'ArrowDown') {
      event.preventDefault();
      return toggleMenu(files, button);
    }
    const item = itemAt(files.listing, cursor.at);
    const isOnItem = target === place;
    if (item && isOnItem && onItem(event, files, item)) return event.preventDefault();
    if (item && withCtrl(event, files, item)) return event.preventDefault();
    if (placeKeys(event, files, isOnItem)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;

    const isTiles = target.closest('.tile-line') !== null;
    if (!isTiles) {
      const within = withinRow(event.key, place, target);
      if (within) {
        event.preventDefault();
        return within.focus();
      }
    }
    const isRtl = getComputedStyle(place).direction === 'rtl';
    const way = wayOf(event.key, isTiles, isRtl);
    if (way === null) return;
    event.preventDefault();
    const page = (scroller.current?.clientHeight ?? 0) - head;
    go(files, cursor, led(layout, cursor.at, way, page), event.shiftKey);
  };
}

function go(files: Files, cursor: Cursor, to: number, isRange: boolean): void {
  const { listing, selection, select, route } = files;
  const from = itemAt(listing, cursor.at);
  const item = itemAt(listing, to);
  cursor.put(to, true);
  if (item?.kind !== 'file') return;
  if (isRange) {
    const anchor = selection.anchor ?? (from?.kind === 'file' ? from.row : item.row);
    select(ranged({ ...selection, anchor }, listing.rows, item.row, false));
  }
  // Details that are open follow.
  const file = route.fileCode === null ? null : files.snapshot.file(item.row);
  if (file) files.go({ ...route, fileCode: file.fileCode }, 'replace');
}

/**
 * Keys for the place that is shown, whether or not anything is listed in it; true where they did something.
 *
 * @param isOnPlace and not on a button in it, say
 */
export function placeKeys(event: KeyboardEvent, files: Files, isOnPlace: boolean): boolean {
  const { route, go } = files;
  if (event.altKey || event.shiftKey) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'v' && paste(files, route.folderId);
  if (event.key !== 'Backspace' || !isOnPlace || isNarrowed(route) || route.folderId === null) return false;
  go(inFolder(route, parentOf(files, route.folderId)));
  return true;
}

/** Keys for the item that they are pressed on; true where they did something. */
function onItem(event: KeyboardEvent, files: Files, item: Item): boolean {
  const { selection, select, listing } = files;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  switch (event.key) {
    case 'Enter':
      if (event.altKey) return false;
      enter(files, item, event.ctrlKey || event.metaKey);
      return true;
    case ' ':
      if (item.kind !== 'file') return true;
      select(event.shiftKey ? ranged(selection, listing.rows, item.row, true) : toggled(selection, item.row));
      return true;
    case 'Escape':
      return isPlain && takeBack(files);
    case 'F2':
      rename(files, item);
      return true;
    default:
      return false;
  }
}

export function enter(files: Files, item: Item, isPlay: boolean): void {
  const { go, route, snapshot } = files;
  if (item.kind === 'folder') {
    go(inFolder(route, item.folder.id));
    return;
  }
  const file = item.kind === 'file' ? snapshot.file(item.row) : item.kind === 'found' ? item.file : null;
  if (!file) return;
  if (isPlay) play(files, file.fileCode);
  else go({ ...route, fileCode: file.fileCode }, route.fileCode === null ? 'push' : 'replace');
}

/** One thing at a time. */
function takeBack({ cut, setCut, selection, select, route, go }: Files): boolean {
  if (cut.size > 0) setCut(new Set());
  else if (selection.rows.size > 0) select(nothing);
  else if (route.fileCode !== null) go({ ...route, fileCode: null });
  else return false;
  return true;
}

function rename(files: Files, item: Item): void {
  const targets = targetsFor(files, item);
  if (targets.length > 1) files.ask({ what: 'rename', files: targets });
  else if (item.kind !== 'heading' && item.key !== 'folder 0') files.setRenaming(item.key);
}

function withCtrl(event: KeyboardEvent, files: Files, item: Item): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  const { selection, select, listing, setCut } = files;
  switch (event.key.toLowerCase()) {
    case 'a':
      select(withAll(selection, listing.rows));
      return true;
    case 'c': {
      const targets = targetsFor(files, item);
      if (targets.length > 1) chosenActions(files)[0]?.[0]?.onSelect();
      else if (targets[0]) void copyLink(files, targets[0]);
      return targets.length > 0;
    }
    case 'x': {
      const rows = targetsFor(files, item).flatMap(({ row }) => (row === null ? [] : [row]));
      setCut(new Set(rows));
      return rows.length > 0;
    }
    default:
      return false;
  }
}

const parentOf = ({ snapshot }: Files, folderId: string): string | null =>
  folderId === '0' ? null : (snapshot.folders.get(folderId)?.parentId ?? null);

function wayOf(key: string, isTiles: boolean, isRtl: boolean): Way | null {
  switch (key) {
    case 'ArrowDown':
      return 'down';
    case 'ArrowUp':
      return 'up';
    case 'PageDown':
      return 'page-down';
    case 'PageUp':
      return 'page-up';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    case 'ArrowLeft':
    case 'ArrowRight':
      if (!isTiles) return null;
      return (key === 'ArrowRight') === isRtl ? 'previous' : 'next';
    default:
      return null;
  }
}
