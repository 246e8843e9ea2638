/** Keys of a whole page, and their names. */
import { useLayoutEffect } from 'preact/hooks';
import { t } from './text.ts';

const isMac = navigator.platform.startsWith('Mac');

/** The name of a key with ⌘ or Ctrl. */
export const withMod = (key: string): string => `${isMac ? '⌘' : t('keys.ctrl')}+${key}`;

/** `isFirst`: before the keys of what is on the page. */
export function useKey(
  isKey: (event: KeyboardEvent) => boolean,
  onKey: (event: KeyboardEvent) => unknown,
  isFirst = false,
): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event)) return;
      event.preventDefault();
      onKey(event);
    };
    document.addEventListener('keydown', onKeyDown, isFirst);
    return () => document.removeEventListener('keydown', onKeyDown, isFirst);
  });
}

const typed = 'input, textarea:not(:placeholder-shown), select, dialog, .menu';

/** Whether a key belongs to what has the focus: a field, an open dialog or menu. The empty box for links has no use for any. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(typed) !== null;

/** Ctrl and a letter, or ⌘. */
export const isModKey = (event: KeyboardEvent, letter: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter;

/** Ctrl+Z, where nothing else has taken it. */
export const isUndoKey = (event: KeyboardEvent): boolean =>
  isModKey(event, 'z') && !event.defaultPrevented && !isTyping(event);

export const isHelpKey = (event: KeyboardEvent): boolean =>
  event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event);
