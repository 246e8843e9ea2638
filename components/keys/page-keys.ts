import { useLayoutEffect } from 'preact/hooks';
import { type KeyPress, readKey } from './key-press.ts';

/** `isFirst`: before the keys of what is on the page. */
export function useKey(
  isKey: (press: KeyPress, event: KeyboardEvent) => boolean,
  onKey: (press: KeyPress, event: KeyboardEvent) => unknown,
  isFirst = false,
): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const press = readKey(event);
      if (!press || event.defaultPrevented || !isKey(press, event)) return;
      event.preventDefault();
      onKey(press, event);
    };
    document.addEventListener('keydown', onKeyDown, isFirst);
    return () => document.removeEventListener('keydown', onKeyDown, isFirst);
  });
}

const typed = 'input, textarea:not(:placeholder-shown), select, dialog, .menu';

/** Whether a key belongs to what has the focus: a field, an open dialog or menu. The empty box for links has no use for any. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(typed) !== null;

export const isHelpKey = ({ chord }: KeyPress, event: Event): boolean => chord === '?' && !isTyping(event);
