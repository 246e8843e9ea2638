import { hasModKey } from './key-press.ts';

/** A click with Ctrl is a right click on a Mac. */
export const isRightClick = (event: MouseEvent): boolean => event.button === 2 || event.ctrlKey;

/** The click opens elsewhere or selects, instead of following a link. */
export const isModifiedClick = (event: MouseEvent): boolean => hasModKey(event) || event.shiftKey;

/** Android's browsers have no right-click menu and no extension shortcuts. `public/theme.js` sets the class. */
export const isPhone = (): boolean => document.documentElement.classList.contains('phone');

export const unlessPhone = (text: string): string => (isPhone() ? '' : text);
