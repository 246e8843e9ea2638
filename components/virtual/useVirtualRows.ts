/** Draws only the visible rows of a long list. All rows have one height. */
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type RowRange, visibleRange } from './range.ts';

export interface VirtualRows extends RowRange {
  /** Goes on the element that scrolls. */
  readonly scroller: { current: HTMLDivElement | null };
  /** Scrolls no further than it takes to see the row whole. */
  readonly reveal: (index: number) => void;
}

/** `rowHeight` in pixels. */
export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [{ first, end }, setRange] = useState<RowRange>(() => visibleRange(0, rowHeight, rowHeight, count));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const updateRange = () => {
      const now = visibleRange(element.scrollTop, element.clientHeight, rowHeight, count);
      setRange((known) => (known.first === now.first && known.end === now.end ? known : now));
    };
    updateRange();
    element.addEventListener('scroll', updateRange, { passive: true });
    const resized = new ResizeObserver(updateRange);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', updateRange);
      resized.disconnect();
    };
  }, [count, rowHeight]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) {
        element.scrollTop = bottom - element.clientHeight;
      }
    },
    [rowHeight],
  );

  return { scroller, first, end: Math.min(end, count), reveal };
}
