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

/**
 * @param head pixels of the sticky head, which covers the top of the viewport
 * @param list identifies the list; a new one, as after each key of a search, has a small overscan until it is scrolled
 */
export function useVirtualSections(sections: readonly VirtualSection[], head = 0, list = '') {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef({ sections, list });
  shown.current = { sections, list };
  const scrolledList = useRef<string | null>(null);
  // Cached: reading it forces a layout, and the list changes with every key.
  const viewport = useRef({ top: 0, height: 0 });
  const [, redraw] = useState<RowRange | null>(null);

  const rangeFrom = (top: number): RowRange => {
    const margin = scrolledList.current === shown.current.list ? overscanPx.scrolling : overscanPx.resting;
    return drawnRange(top, viewport.current.height, shown.current.sections, margin);
  };
  const height = totalHeight(sections);
  // The browser scrolls a list that became shorter, and reports it later.
  const range = rangeFrom(
    Math.min(viewport.current.top, Math.max(height + head - viewport.current.height, 0)),
  );
  const drawn = useRef(range);
  drawn.current = range;

  const updateRange = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    viewport.current = { top: element.scrollTop, height: element.clientHeight };
    const now = rangeFrom(viewport.current.top);
    if (now.first !== drawn.current.first || now.end !== drawn.current.end) redraw(now);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    updateRange();
    const onScroll = () => {
      scrolledList.current = shown.current.list;
      updateRange();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const resized = new ResizeObserver(updateRange);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, []);

  const scrollTo = useCallback((top: number) => {
    if (!scroller.current || viewport.current.top === top) return;
    scroller.current.scrollTop = top;
    updateRange();
  }, []);

  /** Scrolls no further than it takes to see the row whole. */
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
    /** Pixels. */
    height,
    topOf: (row: number) => topOf(row, sections),
    /** Pixels. */
    getScrollTop: () => viewport.current.top,
    scrollTo,
    reveal,
  };
}

export type VirtualSections = ReturnType<typeof useVirtualSections>;
