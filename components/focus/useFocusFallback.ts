import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus if a component removes the focused element.
 *
 * @param within selector of the elements to watch, one of which contained the focus
 * @param target selector of the element that gets the focus, or a function that gets the watched element, which may also be gone
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
