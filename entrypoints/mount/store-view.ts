/** Stores a page's view for the next time it opens (`page/last-view.ts`). */
import { browser } from 'wxt/browser';
import type { StoredName } from '../../lib/storage/stored-data.ts';

/** In characters. Reading a longer view would delay the first paint. */
const maxLength = 200_000;

/**
 * Does nothing while something covers the view.
 *
 * @param root contains the view
 */
export function storeView(name: StoredName<'page'>, root: HTMLElement): void {
  if (root.querySelector('dialog, [popover], .notice-area .notice')) return;
  const view = root.cloneNode(true) as HTMLElement;
  const page = view.firstElementChild as HTMLElement;
  page.toggleAttribute('inert', true);
  // Not needed otherwise, and when the first render removes it, everything is restyled.
  if (document.documentElement.dir === 'rtl') page.dir = 'rtl';
  // `last-view.js` sets them again.
  for (const element of view.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  // The attribute is the state at the start, not the current one.
  for (const input of view.querySelectorAll('input')) input.toggleAttribute('checked', input.checked);
  // Set by the first render, which hides an image that fails to load.
  for (const image of view.querySelectorAll('img')) image.removeAttribute('src');
  const stamp = `${browser.runtime.getManifest().version} ${browser.i18n.getUILanguage()} ${location.hash}\n`;
  const html = view.innerHTML;
  localStorage.removeItem(name);
  if (html.length > maxLength) return;
  try {
    localStorage.setItem(name, stamp + html);
  } catch {
    // The disk is full. The page opens without a view next time.
  }
}
