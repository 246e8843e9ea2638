/** A menu where the pointer is, or at the thing that the menu key was pressed on. */
import { useId, useRef } from 'preact/hooks';
import { isRightClick } from '../keys/clicks.ts';
import type { Action } from './action.ts';
import { MenuList } from './MenuList.tsx';

export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps {
  readonly label: string;
  readonly groups: readonly (readonly Action[])[];
  readonly point: MenuPoint;
  /** `isDone`: an item was chosen or the menu closed by key: the focus must be restored. */
  readonly onClose: (isDone: boolean) => void;
}

export function ContextMenu({ label, groups, point, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} class="menu-point" style={{ left: `${point.x}px`, top: `${point.y}px` }} />
      <MenuList
        id={useId()}
        label={label}
        groups={groups}
        trigger={anchor}
        align="start"
        close={() => onClose(true)}
        leave={() => onClose(false)}
      />
    </>
  );
}

/** The menu key has no place of its own: the menu then opens at the element's lower end. */
export function menuPointOf(event: MouseEvent, element: Element): MenuPoint {
  if (isRightClick(event)) return { x: event.clientX, y: event.clientY };
  const { left, bottom, height } = element.getBoundingClientRect();
  return { x: left + height, y: bottom - height / 4 };
}
