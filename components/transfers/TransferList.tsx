/**
 * The rows as a grid with one tab stop: up, down, Home and End between the rows, forward and back between the things
 * that can be done with one. The focus is never lost: where its row leaves, the next one takes it.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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
}

export function TransferList({ rows, actionsFor }: TransferListProps) {
  const now = useNow(10);
  const grid = useRef<HTMLTableElement>(null);
  const { shown, sentinel } = useGrowing(rows.length);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const currentIndex = Math.max(
    rows.findIndex(({ key }) => key === currentKey),
    0,
  );
  const place = useRef({ index: 0, focused: false });

  useLayoutEffect(() => {
    const gone = currentKey !== null && !rows.some(({ key }) => key === currentKey);
    if (!gone) {
      place.current.index = currentIndex;
      return;
    }
    const heir = rows[Math.min(place.current.index, rows.length - 1)];
    setCurrentKey(heir?.key ?? null);
    if (place.current.focused) rowElements()[Math.min(place.current.index, rows.length - 1)]?.focus();
  }, [rows, currentKey]);

  const rowElements = () => [...(grid.current?.querySelectorAll<HTMLElement>('tr') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
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
          {rows.slice(0, shown).map((row, index) => (
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

function rowFor(key: string, row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const at = rows.indexOf(row);
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return rows[at - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    default:
      return undefined;
  }
}

/** From the row to its first button, between its buttons, and back to the row. */
function withinRow(key: string, row: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  const isRtl = getComputedStyle(row).direction === 'rtl';
  const at = buttons.indexOf(target);
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return buttons[at + 1];
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return at > 0 ? buttons[at - 1] : row;
  return undefined;
}
