/** Keys of a whole page. */

/** Whether a key belongs to what has the focus: a field, an open dialog or menu. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog, .menu') !== null;
