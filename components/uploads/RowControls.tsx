import { IconButton } from '../button/Button.tsx';
import type { IconAction } from '../menu/action.ts';
import { Menu, type MenuProps } from '../menu/Menu.tsx';
import { t } from '../text.ts';

export interface RowActions {
  readonly icons: readonly IconAction[];
  readonly menu: MenuProps['groups'] | null;
}

interface RowControlsProps extends RowActions {
  readonly title: string;
  readonly tabIndex: number;
}

export function RowControls({ title, icons, menu, tabIndex }: RowControlsProps) {
  return (
    <>
      {icons.map(({ id, label, icon, run }) => (
        <IconButton key={id} icon={icon} label={label} onClick={run} tabIndex={tabIndex} />
      ))}
      {menu && <Menu label={t('common.moreFor', { title })} tabIndex={tabIndex} groups={menu} />}
    </>
  );
}
