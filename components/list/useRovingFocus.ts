/**
 * A list's tab stop. It stays on its row while others come and go. If that row is removed, the row at its index takes over, with the focus
 * if there was one. Rows have `data-index`.
 */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** An array of keys fits. */
export interface ListRows {
  readonly length: number;
  /** Nullish: no such row, or one without focus, such as a heading. */
  readonly at: (index: number) => string | null | undefined;
  /** -1: not in the list. */
  readonly indexOf: (key: string) => number;
}

/** Without a key, the tab stop is the row at the index. */
export interface RowPosition {
  key: string | null;
  index: number;
}

export const newPosition = (): RowPosition => ({ key: null, index: 0 });

/**
 * @param list the element around the rows
 * @param position a different object starts over, or where that list was left
 * @param reveal scrolls a row into view. By default the browser does that on focus
 */
export function useRovingFocus(
  rows: ListRows,
  list: { readonly current: HTMLElement | null },
  position: RowPosition,
  reveal?: (index: number) => void,
) {
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  const wantsFocus = useRef(false);
  // Before drawing, which may remove the focused element.
  const hadFocus = list.current?.contains(document.activeElement);
  const index = currentIndex(rows, position);
  if (position.key !== null) put(index);

  function put(to: number): void {
    position.key = rows.at(to) ?? null;
    position.index = to;
    if (to !== index) redraw();
  }

  function moveTo(to: number, withFocus: boolean): void {
    put(to);
    wantsFocus.current = withFocus;
    if (withFocus) redraw();
    else reveal?.(to);
  }

  useLayoutEffect(() => {
    if (!wantsFocus.current && !hadFocus) return;
    const { activeElement } = document;
    const focused = list.current?.contains(activeElement) ? activeElement : null;
    // A name is being typed.
    if (focused?.matches('input')) wantsFocus.current = false;
    const holder = focused?.closest<HTMLElement>('[data-index]');
    // The element was removed, or now shows another row.
    const isLost = activeElement === document.body || (holder && holder.dataset['index'] !== `${index}`);
    if (!wantsFocus.current && !isLost) return;
    if (wantsFocus.current) reveal?.(index);
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: reveal !== undefined });
  });

  return {
    /** Index of the tab stop. 0 in an empty list. */
    at: index,
    /** @param withFocus also focuses the row once drawn, unless a name is being typed */
    moveTo,
    rowProps: (row: number) => ({ 'data-index': row, tabIndex: row === index ? 0 : -1 }),
    /** For the element around the rows. */
    onFocusIn({ target }: FocusEvent) {
      const row = (target as Element).closest<HTMLElement>('[data-index]');
      if (row) put(Number(row.dataset['index']));
    },
  };
}

export type RovingFocus = ReturnType<typeof useRovingFocus>;

function currentIndex(rows: ListRows, { key, index }: RowPosition): number {
  const at = Math.max(Math.min(index, rows.length - 1), 0);
  const now = rows.at(at);
  const moved = key !== null && now !== key ? rows.indexOf(key) : -1;
  if (moved !== -1) return moved;
  if (now != null) return at;
  return rows.at(at + 1) == null ? Math.max(at - 1, 0) : at + 1;
}
