import { directedKey, type KeyPress } from '../keys/key-press.ts';

/** From the row through its buttons and back, in reading direction. */
export function targetInRow(press: KeyPress, row: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(target);
  const key = directedKey(press, row);
  if (key === 'forward') return buttons[at + 1];
  if (key === 'back') return at > 0 ? buttons[at - 1] : row;
  return undefined;
}
