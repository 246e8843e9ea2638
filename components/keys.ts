/** Keys of a whole page, and their names. */
import { t } from './text.ts';

const isMac = navigator.platform.startsWith('Mac');

/** The name of a key with ⌘ or Ctrl. */
export const withMod = (key: string): string => `${isMac ? '⌘' : t('keys.ctrl')}+${key}`;

/** Whether a key belongs to what has the focus: a field, an open dialog or menu. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog, .menu') !== null;
