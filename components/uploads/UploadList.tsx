/**
 * Rows in groups that fold; a grid with one tab stop: up, down, Home and End move between rows, forward and back between a row's
 * controls, Alt with up or down moves a row in the queue. The focus follows a moved row, and passes to the next if one leaves.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { useHasPainted } from '../hooks/useHasPainted.ts';
import { Icon } from '../icons/Icon.tsx';
import { onGridKeyDown } from '../keys/grid-keys.ts';
import { readKey } from '../keys/key-press.ts';
import { lazy } from '../lazy.tsx';
import { useNow } from '../page-api.ts';
import { format, t } from '../text.ts';
import { useIncrementalRows } from '../virtual/useIncrementalRows.tsx';
import { type Batch, type Group, type GroupName, groupRows, toEntry } from './groups.ts';
import type { MoveDirection } from './move-row.ts';
import { type RowPlace, UploadRow } from './UploadRow.tsx';
import type { UploadActions } from './upload-actions.ts';
import './uploads.css';

// Only for many uploads sent together.
const BatchRow = lazy(() => import('./BatchRow.tsx'), 'BatchRow');

interface UploadListProps {
  readonly rows: readonly UploadItem[];
  readonly actionsFor: (row: UploadItem) => UploadActions;
  readonly onMove: (row: UploadItem, direction: MoveDirection) => void;
  readonly moved: { current: string | null };
}

const directions: Readonly<Record<string, 'up' | 'down'>> = { 'alt+ArrowUp': 'up', 'alt+ArrowDown': 'down' };

export function UploadList({ rows, actionsFor, onMove, moved }: UploadListProps) {
  const nowMs = useNow(10);
  const hasPainted = useHasPainted();
  const grid = useRef<HTMLTableElement>(null);
  const { isFolded, fold } = useFoldedGroups();
  // A single upload has no group head.
  const [openBatches, setOpenBatches] = useState<ReadonlySet<string>>(new Set());
  const withMembers = (entry: UploadItem | Batch): readonly Item[] =>
    isBatch(entry) && openBatches.has(entry.id)
      ? [entry, ...entry.members.map(toEntry).flatMap(withMembers)]
      : [entry];
  const items: readonly Item[] =
    rows.length < 2
      ? rows.map(toEntry).flatMap(withMembers)
      : groupRows(rows, nowMs).flatMap((group) => [
          group,
          ...(isFolded(group.name) ? [] : group.entries).flatMap(withMembers),
        ]);
  const { shown, sentinel } = useIncrementalRows(items.length);
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  const drawn = items.slice(0, shown);
  const current =
    drawn.find((item) => keyOf(item) === currentKey) ?? drawn.find((item) => !isGroup(item)) ?? drawn[0];
  const currentIndex = current ? drawn.indexOf(current) : 0;
  const place = useRef({ index: 0, focused: false });

  useLayoutEffect(() => {
    const isGone = currentKey !== null && current !== undefined && keyOf(current) !== currentKey;
    if (!isGone) {
      place.current.index = currentIndex;
      // Without `moveBefore` (Firefox before 144), an element loses the focus when it is moved.
      const isMoved = moved.current !== null && moved.current === currentKey;
      if (isMoved && document.activeElement === document.body) {
        moved.current = null;
        rowElements()[currentIndex]?.focus();
      }
      return;
    }
    const next = Math.min(place.current.index, drawn.length - 1);
    const item = drawn[next];
    setCurrentKey(item ? keyOf(item) : null);
    if (place.current.focused) rowElements()[next]?.focus();
  }, [items.length, rows, currentKey]);

  const rowElements = () => [...(grid.current?.querySelectorAll<HTMLElement>('tr') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const id = (event.target as Element).closest('tr')?.dataset['key'];
    const row = rows.find(({ upload }) => upload.id === id);
    const direction = directions[readKey(event)?.chord ?? ''];
    if (row === undefined || direction === undefined) return onGridKeyDown(event, 'tr');
    event.preventDefault();
    onMove(row, direction);
  }

  return (
    <div class="upload-scroll scroll" tabIndex={-1}>
      <table
        ref={grid}
        class="upload-list pad-1 row-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `onKeyDown` makes it a grid.
        role="grid"
        aria-label={t('uploads.list')}
        aria-rowcount={items.length}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => {
          place.current.focused = true;
          const { key, group } = (event.target as Element).closest<HTMLElement>('tr')?.dataset ?? {};
          setCurrentKey(key ?? group ?? currentKey);
        }}
        onFocusOut={(event) => {
          // A removed row gives its focus to nobody; the effect above moves it.
          if (event.relatedTarget !== null) place.current.focused = false;
        }}
      >
        <tbody>
          {drawn.map((item, at) => {
            const place = { index: at + 1, isCurrent: item === current };
            if (isBatch(item))
              return (
                <BatchRow
                  key={item.id}
                  {...place}
                  rows={rows}
                  nowMs={nowMs}
                  batch={item}
                  isOpen={openBatches.has(item.id)}
                  onOpen={() => setOpenBatches(openBatches.symmetricDifference(new Set([item.id])))}
                />
              );
            return isGroup(item) ? (
              <GroupRow
                key={item.name}
                {...place}
                group={item}
                isFolded={isFolded(item.name)}
                onFold={() => fold(item.name)}
              />
            ) : (
              <UploadRow
                key={item.upload.id}
                {...place}
                row={item}
                actions={actionsFor(item)}
                nowMs={hasPainted ? nowMs : null}
              />
            );
          })}
        </tbody>
      </table>
      {sentinel}
    </div>
  );
}

type Item = Group | Batch | UploadItem;

const isGroup = (item: Item): item is Group => 'rows' in item;
const isBatch = (item: Item): item is Batch => 'members' in item;
const keyOf = (item: Item): string =>
  'upload' in item ? item.upload.id : isGroup(item) ? item.name : item.id;

/** Folded groups are the same on all pages and after a restart. Only changed ones are stored. */
function useFoldedGroups() {
  const [changed, setChanged] = useState(
    (): ReadonlySet<string> => new Set(localStorage.getItem('foldedGroups')?.split(' ')),
  );
  return {
    isFolded: (name: GroupName) => changed.has(name) !== (name === 'earlier'),
    fold(name: GroupName) {
      const next = changed.symmetricDifference(new Set([name]));
      setChanged(next);
      localStorage.setItem('foldedGroups', [...next].join(' '));
    },
  };
}

interface GroupRowProps extends RowPlace {
  readonly group: Group;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

function GroupRow({ group, isFolded, onFold, index, isCurrent }: GroupRowProps) {
  const { name, bytesPerSecond, secondsLeft } = group;
  const totals = [
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
  ];
  return (
    <tr
      class="upload-group row gap-0 tone-quiet"
      aria-rowindex={index}
      data-group={name}
      tabIndex={isCurrent ? 0 : -1}
    >
      <td>
        <button
          type="button"
          class="upload-group-name bare-button row medium"
          aria-expanded={!isFolded}
          onClick={onFold}
          tabIndex={-1}
        >
          <Icon name="down" class={isFolded ? 'upload-folded' : ''} />
          {t(`uploads.groups.${name}`)}{' '}
          <span class="upload-group-count numbers">{format.number(group.count)}</span>
        </button>
      </td>
      <td class="to-end numbers">{totals.filter((total) => total !== null).join(' · ')}</td>
    </tr>
  );
}
