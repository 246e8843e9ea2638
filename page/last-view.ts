/**
 * What the popup showed last, as HTML in `localStorage`, which a page can read without waiting. `public/last-view.js`
 * shows it before any module is loaded. It is inert until the first drawing, which reuses its elements.
 * `entrypoints/popup/keep-view.ts` stores it.
 */

/** The next popup begins with its frame. */
export const forgetLastView = (): void => localStorage.removeItem('popupView');
