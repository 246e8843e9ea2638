import { useFocusFallback } from '../../focus/useFocusFallback.ts';

export function focusList(): void {
  const query = (selector: string) => document.querySelector<HTMLElement>(selector);
  const details = query('.details-pane button');
  (details ?? query('.file-list [data-index][tabindex="0"], .empty-list'))?.focus();
}

/** When the list and the empty state swap, or when the selection bar, a dialog or the details disappear. */
export function useListFocus(): void {
  useFocusFallback('.file-list, .empty-list, .selection-bar, .dialog', focusList);
  useFocusFallback('.details', (details) => {
    if (!details.isConnected) focusList();
  });
}
