/** The menu of an item, at the pointer or at its button. */
import { useId } from 'preact/hooks';
import { ContextMenu } from '../../menu/ContextMenu.tsx';
import { MenuList } from '../../menu/MenuList.tsx';
import { t } from '../../text.ts';
import { itemName } from '../model/item.ts';
import { itemActions } from '../model/menu-items.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { focusList } from './focus.ts';

export function FilesMenu() {
  const files = useFilesContext();
  const { menu, setMenu } = files;
  const id = useId();
  if (menu === null) return null;
  const { item, at } = menu;
  const label = t('common.moreFor', { title: itemName(files, item) });
  const groups = itemActions(files, item);
  const leave = () => setMenu(null);
  if (at instanceof HTMLElement) {
    const trigger = { current: at };
    return (
      <MenuList
        key={item.key}
        id={id}
        label={label}
        groups={groups}
        trigger={trigger}
        onClose={(isDone) => {
          leave();
          if (isDone) at.focus();
        }}
      />
    );
  }
  return (
    <ContextMenu
      label={label}
      groups={groups}
      point={at}
      onClose={(isDone) => {
        leave();
        if (isDone) focusList();
      }}
    />
  );
}
