/** One menu for all items, at the pointer or the item's button. One for each would be slow. */
import { useId } from 'preact/hooks';
import { Icon } from '../../icons/Icon.tsx';
import { ContextMenu } from '../../menu/ContextMenu.tsx';
import { MenuList } from '../../menu/MenuList.tsx';
import { t } from '../../text.ts';
import { type Item, itemAt } from '../model/listing.ts';
import { itemActions } from '../model/menu-items.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';
import { focusList } from './focus.ts';
import { itemName } from './item.tsx';

export function ItemMenu() {
  const files = useFilesContext();
  const { menu, setMenu } = files;
  const id = useId();
  if (menu === null) return null;
  const { item, at } = menu;
  const leave = () => setMenu(null);
  const shown = {
    label: t('common.moreFor', { title: itemName(files, item) }),
    groups: itemActions(files, item),
  };
  if (at instanceof HTMLElement) {
    const onClose = (isDone: boolean) => {
      leave();
      if (isDone) at.focus();
    };
    return <MenuList key={item.key} id={id} {...shown} trigger={{ current: at }} onClose={onClose} />;
  }
  return (
    <ContextMenu
      {...shown}
      point={at}
      onClose={(isDone) => {
        leave();
        if (isDone) focusList();
      }}
    />
  );
}

interface MenuButtonProps {
  readonly files: FilesContext;
  readonly item: Item;
  readonly name: string;
  readonly tabIndex: number;
}

/** Called as a function, like `thumbnail`. */
export function menuButton({ files: { menu }, item, name, tabIndex }: MenuButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-haspopup="menu"
      aria-expanded={menu?.item.key === item.key}
      aria-label={t('common.moreFor', { title: name })}
      tabIndex={tabIndex}
    >
      {more}
    </button>
  );
}

const more = <Icon name="more" class="icon-more" />;

export const findMenuButton = (event: Event): HTMLElement | null =>
  (event.target as Element).closest<HTMLElement>('[data-index] [aria-haspopup="menu"]');

export function toggleMenu({ menu, setMenu, listing }: FilesContext, button: HTMLElement): void {
  const index = button.closest<HTMLElement>('[data-index]')?.dataset['index'];
  const item = itemAt(listing, Number(index));
  if (item) setMenu(menu?.at === button ? null : { item, at: button });
}
