/**
 * The item with the keyboard cursor, which follows its file through sorting and changes; where the file leaves the list, the
 * cursor and the focus move to the item that takes its index.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { VirtualSections } from '../../virtual/useVirtualSections.ts';
import { indexOfKey, itemAt, type Listing } from './listing.ts';

interface CursorPosition {
  readonly key: string | null;
  readonly index: number;
}

/** @param place identifies the list; each remembers its cursor and scroll position */
export function useCursor(
  listing: Listing,
  headings: readonly number[],
  place: string,
  { scroller, getScrollTop, scrollTo }: VirtualSections,
  reveal: (index: number) => void,
) {
  const [, redraw] = useState(0);
  const current = useRef<CursorPosition>({ key: null, index: 0 });
  const visited = useRef(new Map<string, { readonly current: CursorPosition; readonly top: number }>());
  const shown = useRef(place);
  const wantsFocus = useRef(false);
  const hasFocus = useRef(false);

  if (shown.current !== place) {
    if (visited.current.size > 200) visited.current.clear();
    visited.current.set(shown.current, { current: current.current, top: getScrollTop() });
    current.current = visited.current.get(place)?.current ?? { key: null, index: 0 };
  }
  const index = currentIndex(listing, headings, current.current);
  current.current = { key: itemAt(listing, index)?.key ?? null, index };

  useLayoutEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    scrollTo(visited.current.get(place)?.top ?? 0);
  }, [place]);

  useLayoutEffect(() => {
    if (!wantsFocus.current && !hasFocus.current) return;
    const { activeElement } = document;
    const holder = scroller.current?.contains(activeElement) ? activeElement?.closest('[data-index]') : null;
    // The focused element was removed, or shows another item now.
    const isLost =
      activeElement === document.body || (holder && holder.getAttribute('data-index') !== `${index}`);
    if (!wantsFocus.current && !isLost) return;
    if (wantsFocus.current) reveal(index);
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  return {
    /** Index of the item; 0 in an empty list. */
    at: index,
    /** @param withFocus also focuses the item once it is drawn */
    moveTo(index: number, withFocus: boolean) {
      current.current = { key: itemAt(listing, index)?.key ?? null, index };
      wantsFocus.current = withFocus;
      if (!withFocus) reveal(index);
      redraw((times) => times + 1);
    },
    onFocusIn(event: FocusEvent) {
      hasFocus.current = true;
      const focused = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'];
      if (focused === undefined || Number(focused) === index) return;
      current.current = { key: itemAt(listing, Number(focused))?.key ?? null, index: Number(focused) };
      redraw((times) => times + 1);
    },
    onFocusOut({ target, relatedTarget }: FocusEvent) {
      // A removed element leaves the focus on the body; the effect above moves it.
      queueMicrotask(() => {
        const isTaken = relatedTarget === null && !(target as Element).isConnected;
        if (!isTaken && !scroller.current?.contains(document.activeElement)) hasFocus.current = false;
      });
    },
  };
}

export type Cursor = ReturnType<typeof useCursor>;

function currentIndex(listing: Listing, headings: readonly number[], { key, index }: CursorPosition): number {
  const last = Math.max(listing.length - 1, 0);
  const at = Math.min(index, last);
  if (key !== null && itemAt(listing, at)?.key !== key) {
    const moved = indexOfKey(listing, key);
    if (moved !== -1) return moved;
  }
  return headings.includes(at) ? Math.min(at + 1, last) : at;
}
