/** Draws of a list of any length only what is in sight, where its rows are of a few different heights. */
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Band, beyond, drawnRange, heightOf, rowHeight, topOf } from './bands.ts';
import type { RowRange } from './range.ts';

export interface Bands extends RowRange {
  /** Goes on the element that scrolls. */
  readonly scroller: { current: HTMLDivElement | null };
  /** Pixels of the whole list. */
  readonly height: number;
  /** Pixels from the top of the list to a row. */
  readonly topOf: (row: number) => number;
  /** How far it is scrolled, pixels. */
  readonly scrolled: () => number;
  readonly scrollTo: (top: number) => void;
  /** Scrolls no further than it takes to see the row whole. */
  readonly reveal: (row: number) => void;
}

/**
 * @param head pixels at the top of what is seen that are covered by the head of the list
 * @param list which one it is: of another one, as there is with every key of a search, hardly more is drawn than is
 * seen, until it is scrolled
 */
export function useBands(bands: readonly Band[], head = 0, list = ''): Bands {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef({ bands, list });
  shown.current = { bands, list };
  const scrolledList = useRef<string | null>(null);
  // What the element was when it last told: to ask it means to lay out the page, and a list changes with every key.
  const window = useRef({ top: 0, height: 0 });
  const [, redraw] = useState<RowRange | null>(null);

  const rangeFrom = (top: number): RowRange => {
    const margin = scrolledList.current === shown.current.list ? beyond.scrolling : beyond.resting;
    return drawnRange(top, window.current.height, shown.current.bands, margin);
  };
  const height = heightOf(bands);
  // A list that has become shorter is scrolled back by the browser, which tells of it later.
  const range = rangeFrom(Math.min(window.current.top, Math.max(height + head - window.current.height, 0)));
  const drawn = useRef(range);
  drawn.current = range;

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    window.current = { top: element.scrollTop, height: element.clientHeight };
    const now = rangeFrom(window.current.top);
    if (now.first !== drawn.current.first || now.end !== drawn.current.end) redraw(now);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    look();
    const scroll = () => {
      scrolledList.current = shown.current.list;
      look();
    };
    element.addEventListener('scroll', scroll, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', scroll);
      resized.disconnect();
    };
  }, []);

  const scrollTo = useCallback((top: number) => {
    if (!scroller.current || window.current.top === top) return;
    scroller.current.scrollTop = top;
    look();
  }, []);

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = topOf(row, shown.current.bands);
      const bottom = top + rowHeight(row, shown.current.bands) + head;
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
    topOf: (row) => topOf(row, bands),
    scrolled: () => window.current.top,
    scrollTo,
    reveal,
  };
}
