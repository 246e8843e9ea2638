/**
 * A table with one tab stop and rows of any height. Up, Down, Home and End move between rows, Left and Right between a row's buttons. Draws
 * batches as the user approaches the end.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readKey } from '../keys/key-press.ts';
import { targetInRow } from './target-in-row.ts';
import { usePageState } from './usePageState.ts';
import { newPosition, useRovingFocus } from './useRovingFocus.ts';

const batchSize = 60;

/**
 * @param name of the list. It starts where the last one of this name was left
 * @param keys of all rows
 * @param start the tab stop until the user chooses a row
 * @param onChord runs before the grid's keys. Returns whether it handled the key
 */
export function useGrid(
  name: string | undefined,
  keys: readonly string[],
  start = 0,
  onChord?: (chord: string, row: number) => boolean,
) {
  const grid = useRef<HTMLTableElement>(null);
  /** `top` is in pixels. */
  const place = usePageState(name, () => ({ limit: batchSize, top: 0 }));
  const { shown, sentinel } = useBatches(keys.length, place);
  const position = useRef(newPosition()).current;
  if (position.key === null) position.index = start;
  const { moveTo, rowProps, onFocusIn } = useRovingFocus(keys.slice(0, shown), grid, position);

  useLayoutEffect(() => {
    const scroller = grid.current?.parentElement as HTMLElement;
    scroller.scrollTop = place.top;
    return () => {
      place.top = scroller.scrollTop;
    };
  }, [place]);

  /** Enter opens the row's menu or unfolds the row. */
  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-index]');
    const press = readKey(event);
    if (!row || !press) return;
    const at = Number(row.dataset['index']);
    if (onChord?.(press.chord, at)) return event.preventDefault();
    if (press.mod || press.alt) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown - 1,
    };
    const to = targets[press.key];
    const within = targetInRow(press, row, target);
    if (press.key === 'Enter' && target === row) row.querySelector<HTMLElement>('[aria-expanded]')?.click();
    else if (to !== undefined && to >= 0 && to < shown) moveTo(to, true);
    else if (within) within.focus();
    else return;
    // Otherwise Enter would also choose the menu's first item.
    event.preventDefault();
  }

  return { shown, sentinel, rowProps, gridProps: { ref: grid, role: 'grid' as const, onKeyDown, onFocusIn } };
}

export type GridRowProps = ReturnType<ReturnType<typeof useGrid>['rowProps']>;

/** @returns how many rows to draw, and an element after the last that draws more when it comes near */
export function useBatches(total: number, place = { limit: batchSize }) {
  const [limit, setLimit] = useState(place.limit);
  place.limit = limit;
  const element = useRef<HTMLDivElement>(null);
  const shown = Math.min(limit, total);

  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((known) => known + batchSize);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [shown, total]);

  return { shown, sentinel: shown < total && <div ref={element} style={{ blockSize: '1px' }} /> };
}
