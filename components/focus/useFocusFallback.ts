import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus if a component removes the focused element.
 *
 * @param within selector of the watched elements
 * @param target selector of the next element, or a function that gets the watched element, which may be gone too
 */
export function useFocusFallback(within: string, target: string | ((container: Element) => void)): void {
  // Before rendering, which may remove it.
  const container = document.activeElement?.closest(within);
  useLayoutEffect(() => {
    if (!container || document.activeElement !== document.body) return;
    if (typeof target === 'string') document.querySelector<HTMLElement>(target)?.focus();
    else target(container);
  });
}
