import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../../button/Button.tsx';
import { RadioGroup } from '../../field/RadioGroup.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { Menu } from '../../menu/Menu.tsx';
import { format, t } from '../../text.ts';
import { countConditions } from '../model/conditions.ts';
import { viewActions } from '../model/menu-items.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Filters } from './Filters.tsx';
import { Scope } from './Scope.tsx';
import { SearchField } from './SearchField.tsx';
import { hasOwnOrder, SortMenu } from './SortMenu.tsx';
import './toolbar.css';

export type ListView = 'list' | 'grid';

interface ToolbarProps {
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
  /** Leaves no room for columns and filters. */
  readonly isCompact: boolean;
}

export function Toolbar({ view, onView, isCompact }: ToolbarProps) {
  const files = useFilesContext();
  const { route } = files;
  const set = countConditions(route.conditions);
  const [isFiltering, setFiltering] = useState(set > 0 && !isCompact);
  const isAboutViews = route.conditions.unviewed !== null;
  // Lets the user choose the number of days at once.
  useEffect(() => {
    if (isAboutViews && !isCompact) setFiltering(true);
  }, [isAboutViews]);
  return (
    <div class="toolbar stack">
      <div class="toolbar-line row">
        <SearchField />
        <span class="toolbar-filter">
          <IconButton
            icon="filter"
            label={t('files.filter.title')}
            isPressed={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          />
          {set > 0 && <span class="toolbar-count">{format.number(set)}</span>}
        </span>
        {(view === 'grid' || isCompact || hasOwnOrder(route)) && <SortMenu />}
        <RadioGroup
          label={t('files.view.title')}
          kind="segment"
          value={view}
          choices={[
            ['list', <Icon key="list" name="list" />, t('files.view.list')],
            ['grid', <Icon key="grid" name="grid" />, t('files.view.grid')],
          ]}
          onChange={onView}
        />
        <Menu label={t('files.more')} groups={() => viewActions(files)} />
      </div>
      {isFiltering && <Filters />}
      <div class="toolbar-line row">
        <Breadcrumb />
        <Scope />
      </div>
    </div>
  );
}
