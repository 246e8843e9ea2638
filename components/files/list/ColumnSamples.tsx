/** Hidden headings and long values, to measure each column's width once instead of in each row. */
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { type ColumnWidths, listLongValues, type MeasuredColumn, measuredColumns } from './columns.ts';

export function ColumnSamples() {
  return (
    <div class="column-samples flex" aria-hidden="true">
      {measuredColumns.map((column) => (
        <span key={column} class="file-cell" data-column={column}>
          {column !== 'inside' && (
            <span class="file-sort medium">
              {t(`files.column.${column}`)}
              <Icon name="down" />
            </span>
          )}
          <span class="column-values">{listLongValues(column).join('\n')}</span>
        </span>
      ))}
    </div>
  );
}

export function readWidths(samples: Element): ColumnWidths {
  const widths: Partial<Record<MeasuredColumn, number>> = {};
  for (const cell of samples.querySelectorAll<HTMLElement>('[data-column]'))
    widths[cell.dataset['column'] as MeasuredColumn] = Math.ceil(cell.getBoundingClientRect().width);
  return widths as ColumnWidths;
}
