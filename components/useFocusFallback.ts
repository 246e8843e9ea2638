/** Who takes the focus when what had it is taken out of the page. */
import { useLayoutEffect } from 'preact/hooks';

/**
 * For the component that takes it out.
 *
 * @param within selects the elements that this is about: what had the focus stood in one of them
 * @param heir is given that element, which may be gone too, and brings the focus elsewhere
 */
export function useFocusFallback(within: string, heir: (held: Element) => void): void {
  // Before anything is drawn: what has the focus now may be gone then.
  const held = document.activeElement?.closest(within);
  useLayoutEffect(() => {
    if (held && document.activeElement === document.body) heir(held);
  });
}
