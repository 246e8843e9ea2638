/**
 * Loaded by each page. Clicks a button that moves between press and release, where browsers would click the common ancestor.
 */
import { getName } from '../keys/second-press.ts';

/** In pixels. */
const slack = 4;

interface Press {
  readonly button: HTMLButtonElement;
  readonly name: string | null;
  readonly x: number;
  readonly y: number;
}
let press: Press | null = null;

document.addEventListener(
  'pointerdown',
  ({ target, button: pressed, clientX: x, clientY: y }) => {
    const button = (target as Element).closest('button');
    press = button && pressed === 0 ? { button, name: getName(button), x, y } : null;
  },
  true,
);
document.addEventListener(
  'click',
  (event) => {
    const begun = press;
    press = null;
    if (begun === null || begun.button.contains(event.target as Node)) return;
    const { button, name, x, y } = begun;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) <= slack;
    // The element may show another row now.
    if (!isStill || !button.checkVisibility() || button.closest('[inert]') || getName(button) !== name)
      return;
    event.stopPropagation();
    event.preventDefault();
    button.click();
  },
  true,
);
