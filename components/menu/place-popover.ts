/** Puts a popover beside its button, inside the window. */

/** Pixels between button and popover, and at least between popover and window. */
const gapPx = 4;

export type Align = 'start' | 'end';

/** Below the button and in line with its end; above it where there is more room; never outside the window. */
export function placePopover(popover: HTMLElement, button: HTMLElement, align: Align = 'end'): void {
  const anchor = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - anchor.bottom - 2 * gapPx;
  const above = anchor.top - 2 * gapPx;
  const needed = popover.scrollHeight + 2;
  const goesBelow = needed <= below || below >= above;

  popover.style.maxHeight = `${Math.max(goesBelow ? below : above, 0)}px`;
  const size = popover.getBoundingClientRect();
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const isInLineWithLeft = isRtl === (align === 'end');
  const wanted = isInLineWithLeft ? anchor.left : anchor.right - size.width;
  const left = Math.min(Math.max(wanted, gapPx), width - size.width - gapPx);
  const top = goesBelow ? anchor.bottom + gapPx : anchor.top - gapPx - size.height;
  popover.style.left = `${Math.round(left)}px`;
  popover.style.top = `${Math.round(top)}px`;
}
