/**
 * The popup's last view, as HTML in `localStorage`, which pages read synchronously. `public/last-view.js` shows it, inert, before any
 * module is loaded. The first render reuses its elements. `entrypoints/popup/keep-view.ts` stores it.
 */

export const forgetLastView = (): void => localStorage.removeItem('popupView');
