/**
 * The menu button of a row or tile. All share one menu (`FilesMenu.tsx`) and the list's handlers: a menu for each row would
 * slow drawing down.
 */
import { Icon } from '../../icons/Icon.tsx';
import { t } from '../../text.ts';
import { type Item, itemAt } from '../model/listing.ts';
import type { FilesContext } from '../model/useFiles.ts';

export interface MenuButtonProps {
  readonly files: FilesContext;
  readonly item: Item;
  readonly name: string;
  readonly tabIndex: number;
}

export function MenuButton({ files: { menu }, item, name, tabIndex }: MenuButtonProps) {
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

/** The menu button of an event's target, or null. */
export const menuButtonOf = (event: Event): HTMLElement | null =>
  (event.target as Element).closest<HTMLElement>('[data-index] [aria-haspopup="menu"]');

/** Opens the menu of the button's item, or closes it. */
export function toggleMenu({ menu, setMenu, listing }: FilesContext, button: HTMLElement): void {
  const index = button.closest<HTMLElement>('[data-index]')?.dataset['index'];
  const item = itemAt(listing, Number(index));
  if (item) setMenu(menu?.at === button ? null : { item, at: button });
}
