/**
 * The rows as a grid with one tab stop: up, down, Home and End between the rows, forward and back between the things
 * that can be done with one; Alt with up or down moves the row itself. The focus is never lost: where its row leaves, the
 * next one takes it, and where it moves, the focus goes along.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowFor, withinRow } from '../grid/keys.ts';
import type { Direction } from '../outbox/moves.ts';
import { useNow } from '../services.ts';
import { t } from '../text.ts';
import type { RowActions } from './actions.ts';
import type { Row } from './rows.ts';
import { TransferRow } from './TransferRow.tsx';
import { useGrowing } from './useGrowing.ts';
import './transfer-list.css';

export interface TransferListProps {
  readonly rows: readonly Row[];
  readonly actionsFor: (row: Row) => RowActions;
  readonly onMove: (row: Row, direction: Direction) => void;
  /** Key of the row that was moved last. */
  readonly moved: { current: string | null };
}

export function TransferList({ rows, actionsFor, onMove, moved }: TransferListProps) {
  const now = useNow(10);
  const grid = useRef<HTMLTableElement>(null);
  const { shown, sentinel } = useGrowing(rows.length);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const drawn = rows.slice(0, shown);
  const currentIndex = Math.max(
    drawn.findIndex(({ key }) => key === currentKey),
    0,
  );
  const place = useRef({ index: 0, focused: false });

  useLayoutEffect(() => {
    const gone = currentKey !== null && !drawn.some(({ key }) => key === currentKey);
    if (!gone) {
      place.current.index = currentIndex;
      // Without `moveBefore` (Firefox before 144), what is put elsewhere in the page loses its focus on the way.
      const isMoved = moved.current !== null && moved.current === currentKey;
      if (isMoved && document.activeElement === document.body) {
        moved.current = null;
        rowElements()[currentIndex]?.focus();
      }
      return;
    }
    const heir = Math.min(place.current.index, drawn.length - 1);
    setCurrentKey(drawn[heir]?.key ?? null);
    if (place.current.focused) rowElements()[heir]?.focus();
  }, [rows, currentKey]);

  const rowElements = () => [...(grid.current?.querySelectorAll<HTMLElement>('tr') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr');
    if (!row || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const direction = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
      const which = rows.find(({ key }) => key === row.dataset['key']);
      if (direction === undefined || which === undefined) return;
      event.preventDefault();
      onMove(which, direction);
      return;
    }
    if (event.key === 'Enter' && target === row) {
      // Left to itself, the same press would choose the menu's first item.
      event.preventDefault();
      row.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
      return;
    }
    const next = rowFor(event.key, row, rowElements()) ?? withinRow(event.key, row, target);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div class="transfer-scroll">
      <table
        ref={grid}
        class="transfer-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what makes it a grid is in `onKeyDown`.
        role="grid"
        aria-label={t('transfers.list')}
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          place.current.focused = true;
          const key = (event.target as Element).closest<HTMLElement>('tr')?.dataset['key'];
          if (key !== undefined) setCurrentKey(key);
        }}
        onFocusOut={(event) => {
          // A row that is taken out of the page gives its focus to nobody; the effect above finds an heir.
          if (event.relatedTarget !== null) place.current.focused = false;
        }}
      >
        <tbody>
          {drawn.map((row, index) => (
            <TransferRow
              key={row.key}
              row={row}
              actions={actionsFor(row)}
              now={now}
              index={index + 1}
              current={index === currentIndex}
            />
          ))}
        </tbody>
      </table>
      {shown < rows.length && <div ref={sentinel} class="transfer-sentinel" />}
    </div>
  );
}
