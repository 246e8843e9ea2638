/** The column headers: each sorts by its column, again in the other direction. */
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { Icon } from '../../icons/Icon.tsx';
import { type PlainKey, t } from '../../text.ts';
import { effectiveSorting } from '../model/listing.ts';
import type { FilesRoute } from '../model/route.ts';
import type { FilesContext } from '../model/useFiles.ts';

export const columnNames: Readonly<Record<SortColumn, PlainKey>> = {
  title: 'files.column.title',
  length: 'files.column.length',
  size: 'files.column.size',
  views: 'files.column.views',
  uploaded: 'files.column.uploaded',
};
const columns = Object.keys(columnNames) as readonly SortColumn[];

/** Names start ascending, everything else descending. */
const startsDescending = (column: SortColumn): boolean => column !== 'title';

export function toggleSorting(route: FilesRoute, column: SortColumn): FilesRoute {
  const now = effectiveSorting(route);
  const descending = now?.column === column ? !now.descending : startsDescending(column);
  return { ...route, sorting: { column, descending } };
}

export function ListHead({ files: { route, go, isSorting } }: { files: FilesContext }) {
  const now = effectiveSorting(route);
  return (
    <thead class="file-list-head">
      <tr class="file-columns" aria-rowindex={1}>
        <th class="file-check" scope="col">
          <span class="visually-hidden">{t('files.column.chosen')}</span>
        </th>
        {columns.map((column) => {
          const isNow = now?.column === column;
          const order = isNow ? (now.descending ? 'descending' : 'ascending') : 'none';
          return (
            <th key={column} class={`file-cell file-${column}`} scope="col" aria-sort={order}>
              <button
                type="button"
                class="file-sort"
                aria-busy={isNow && isSorting}
                onClick={() => go(toggleSorting(route, column), 'replace')}
              >
                <span class="one-line">{t(columnNames[column])}</span>
                {isNow && <Icon name={now.descending ? 'down' : 'up'} />}
              </button>
            </th>
          );
        })}
        <th class="file-acts" scope="col">
          <span class="visually-hidden">{t('files.column.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}
