/** A table with one tab stop. Long lists are rendered in batches. */

import type { ComponentChildren } from 'preact';
import { toServiceSeconds } from '../../lib/timing/service-time.ts';
import { formatDay, formatMoment } from '../format/service-dates.ts';
import { type GridRowProps, useGrid } from '../list/useGrid.tsx';
import { t } from '../text.ts';
import { type RowActions, RowControls } from '../uploads/RowControls.tsx';
import type { TakedownRow } from './takedown-rows.ts';

interface TakedownListProps {
  readonly rows: readonly TakedownRow[];
  /** The host only says when it deletes a file, not when the file was reported. */
  readonly byHours: boolean;
  readonly actionsFor: (row: TakedownRow) => RowActions;
}

export function TakedownList({ rows, byHours, actionsFor }: TakedownListProps) {
  const { shown, sentinel, rowProps, gridProps } = useGrid(
    'takedowns',
    rows.map(({ fileCode }) => fileCode),
  );

  return (
    <>
      <table class="takedown-list" aria-label={t('takedowns.list')} {...gridProps}>
        <thead class="small medium tone-quiet">
          <tr>
            <th scope="col">{t('takedowns.file')}</th>
            <th scope="col">{t('takedowns.folder')}</th>
            {byHours ? (
              <th scope="col">{t('takedowns.deletion')}</th>
            ) : (
              <>
                <th scope="col">{t('takedowns.reported')}</th>
                <th scope="col">{t('takedowns.disabled')}</th>
              </>
            )}
            <th scope="col">
              <span class="visually-hidden">{t('takedowns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            <Takedown
              key={row.fileCode}
              row={row}
              byHours={byHours}
              actions={actionsFor(row)}
              rowProps={rowProps(at)}
            />
          ))}
        </tbody>
      </table>
      {sentinel}
    </>
  );
}

interface TakedownProps {
  readonly row: TakedownRow;
  readonly byHours: boolean;
  readonly actions: RowActions;
  readonly rowProps: GridRowProps;
}

function Takedown({ row, byHours, actions, rowProps }: TakedownProps) {
  const { fileCode, title, folder, isNew } = row;
  return (
    <tr class="takedown hover-raised inset-ring" data-code={fileCode} {...rowProps}>
      <td>
        <p class="medium one-line" dir="auto" title={title}>
          {title}
        </p>
        <p class="row">
          {title !== fileCode && (
            <code class="takedown-code tone-quiet small one-line" dir="auto">
              {fileCode}
            </code>
          )}
          {isNew && <span class="takedown-badge medium tone-warn">{t('takedowns.new')}</span>}
        </p>
      </td>
      <Cell name={t('takedowns.folder')} isKnown={folder !== ''}>
        {folder === '' ? t('account.unknown') : folder}
      </Cell>
      {byHours ? (
        <Cell
          name={t('takedowns.deletion')}
          isKnown={row.deletion !== ''}
          title={formatMoment(toServiceSeconds(row.deletesOn))}
        >
          {row.deletion || t('takedowns.noDate')}
        </Cell>
      ) : (
        <>
          <DayCell name={t('takedowns.reported')} moment={row.reportedOn} />
          <DayCell name={t('takedowns.disabled')} moment={row.disabledOn} />
        </>
      )}
      <td class="takedown-actions">
        <RowControls title={title} icons={actions.icons} menu={actions.menu} tabIndex={rowProps.tabIndex} />
      </td>
    </tr>
  );
}

function DayCell({ name, moment }: { name: string; moment: string | null }) {
  const at = toServiceSeconds(moment);
  return (
    <Cell name={name} isKnown={at !== null} title={formatMoment(at)}>
      {at === null ? t('takedowns.noDate') : formatDay(at)}
    </Cell>
  );
}

interface CellProps {
  /** Shown if there is no room for columns. */
  readonly name: string;
  readonly isKnown: boolean;
  readonly title?: string;
  readonly children: ComponentChildren;
}

function Cell({ name, isKnown, title = '', children }: CellProps) {
  return (
    <td class={`takedown-fact numbers${isKnown ? '' : ' tone-quiet'}`} title={title || undefined}>
      <span class="takedown-label tone-quiet" aria-hidden="true">
        {name}{' '}
      </span>
      <bdi>{children}</bdi>
    </td>
  );
}
