import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFocusFallback } from '../../focus/useFocusFallback.ts';

/** Focuses open details, else the list, else the empty state. */
export function focusList(): void {
  const query = (selector: string) => document.querySelector<HTMLElement>(selector);
  const details = query('.details-pane button');
  (details ?? query('.file-list [data-index][tabindex="0"], .empty-list'))?.focus();
}

/** Keeps the focus when list and empty state swap, and when the selection bar or a dialog disappears. */
export function useListFocus(): void {
  useFocusFallback('.file-list, .empty-list, .selection-bar, .dialog', focusList);
}

/** Focuses the list after details close, unless the focus is elsewhere. */
export function useFocusAfterDetails(fileCode: string | null): void {
  const before = useRef(fileCode);
  useLayoutEffect(() => {
    const isClosed = before.current !== null && fileCode === null;
    before.current = fileCode;
    if (isClosed && document.activeElement === document.body) focusList();
  }, [fileCode]);
}
