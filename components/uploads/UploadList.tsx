/**
 * The rows as a grid with one tab stop: up, down, Home and End move between rows, forward and back between the controls of
 * one; Alt with up or down moves the row in the queue. The focus is never lost: the next row takes it from one that leaves,
 * and it stays on one that moves.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { onGridKeyDown } from '../grid/keys.ts';
import { useNow } from '../services.ts';
import { t } from '../text.ts';
import { useHasPainted } from '../useHasPainted.ts';
import { useIncrementalRows } from '../virtual/useIncrementalRows.ts';
import type { Direction } from './moves.ts';
import type { Row } from './rows.ts';
import { UploadRow } from './UploadRow.tsx';
import type { UploadActions } from './upload-actions.ts';
import './upload-list.css';

export interface UploadListProps {
  readonly rows: readonly Row[];
  readonly actionsFor: (row: Row) => UploadActions;
  readonly onMove: (row: Row, direction: Direction) => void;
  /** Id of the upload that was moved last. */
  readonly moved: { current: string | null };
}

export function UploadList({ rows, actionsFor, onMove, moved }: UploadListProps) {
  const nowMs = useNow(10);
  const hasPainted = useHasPainted();
  const grid = useRef<HTMLTableElement>(null);
  const { shown, sentinel } = useIncrementalRows(rows.length);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const drawn = rows.slice(0, shown);
  const currentIndex = Math.max(
    drawn.findIndex(({ upload }) => upload.id === currentId),
    0,
  );
  const place = useRef({ index: 0, focused: false });

  useLayoutEffect(() => {
    const isGone = currentId !== null && !drawn.some(({ upload }) => upload.id === currentId);
    if (!isGone) {
      place.current.index = currentIndex;
      // Without `moveBefore` (Firefox before 144), what is put elsewhere in the page loses its focus on the way.
      const isMoved = moved.current !== null && moved.current === currentId;
      if (isMoved && document.activeElement === document.body) {
        moved.current = null;
        rowElements()[currentIndex]?.focus();
      }
      return;
    }
    const next = Math.min(place.current.index, drawn.length - 1);
    setCurrentId(drawn[next]?.upload.id ?? null);
    if (place.current.focused) rowElements()[next]?.focus();
  }, [rows, currentId]);

  const rowElements = () => [...(grid.current?.querySelectorAll<HTMLElement>('tr') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const id = (event.target as Element).closest('tr')?.dataset['key'];
    const row = rows.find(({ upload }) => upload.id === id);
    const direction = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
    if (!event.altKey || event.ctrlKey || event.metaKey || row === undefined || direction === undefined)
      return onGridKeyDown(event, 'tr');
    event.preventDefault();
    onMove(row, direction);
  }

  return (
    <div class="upload-scroll">
      <table
        ref={grid}
        class="upload-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `onKeyDown` makes it a grid.
        role="grid"
        aria-label={t('uploads.list')}
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          place.current.focused = true;
          const key = (event.target as Element).closest<HTMLElement>('tr')?.dataset['key'];
          if (key !== undefined) setCurrentId(key);
        }}
        onFocusOut={(event) => {
          // A row that is taken out of the page gives its focus to nobody; the effect above moves it.
          if (event.relatedTarget !== null) place.current.focused = false;
        }}
      >
        <tbody>
          {drawn.map((row, index) => (
            <UploadRow
              key={row.upload.id}
              row={row}
              actions={actionsFor(row)}
              nowMs={hasPainted ? nowMs : null}
              index={index + 1}
              isCurrent={index === currentIndex}
            />
          ))}
        </tbody>
      </table>
      {shown < rows.length && <div ref={sentinel} class="upload-sentinel" />}
    </div>
  );
}
