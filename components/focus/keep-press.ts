/**
 * Loaded by each page. Clicks a control that moves between press and release, where browsers would click the common ancestor.
 */
import { getName } from '../keys/second-press.ts';

/** In pixels. */
const slack = 4;
const controls = 'button, a[href], input, label, summary';

interface Press {
  readonly control: HTMLElement;
  readonly name: string | null;
  readonly x: number;
  readonly y: number;
}
let press: Press | null = null;

document.addEventListener(
  'pointerdown',
  ({ target, button, clientX: x, clientY: y }) => {
    const control = (target as Element).closest<HTMLElement>(controls);
    press = control && button === 0 ? { control, name: getName(control), x, y } : null;
  },
  true,
);
document.addEventListener(
  'click',
  (event) => {
    const begun = press;
    press = null;
    if (begun === null || begun.control.contains(event.target as Node)) return;
    const { control, name, x, y } = begun;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) <= slack;
    const isUsable = control.checkVisibility() && !control.closest('[inert], :disabled');
    // The element may show another row now.
    if (!isStill || !isUsable || getName(control) !== name) return;
    event.stopPropagation();
    event.preventDefault();
    // With the same modifier keys.
    control.dispatchEvent(new MouseEvent('click', event));
  },
  true,
);
