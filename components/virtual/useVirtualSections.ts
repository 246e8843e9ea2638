/** Draws only the visible rows of a long list whose sections have different row heights. */
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  drawnRange,
  overscanPx,
  type RowRange,
  rowHeight,
  topOf,
  totalHeight,
  type VirtualSection,
} from './sections.ts';

export interface VirtualSections extends RowRange {
  /** Goes on the element that scrolls. */
  readonly scroller: { current: HTMLDivElement | null };
  /** Pixels of the whole list. */
  readonly height: number;
  /** Pixels from the top of the list to a row. */
  readonly topOf: (row: number) => number;
  /** How far it is scrolled, pixels. */
  readonly getScrollTop: () => number;
  readonly scrollTo: (top: number) => void;
  /** Scrolls no further than it takes to see the row whole. */
  readonly reveal: (row: number) => void;
}

/**
 * @param head height in pixels of the sticky head, which covers the top of the viewport
 * @param list identifies the list: a new one, as after each key of a search, is drawn with a small overscan until it is
 * scrolled
 */
export function useVirtualSections(
  sections: readonly VirtualSection[],
  head = 0,
  list = '',
): VirtualSections {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef({ sections, list });
  shown.current = { sections, list };
  const scrolledList = useRef<string | null>(null);
  // Cached: reading it forces a layout, and the list changes with every key.
  const window = useRef({ top: 0, height: 0 });
  const [, redraw] = useState<RowRange | null>(null);

  const rangeFrom = (top: number): RowRange => {
    const margin = scrolledList.current === shown.current.list ? overscanPx.scrolling : overscanPx.resting;
    return drawnRange(top, window.current.height, shown.current.sections, margin);
  };
  const height = totalHeight(sections);
  // The browser scrolls a list that became shorter, and reports it later.
  const range = rangeFrom(Math.min(window.current.top, Math.max(height + head - window.current.height, 0)));
  const drawn = useRef(range);
  drawn.current = range;

  const updateRange = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    window.current = { top: element.scrollTop, height: element.clientHeight };
    const now = rangeFrom(window.current.top);
    if (now.first !== drawn.current.first || now.end !== drawn.current.end) redraw(now);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    updateRange();
    const scroll = () => {
      scrolledList.current = shown.current.list;
      updateRange();
    };
    element.addEventListener('scroll', scroll, { passive: true });
    const resized = new ResizeObserver(updateRange);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', scroll);
      resized.disconnect();
    };
  }, []);

  const scrollTo = useCallback((top: number) => {
    if (!scroller.current || window.current.top === top) return;
    scroller.current.scrollTop = top;
    updateRange();
  }, []);

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = topOf(row, shown.current.sections);
      const bottom = top + rowHeight(row, shown.current.sections) + head;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) {
        element.scrollTop = bottom - element.clientHeight;
      }
    },
    [head],
  );

  return {
    ...range,
    scroller,
    height,
    topOf: (row) => topOf(row, sections),
    getScrollTop: () => window.current.top,
    scrollTo,
    reveal,
  };
}
