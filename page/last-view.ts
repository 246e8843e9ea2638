/**
 * A page's last view, as HTML in `localStorage`, which pages read synchronously. `public/last-view.js` shows it, inert, before any
 * module is loaded. The first render reuses its elements. `entrypoints/mount/store-view.ts` stores it.
 */

/** Don't show again what the user removed or left. */
export function forgetLastViews(): void {
  localStorage.removeItem('popupView');
  localStorage.removeItem('filesView');
}
