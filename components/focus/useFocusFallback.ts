import { useLayoutEffect } from 'preact/hooks';

/**
 * For a component that removes the focused element.
 * @param within selector of the elements to watch, one of which contained the focus
 * @param target selector of the element that gets the focus. A function receives the element that contained it, which may be gone too
 */
export function useFocusFallback(within: string, target: string | ((container: Element) => void)): void {
  // Read before rendering, which may remove it.
  const container = document.activeElement?.closest(within);
  useLayoutEffect(() => {
    if (!container || document.activeElement !== document.body) return;
    if (typeof target === 'string') document.querySelector<HTMLElement>(target)?.focus();
    else target(container);
  });
}
