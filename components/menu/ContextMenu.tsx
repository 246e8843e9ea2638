import { useId, useRef } from 'preact/hooks';
import { isRightClick } from '../keys/clicks.ts';
import { MenuList, type MenuListProps } from './MenuList.tsx';

export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps extends Pick<MenuListProps, 'label' | 'groups' | 'onClose'> {
  readonly point: MenuPoint;
}

export function ContextMenu({ point, ...list }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} class="menu-point" style={{ left: `${point.x}px`, top: `${point.y}px` }} />
      <MenuList {...list} id={useId()} trigger={anchor} align="start" />
    </>
  );
}

/** The menu key has no pointer position, so its menu opens below the element. */
export function getMenuPoint(event: MouseEvent, element: Element): MenuPoint {
  if (isRightClick(event)) return { x: event.clientX, y: event.clientY };
  const { left, bottom, height } = element.getBoundingClientRect();
  return { x: left + height, y: bottom - height / 4 };
}
