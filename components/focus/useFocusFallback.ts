import { useLayoutEffect } from 'preact/hooks';

/**
 * For the component that removes the element with the focus.
 * @param within selector of the elements to watch: one of them contained the focus
 * @param target selector of what gets the focus; a function receives the element that contained it, which may be gone too
 */
export function useFocusFallback(within: string, target: string | ((container: Element) => void)): void {
  // Read before drawing, which may remove it.
  const container = document.activeElement?.closest(within);
  useLayoutEffect(() => {
    if (!container || document.activeElement !== document.body) return;
    if (typeof target === 'string') document.querySelector<HTMLElement>(target)?.focus();
    else target(container);
  });
}
