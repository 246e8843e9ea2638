import { Icon } from '../../icons/Icon.tsx';
import { Menu } from '../../menu/Menu.tsx';
import { t } from '../../text.ts';
import { listColumns, startsDescending } from '../list/columns.ts';
import { effectiveSorting, isSearch } from '../model/listing.ts';
import type { FilesRoute } from '../model/route.ts';
import { useFilesContext } from '../model/useFiles.ts';
import './toolbar.css';

/** Best match first, or copies side by side. No column header can restore this order. */
export const hasOwnOrder = ({ text, conditions }: FilesRoute): boolean =>
  isSearch(text) || conditions.isDuplicate === true;

/** For lists without column headers. @param props.isBrief only an icon */
export function SortMenu({ isBrief = false }: { readonly isBrief?: boolean }) {
  const { capabilities, route, go } = useFilesContext();
  const now = effectiveSorting(route);
  const isBest = now === null;
  const ownOrder = t(route.conditions.isDuplicate ? 'duplicates.title' : 'files.sort.best');
  const name = isBest ? ownOrder : t(`files.column.${now.column}`);
  return (
    <Menu
      class={isBrief ? 'icon-button' : 'bare-button row gap-1 menu-button sort-button'}
      label={t('files.sort.by', { name })}
      groups={() => [
        hasOwnOrder(route)
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
      {!isBrief && <span class="one-line">{name}</span>}
    </Menu>
  );
}
