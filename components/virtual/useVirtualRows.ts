/**
 * Rows of one height in a list that scrolls in itself: draws the visible ones and the one with the cursor. The element around
 * the rows has the class `virtual-rows`.
 */
import { useVisibleRows } from '../list/useVisibleRows.ts';

/** `rowHeight`: pixels; `current`: row with the cursor, which has the focus or is a field's active descendant, -1: none. */
export function useVirtualRows(count: number, rowHeight: number, current = -1) {
  const { scroller, first, end, height, reveal } = useVisibleRows([{ rows: count, height: rowHeight }]);
  const drawn = Array.from({ length: Math.max(end - first, 0) }, (_, offset) => first + offset);
  if (current >= 0 && current < count && (current < first || current >= end)) drawn.push(current);
  return {
    scroller,
    reveal,
    drawn,
    /** Of the element around the rows. */
    listStyle: { blockSize: `${height}px` },
    rowStyle: (index: number) => ({ blockSize: `${rowHeight}px`, insetBlockStart: `${index * rowHeight}px` }),
    /** Where an arrow, Page Up or Page Down leads; undefined for other keys, and in an empty list. */
    targetOf(key: string | undefined) {
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
      };
      const step = steps[key ?? ''];
      return step === undefined || count === 0 ? undefined : Math.min(Math.max(current + step, 0), count - 1);
    },
  };
}

export type VirtualRows = ReturnType<typeof useVirtualRows>;
