/** Where the focus goes when what had it is not there any more: back into the list. */
import { useLayoutEffect, useRef } from 'preact/hooks';

export function focusList(): void {
  document.querySelector<HTMLElement>('.file-list [data-index][tabindex="0"]')?.focus();
}

/** Where the list gives way to a word on its emptiness, or that to a list, the focus goes along. */
export function useFocusAlong(isEmpty: boolean): void {
  // Before anything is drawn: what has the focus now may be gone then.
  const hadFocus = document.activeElement?.closest('.file-list, .nothing') != null;
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return;
    if (isEmpty) document.querySelector<HTMLElement>('.nothing')?.focus();
    else focusList();
  }, [isEmpty]);
}

/** Details that were closed give the focus back to the list, unless it is somewhere else by now. */
export function useWayBack(fileCode: string | null): void {
  const before = useRef(fileCode);
  useLayoutEffect(() => {
    const isClosed = before.current !== null && fileCode === null;
    before.current = fileCode;
    if (isClosed && document.activeElement === document.body) focusList();
  }, [fileCode]);
}
