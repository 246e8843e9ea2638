import { useRef } from 'preact/hooks';
import { type ListRows, newPosition, type RowPosition, useRovingFocus } from './useRovingFocus.ts';
import { useVisibleRows } from './useVisibleRows.ts';

export interface ListOptions {
  /** A different object starts over. */
  readonly position?: RowPosition;
  /** Pixels above the first row. */
  readonly head?: number;
}

/** Rows of `rowHeight` pixels with one tab stop, which can be a field's active descendant instead. */
export function useList(rows: ListRows, rowHeight: number, { position, head }: ListOptions = {}) {
  const ownPosition = useRef(newPosition());
  const { length: count } = rows;
  const view = useVisibleRows([{ rows: count, height: rowHeight }], head);
  const { scroller, first, end, reveal } = view;
  const focus = useRovingFocus(rows, scroller, position ?? ownPosition.current, reveal);
  const { at } = focus;
  const isAway = at < count && (at < first || at >= end);
  return {
    ...focus,
    scroller,
    reveal,
    drawn: isAway ? [...view.drawn, at] : view.drawn,
    listStyle: view.listStyle,
    rowStyle: view.rowStyle,
    /** The target of an arrow, Page Up or Page Down. Undefined for other keys and in an empty list. */
    targetOf(key: string | undefined) {
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
      };
      const step = steps[key ?? ''];
      return step === undefined || count === 0 ? undefined : Math.min(Math.max(at + step, 0), count - 1);
    },
  };
}

export type List = ReturnType<typeof useList>;
