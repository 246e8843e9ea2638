/** Keys in a grid that is one tab stop: between its rows, and between the buttons of a row. */

/** For a table: moves the focus; Enter on a row opens the row's menu or unfolds it. `rows` selects the rows that can have the focus. */
export function onGridKeyDown(event: KeyboardEvent, rows: string): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>(rows);
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' && target === row) {
    // Left to itself, the same press would choose the menu's first item.
    event.preventDefault();
    row.querySelector<HTMLElement>('[aria-expanded]')?.click();
    return;
  }
  const all = [...(row.closest('table')?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const next = targetRow(event.key, row, all) ?? targetInRow(event.key, row, target);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** To another row; undefined where the key leads to none. */
function targetRow(key: string, row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
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
export function targetInRow(key: string, row: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  const isRtl = getComputedStyle(row).direction === 'rtl';
  const at = buttons.indexOf(target);
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return buttons[at + 1];
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return at > 0 ? buttons[at - 1] : row;
  return undefined;
}
