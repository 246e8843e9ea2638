/** The icons of a row and its menu, as uploads and the activity show them. */
import { IconButton } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { t } from '../text.ts';
import type { RowAction } from './file-actions.ts';

export interface RowActions {
  readonly icons: readonly RowAction[];
  /** Groups of the menu; there is none where all are empty. */
  readonly menu: readonly (readonly RowAction[])[];
}

export interface RowControlsProps extends RowActions {
  /** Of the row. */
  readonly title: string;
  readonly tabIndex: number;
}

export function RowControls({ title, icons, menu, tabIndex }: RowControlsProps) {
  const groups = () => menu.map((group) => group.map(({ run, ...item }) => ({ ...item, onSelect: run })));
  return (
    <>
      {icons.map(({ id, label, icon, run }) => (
        <IconButton key={id} icon={icon} label={label} onClick={run} tabIndex={tabIndex} />
      ))}
      {menu.some((group) => group.length > 0) && (
        <Menu label={t('common.moreFor', { title })} tabIndex={tabIndex} groups={groups}>
          <Icon name="more" class="icon-more" />
        </Menu>
      )}
    </>
  );
}
