import { useLayoutEffect } from 'preact/hooks';

/**
 * For the component that removes the element with the focus.
 * @param within selector of the elements to watch: one of them contained the focus
 * @param moveFocus receives that element, which may be gone too
 */
export function useFocusFallback(within: string, moveFocus: (container: Element) => void): void {
  // Read before drawing, which may remove it.
  const container = document.activeElement?.closest(within);
  useLayoutEffect(() => {
    if (container && document.activeElement === document.body) moveFocus(container);
  });
}
