/**
 * Rows in groups that fold, in a grid with one tab stop. Left and Right move between a row's controls, Alt+Up and Alt+Down move a row in
 * the queue. The focus follows a moved row, or takes the next one if a row is removed.
 */
import { useState } from 'preact/hooks';
import { type UploadItem, withCopies } from '../../lib/uploads/upload-items.ts';
import { useHasPainted } from '../hooks/useHasPainted.ts';
import { Icon } from '../icons/Icon.tsx';
import { createLateModule, lazy } from '../lazy.tsx';
import { type GridRowProps, useGrid } from '../list/useGrid.tsx';
import { useNow } from '../page-api.ts';
import { format, t } from '../text.ts';
import { hasNotes, isRare } from './common-wording.ts';
import { type Batch, type Group, type GroupName, groupRows, toEntry } from './groups.ts';
import type { RowContext } from './row-actions.ts';
import { UploadRow } from './UploadRow.tsx';
import { actionsFor } from './upload-actions.ts';
import './uploads.css';

const useWording = createLateModule(() => import('./wording.ts'));

const BatchRow = lazy(() => import('./BatchRow.tsx'), 'BatchRow');
const UnreadRow = lazy(() => import('./BatchRow.tsx'), 'UnreadRow');

interface UploadListProps {
  readonly items: readonly UploadItem[];
  readonly context: RowContext;
}

const directions: Readonly<Record<string, 'up' | 'down'>> = { 'alt+ArrowUp': 'up', 'alt+ArrowDown': 'down' };

export function UploadList({ items, context }: UploadListProps) {
  // Speeds and retries change every second.
  const nowMs = useNow(items.every(({ rank }) => rank === 4) ? 10 : 1);
  const hasPainted = useHasPainted();
  const needsWording = (item: UploadItem) => hasNotes(item) || isRare(item, nowMs);
  const wording = useWording(hasPainted && items.flatMap(withCopies).some(needsWording));
  const { isFolded, fold } = useFoldedGroups();
  const [openBatches, setOpenBatches] = useState<ReadonlySet<string>>(new Set());
  const withMembers = (entry: UploadItem | Batch): readonly Row[] =>
    isBatch(entry) && openBatches.has(entry.id)
      ? [entry, ...entry.members.map(toEntry).flatMap(withMembers), ...entry.members.flatMap(toUnread)]
      : [entry];
  const rows: readonly Row[] =
    items.length < 2
      ? items.map(toEntry).flatMap(withMembers)
      : groupRows(items, nowMs, wording?.getCause).flatMap((group) => [
          group,
          ...(isFolded(group.name) ? [] : group.entries).flatMap(withMembers),
        ]);
  const start = rows.findIndex((row) => !isGroup(row));
  const { shown, sentinel, rowProps, gridProps } = useGrid(
    items[0]?.upload.accountId,
    rows.map(getRowKey),
    start,
    (chord, at) => {
      const row = rows[at];
      const direction = directions[chord];
      if (direction === undefined || row === undefined || !('upload' in row)) return false;
      context.move(row, direction);
      return true;
    },
  );

  return (
    <div class="upload-scroll scroll" tabIndex={-1}>
      <table
        class="upload-list pad-1 row-list"
        aria-label={t('uploads.list')}
        aria-rowcount={rows.length}
        {...gridProps}
      >
        <tbody>
          {rows.slice(0, shown).map((row, at) => {
            const props = { ...rowProps(at), 'aria-rowindex': at + 1 };
            if (isBatch(row))
              return (
                <BatchRow
                  key={row.id}
                  rowProps={props}
                  items={items}
                  context={context}
                  nowMs={nowMs}
                  batch={row}
                  isOpen={openBatches.has(row.id)}
                  onOpen={() => setOpenBatches(openBatches.symmetricDifference(new Set([row.id])))}
                />
              );
            if (isUnread(row)) return <UnreadRow key={row.id} rowProps={props} count={row.unread} />;
            return isGroup(row) ? (
              <GroupRow
                key={row.name}
                rowProps={props}
                group={row}
                isFolded={isFolded(row.name)}
                onFold={() => fold(row.name)}
              />
            ) : (
              <UploadRow
                key={row.upload.id}
                rowProps={props}
                item={row}
                actions={actionsFor(row, context)}
                nowMs={hasPainted ? nowMs : null}
                wording={wording}
              />
            );
          })}
        </tbody>
      </table>
      {sentinel}
    </div>
  );
}

interface Unread {
  readonly id: string;
  readonly unread: number;
}
type Row = Group | Batch | UploadItem | Unread;

const toUnread = ({ upload, unread }: UploadItem): readonly Unread[] =>
  unread === undefined ? [] : [{ id: `unread ${upload.batch?.id}`, unread }];

const isGroup = (row: Row): row is Group => 'items' in row;
const isUnread = (row: Row): row is Unread => 'unread' in row && !('upload' in row);
const isBatch = (row: Row): row is Batch => 'members' in row;
const getRowKey = (row: Row): string => ('upload' in row ? row.upload.id : isGroup(row) ? row.name : row.id);

/** The same on all pages and after a restart. Only groups that differ from the default are stored. */
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

interface GroupRowProps {
  readonly rowProps: GridRowProps;
  readonly group: Group;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

function GroupRow({ group, isFolded, onFold, rowProps }: GroupRowProps) {
  const { name, entries, bytesPerSecond, secondsLeft } = group;
  // A single row shows its own figures.
  const hasTotals = isFolded || entries.length > 1 || entries.some(isBatch);
  const totals = [
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
  ];
  return (
    <tr class="upload-group row gap-0 tone-quiet" data-group={name} {...rowProps}>
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
      <td class="to-end numbers">{hasTotals && totals.filter((total) => total !== null).join(' · ')}</td>
    </tr>
  );
}
