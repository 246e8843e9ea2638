/** Clicks with keys that are held. */
import { hasModKey } from './key-press.ts';

/** A click with Ctrl is a right click on a Mac. */
export const isRightClick = (event: MouseEvent): boolean => event.button === 2 || event.ctrlKey;

/** Whether a click means to open elsewhere or to select, and not just to follow. */
export const isModifiedClick = (event: MouseEvent): boolean => hasModKey(event) || event.shiftKey;
