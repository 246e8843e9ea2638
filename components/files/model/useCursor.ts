/**
 * The item that the keyboard is on. It stays with the file when the list is sorted anew or the catalog changes; where its
 * file leaves the list, the one that takes its place becomes it, and the focus is never lost.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Bands } from '../../virtual/useBands.ts';
import { indexOfKey, itemAt, type Listing } from './listing.ts';

export interface Cursor {
  /** Index of the item; 0 in an empty list. */
  readonly at: number;
  /** @param withFocus also brings the focus there, once the item is drawn */
  readonly put: (index: number, withFocus: boolean) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
  readonly onFocusOut: (event: FocusEvent) => void;
}

interface Place {
  readonly key: string | null;
  readonly index: number;
}

/**
 * @param place which list it is; in another one the cursor stands where it stood when that was left
 * @param reveal scrolls to an item
 */
export function useCursor(
  listing: Listing,
  heading: number,
  place: string,
  { scroller, scrolled, scrollTo }: Bands,
  reveal: (index: number) => void,
): Cursor {
  const [, redraw] = useState(0);
  const current = useRef<Place>({ key: null, index: 0 });
  const visited = useRef(new Map<string, { readonly current: Place; readonly top: number }>());
  const shown = useRef(place);
  const wantsFocus = useRef(false);
  const hasFocus = useRef(false);

  if (shown.current !== place) {
    if (visited.current.size > 200) visited.current.clear();
    visited.current.set(shown.current, { current: current.current, top: scrolled() });
    current.current = visited.current.get(place)?.current ?? { key: null, index: 0 };
  }
  const at = indexNow(listing, heading, current.current);
  current.current = { key: itemAt(listing, at)?.key ?? null, index: at };

  useLayoutEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    scrollTo(visited.current.get(place)?.top ?? 0);
  }, [place]);

  useLayoutEffect(() => {
    if (!wantsFocus.current && !hasFocus.current) return;
    const { activeElement } = document;
    const holder = scroller.current?.contains(activeElement) ? activeElement?.closest('[data-index]') : null;
    // The element that has it was taken out, or is another item's by now.
    const isLost =
      activeElement === document.body || (holder && holder.getAttribute('data-index') !== `${at}`);
    if (!wantsFocus.current && !isLost) return;
    if (wantsFocus.current) reveal(at);
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  return {
    at,
    put(index, withFocus) {
      current.current = { key: itemAt(listing, index)?.key ?? null, index };
      wantsFocus.current = withFocus;
      if (!withFocus) reveal(index);
      redraw((times) => times + 1);
    },
    onFocusIn(event) {
      hasFocus.current = true;
      const index = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'];
      if (index === undefined || Number(index) === at) return;
      current.current = { key: itemAt(listing, Number(index))?.key ?? null, index: Number(index) };
      redraw((times) => times + 1);
    },
    onFocusOut({ target, relatedTarget }) {
      // An element that is taken out of the page gives its focus to nobody; the effect above finds an heir.
      queueMicrotask(() => {
        const isTaken = relatedTarget === null && !(target as Element).isConnected;
        if (!isTaken && !scroller.current?.contains(document.activeElement)) hasFocus.current = false;
      });
    },
  };
}

function indexNow(listing: Listing, heading: number, { key, index }: Place): number {
  const last = Math.max(listing.length - 1, 0);
  const at = Math.min(index, last);
  if (key !== null && itemAt(listing, at)?.key !== key) {
    const moved = indexOfKey(listing, key);
    if (moved !== -1) return moved;
  }
  return at === heading ? Math.min(at + 1, last) : at;
}
