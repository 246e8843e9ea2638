import { Fragment } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons/Icon.tsx';
import { findByTyping } from '../keys/find-by-typing.ts';
import { type KeyPress, readKey } from '../keys/key-press.ts';
import type { Action, MenuGroups } from './action.ts';
import './menu.css';

export interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly groups: MenuGroups;
  readonly trigger: { readonly current: HTMLElement | null };
  readonly align?: 'start' | 'end';
  /** `isDone`: the focus must be restored, after a choice or a key. */
  readonly onClose: (isDone: boolean) => void;
}

/** Items may have to be loaded. Others are read again with each render. */
export function LateMenuList({
  groups,
  ...props
}: Omit<MenuListProps, 'groups'> & { readonly groups: () => MenuGroups | Promise<MenuGroups> }) {
  const given = groups();
  const [late, setLate] = useState<MenuGroups | null>(null);
  useLayoutEffect(() => {
    if (given instanceof Promise) void given.then(setLate);
  }, []);
  const items = given instanceof Promise ? late : given;
  return items && <MenuList {...props} groups={items} />;
}

export function MenuList({ id, label, groups, trigger, align = 'end', onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const filled = groups.filter((group) => group.length > 0);

  useLayoutEffect(() => {
    const menu = list.current;
    const button = trigger.current;
    if (!menu || !button) return;
    menu.showPopover();
    placePopover(menu, button, align);
    const first =
      menu.querySelector<HTMLElement>('[aria-checked="true"]') ?? menu.querySelector<HTMLElement>('button');
    first?.focus();

    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!menu.contains(target) && !button.contains(target)) onClose(false);
    };
    // Rows that are laid out late also scroll the list. The menu follows its button while that is visible.
    const follow = ({ target }: Event) => {
      const moved = target instanceof Element ? target : document.documentElement;
      if (!moved.contains(button)) return;
      const view = moved.getBoundingClientRect();
      const { top, bottom } = button.getBoundingClientRect();
      if (bottom <= Math.max(view.top, 0) || top >= Math.min(view.bottom, innerHeight)) onClose(false);
      else placePopover(menu, button, align);
    };
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    document.addEventListener('pointerdown', closeOutside, options);
    document.addEventListener('wheel', closeOutside, options);
    document.addEventListener('scroll', follow, options);
    window.addEventListener('resize', follow, options);
    return () => listening.abort();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    // The list or dialog around the menu must not see its keys.
    event.stopPropagation();
    const press = readKey(event);
    if (!press || press.mod || press.alt) return;
    if (press.key === 'Tab') return onClose(false);
    if (press.key === 'Escape') {
      event.preventDefault();
      return onClose(true);
    }
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const target = targetItem(press, items);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div
      ref={list}
      id={id}
      class="menu framed no-ring"
      role="menu"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {filled.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <hr class="menu-line" />}
          {group.map((item) => (
            <button
              key={item.id}
              type="button"
              class={`bare-button menu-item inset-ring row${item.danger ? ' menu-item-danger' : ''}`}
              {...getRole(item)}
              tabIndex={-1}
              onClick={() => {
                onClose(true);
                item.run();
              }}
            >
              {item.checked === undefined ? (
                item.icon && <Icon name={item.icon} />
              ) : (
                <Icon name="check" class={item.checked ? '' : 'menu-unchecked'} />
              )}
              <span class="grow one-line" dir="auto">
                {item.label}
              </span>
              {item.hint !== undefined && <span class="note">{item.hint}</span>}
            </button>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function getRole({ checked }: Action) {
  return checked === undefined
    ? ({ role: 'menuitem' } as const)
    : ({ role: 'menuitemradio', 'aria-checked': checked } as const);
}

function targetItem(press: KeyPress, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const { key } = press;
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  return findByTyping(press, items, at, (item) => item.textContent?.trim() ?? '');
}

/** Between button and popover, and at least between popover and window. */
const gapPx = 4;

/** Below the button, at its end, or above it if there is more room. Never outside the window. */
function placePopover(popover: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const anchor = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const roomBelow = height - anchor.bottom - 2 * gapPx;
  const roomAbove = anchor.top - 2 * gapPx;
  const isBelow = popover.scrollHeight + 2 <= roomBelow || roomBelow >= roomAbove;

  popover.style.maxHeight = `${Math.max(isBelow ? roomBelow : roomAbove, 0)}px`;
  const size = popover.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const isInLineWithLeft = isRtl === (align === 'end');
  const wanted = isInLineWithLeft ? anchor.left : anchor.right - size.width;
  const left = Math.min(Math.max(wanted, gapPx), width - size.width - gapPx);
  const top = isBelow ? anchor.bottom + gapPx : anchor.top - gapPx - size.height;
  popover.style.left = `${Math.round(left)}px`;
  popover.style.top = `${Math.round(top)}px`;
}
