import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons/Icon.tsx';
import { readKey } from '../keys/key-press.ts';
import { lazy } from '../lazy.tsx';
import type { MenuGroups } from './action.ts';
import './menu-button.css';

const MenuList = lazy(() => import('./MenuList.tsx'), 'LateMenuList');

export interface MenuProps {
  readonly label: string;
  /** Defaults to three dots. */
  readonly children?: ComponentChildren;
  /** Separated by lines. Read when the menu opens. */
  readonly groups: () => MenuGroups | Promise<MenuGroups>;
  readonly class?: string;
  readonly tabIndex?: number;
}

export function Menu({ label, children, groups, class: extra = 'icon-button', tabIndex }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={extra}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        tabIndex={tabIndex}
        onPointerEnter={MenuList.preload}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (readKey(event)?.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children ?? <Icon name="more" class="icon-more" />}
      </button>
      {isOpen && (
        <MenuList
          id={id}
          label={label}
          groups={groups}
          trigger={trigger}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) trigger.current?.focus();
          }}
        />
      )}
    </>
  );
}
