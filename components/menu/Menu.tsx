/** A button that opens a menu. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { readKey } from '../keys/key-press.ts';
import { lazy } from '../lazy.tsx';
import type { MenuGroups } from './action.ts';
import './menu-button.css';

const MenuList = lazy(() => import('./MenuList.tsx'), 'LateMenuList');

export interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** Groups of items, separated by a line; asked for only when the menu opens. */
  readonly groups: () => MenuGroups | Promise<MenuGroups>;
  readonly class?: string;
  readonly tabIndex?: number;
}

export function Menu({ label, children, groups, class: extra = 'icon-button', tabIndex }: MenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={extra}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        tabIndex={tabIndex}
        onPointerEnter={MenuList.preload}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (readKey(event)?.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && (
        <MenuList
          id={id}
          label={label}
          groups={groups}
          trigger={trigger}
          close={close}
          leave={() => setOpen(false)}
        />
      )}
    </>
  );
}
