/**
 * Loaded by each page. Clicks a button that moves between press and release, where browsers would click the common ancestor. Ignores the
 * second click of a double click if another button has taken the place of the first.
 */

/** In pixels. */
const slack = 4;

interface Press {
  readonly button: HTMLButtonElement;
  readonly name: string | null;
  readonly x: number;
  readonly y: number;
}
let press: Press | null = null;

/** In milliseconds. Nobody reads a new button within this time. */
const tooSoonMs = 250;

interface Click {
  readonly button: Element | null;
  readonly name: string | null;
  readonly atMs: number;
}
let clicked: Click | null = null;

const getName = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

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
    const before = clicked;
    const target = (event.target as Element).closest('button');
    clicked = { button: target, name: target && getName(target), atMs: event.timeStamp };
    if (
      event.detail > 1 &&
      before !== null &&
      event.timeStamp - before.atMs < tooSoonMs &&
      target !== null &&
      (target !== before.button || clicked.name !== before.name)
    ) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
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
