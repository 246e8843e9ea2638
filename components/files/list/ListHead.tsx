/** A header sorts by its column. A second click reverses the order. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { effectiveSorting } from '../model/listing.ts';
import type { FilesRoute } from '../model/route.ts';
import { addFiles, countListed, emptySelection } from '../model/selection.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { hasOwnOrder, SortMenu } from '../toolbar/SortMenu.tsx';
import { type FittingColumns, startsDescending } from './columns.ts';

function toggleSorting(route: FilesRoute, column: SortColumn): FilesRoute {
  const now = effectiveSorting(route);
  const descending = now?.column === column ? !now.descending : startsDescending(column);
  return { ...route, sorting: { column, descending } };
}

export function ListHead({ shown, isReduced }: FittingColumns) {
  const { route, go, isSorting } = useFilesContext();
  const now = effectiveSorting(route);
  return (
    <thead class="file-list-head line-below">
      <tr class="file-columns" aria-rowindex={1}>
        <th class="file-check center" scope="col">
          <SelectAll />
        </th>
        {(['title', ...shown] as const).map((column) => {
          const isNow = now?.column === column;
          const order = isNow ? (now.descending ? 'descending' : 'ascending') : 'none';
          return (
            <th
              key={column}
              class={`file-cell file-${column}${column === 'title' ? '' : ' file-value'}`}
              scope="col"
              aria-sort={order}
            >
              <button
                type="button"
                class="bare-button file-sort inset-ring hover medium tone-quiet"
                aria-busy={isNow && isSorting}
                onClick={() => go(toggleSorting(route, column), 'replace')}
              >
                <span class="one-line">{t(`files.column.${column}`)}</span>
                {isNow && <Icon name={now.descending ? 'down' : 'up'} />}
              </button>
            </th>
          );
        })}
        <th class="file-actions center" scope="col">
          <span class="visually-hidden">{t('files.column.actions')}</span>
          {isReduced && !hasOwnOrder(route) && <SortMenu isBrief />}
        </th>
      </tr>
    </thead>
  );
}

function SelectAll() {
  const { listing, selection, select } = useFilesContext();
  const box = useRef<HTMLInputElement>(null);
  const count = countListed(selection, listing.fileIds);
  const isAll = count > 0 && count === listing.fileIds.length;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      class="check"
      aria-label={t('files.selectListed')}
      disabled={listing.fileIds.length === 0}
      checked={isAll}
      onChange={() => select(isAll ? emptySelection : addFiles(selection, listing.fileIds))}
    />
  );
}
