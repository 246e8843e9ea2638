/** Sorts if there are no column headers to click. */
import { Icon } from '../../icons/Icon.tsx';
import { Menu } from '../../menu/Menu.tsx';
import { t } from '../../text.ts';
import { listColumns, startsDescending } from '../list/columns.ts';
import { effectiveSorting, isSearch } from '../model/listing.ts';
import { useFilesContext } from '../model/useFiles.ts';
import './toolbar.css';

export function SortMenu() {
  const { capabilities, route, go } = useFilesContext();
  const now = effectiveSorting(route);
  const isBest = now === null;
  const { isDuplicate } = route.conditions;
  const ownOrder = t(isDuplicate ? 'duplicates.title' : 'files.sort.best');
  const name = isBest ? ownOrder : t(`files.column.${now.column}`);
  return (
    <Menu
      class="bare-button row gap-1 menu-button sort-button"
      label={t('files.sort.by', { name })}
      groups={() => [
        isSearch(route.text) || isDuplicate
          ? [
              {
                id: 'best',
                label: ownOrder,
                checked: isBest,
                run: () => go({ ...route, sorting: null }, 'replace'),
              },
            ]
          : [],
        (['title', ...listColumns(capabilities)] as const).map((column) => ({
          id: column,
          label: t(`files.column.${column}`),
          checked: now?.column === column,
          run: () => go({ ...route, sorting: { column, descending: startsDescending(column) } }, 'replace'),
        })),
        isBest
          ? []
          : [false, true].map((descending) => ({
              id: `${descending}`,
              label: descending ? t('files.sort.descending') : t('files.sort.ascending'),
              checked: now.descending === descending,
              run: () => go({ ...route, sorting: { column: now.column, descending } }, 'replace'),
            })),
      ]}
    >
      <Icon name={now?.descending === false ? 'up' : 'down'} />
      <span class="one-line">{name}</span>
    </Menu>
  );
}
