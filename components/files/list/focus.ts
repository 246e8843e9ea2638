/** Where the focus goes when what had it is not there any more: back into the list. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useHeir } from '../../useHeir.ts';

/** Into the list, or to what stands in its place: details, or a word on its emptiness. */
export function focusList(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const details = find('.details-pane button');
  (details ?? find('.file-list [data-index][tabindex="0"], .nothing'))?.focus();
}

/**
 * Where the list gives way to a word on its emptiness, or that to a list, the focus goes along; and what can be done with
 * the chosen files gives it back once none is chosen, also where it was a dialog that was opened from there.
 */
export function useFocusAlong(): void {
  useHeir('.file-list, .nothing, .selection-bar, .dialog', focusList);
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
