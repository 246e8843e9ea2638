/** Where a key leads in a grid whose rows are one tab stop: between rows, and between what can be done with a row. */

/** To another row; undefined where the key leads to none. */
export function rowFor(key: string, row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const at = rows.indexOf(row);
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return rows[at - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    default:
      return undefined;
  }
}

/** From the row to its first button, between its buttons, and back to the row; in the direction of reading. */
export function withinRow(key: string, row: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  const isRtl = getComputedStyle(row).direction === 'rtl';
  const at = buttons.indexOf(target);
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return buttons[at + 1];
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return at > 0 ? buttons[at - 1] : row;
  return undefined;
}
