import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  drawnRange,
  getRowTop,
  overscanPx,
  type RowRange,
  rowHeight,
  totalHeight,
  type VirtualSection,
} from './sections.ts';
import './list.css';

/**
 * @param head pixels of the sticky head, which covers the viewport's top
 * @param list a new one has a small overscan until it is scrolled
 */
export function useVisibleRows(sections: readonly VirtualSection[], head = 0, list = '') {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef({ sections, list });
  shown.current = { sections, list };
  const scrolledList = useRef<string | null>(null);
  // Reading it forces a layout, and the list changes with every key.
  const viewport = useRef({ top: 0, height: 0 });
  const [, redraw] = useState<RowRange | null>(null);

  const rangeFrom = (top: number): RowRange => {
    const margin = scrolledList.current === shown.current.list ? overscanPx.scrolling : overscanPx.resting;
    return drawnRange(top, viewport.current.height, shown.current.sections, margin);
  };
  const height = totalHeight(sections);
  // The browser reports the scroll of a shortened list late.
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

  /** Known at once: the list may change before the browser reports the scroll. */
  const jumpTo = useCallback((element: Element, top: number) => {
    element.scrollTop = top;
    updateRange();
  }, []);

  const scrollTo = useCallback((top: number) => {
    if (scroller.current && viewport.current.top !== top) jumpTo(scroller.current, top);
  }, []);

  /** Scrolls only as far as needed. */
  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = getRowTop(row, shown.current.sections);
      const bottom = top + rowHeight(row, shown.current.sections) + head;
      const { scrollTop, clientHeight } = element;
      if (top < scrollTop) jumpTo(element, top);
      else if (bottom > scrollTop + clientHeight) jumpTo(element, bottom - clientHeight);
    },
    [head],
  );

  return {
    ...range,
    scroller,
    drawn: Array.from({ length: Math.max(range.end - range.first, 0) }, (_, at) => range.first + at),
    slotOf: useSlots(range),
    /** Pixels. */
    height,
    /** For the element around the rows, of the class `virtual-rows`. */
    listStyle: { blockSize: `${height}px` },
    rowStyle: (row: number) => ({
      blockSize: `${rowHeight(row, sections)}px`,
      insetBlockStart: `${getRowTop(row, sections)}px`,
    }),
    getRowTop: (row: number) => getRowTop(row, sections),
    /** Pixels. */
    getScrollTop: () => viewport.current.top,
    scrollTo,
    reveal,
  };
}

export type VisibleRows = ReturnType<typeof useVisibleRows>;

/**
 * Elements that scroll out at one end are reused at the other, because creating them is the main cost of scrolling.
 *
 * @returns the key of a row's element, unique among the rows drawn
 */
function useSlots({ first, end }: RowRange): (row: number) => number {
  const slots = useRef({ count: 0, offset: 0, first: 0, end: 0 }).current;
  const drawn = end - first;
  // A few spare ones, because the number of rows that fit differs by one.
  if (drawn > slots.count) slots.count = drawn + 4;
  // After a jump no drawn row stays, so every element can keep its position.
  const isLeap = first >= slots.end || end <= slots.first;
  if (isLeap) slots.offset = (slots.count - (first % slots.count)) % slots.count;
  slots.first = first;
  slots.end = end;
  const { count, offset } = slots;
  return (row) => (row + offset) % count;
}
