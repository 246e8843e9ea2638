import { useLayoutEffect } from 'preact/hooks';
import { type KeyPress, readKey } from './key-press.ts';

export function useKey(
  isKey: (press: KeyPress, event: KeyboardEvent) => boolean,
  onKey: (press: KeyPress, event: KeyboardEvent) => unknown,
): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const press = readKey(event);
      if (!press || event.defaultPrevented || !isKey(press, event)) return;
      event.preventDefault();
      onKey(press, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

const typed = 'input, textarea:not(:placeholder-shown), select, dialog, .menu';

/** The key belongs to a field, a dialog or a menu. The empty box for links needs no keys. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(typed) !== null;

export const isHelpKey = ({ chord }: KeyPress, event: Event): boolean => chord === '?' && !isTyping(event);
