import { directedKey, type KeyPress, readKey } from './key-press.ts';

/** For a table: moves the focus; Enter on a row opens the row's menu or unfolds it. `rows` selects the rows that can have the focus. */
export function onGridKeyDown(event: KeyboardEvent, rows: string): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>(rows);
  const press = readKey(event);
  if (!row || !press || press.mod || press.alt) return;
  if (press.key === 'Enter' && target === row) {
    // Left to itself, the same press would choose the menu's first item.
    event.preventDefault();
    row.querySelector<HTMLElement>('[aria-expanded]')?.click();
    return;
  }
  const all = [...(row.closest('table')?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const at = all.indexOf(row);
  const rowTargets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    Home: all[0],
    End: all.at(-1),
  };
  const next = rowTargets[press.key] ?? targetInRow(press, row, target);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** From the row to its first button, between its buttons, and back to the row; in the direction of reading. */
export function targetInRow(press: KeyPress, row: HTMLElement, target: HTMLElement): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(target);
  const key = directedKey(press, row);
  if (key === 'forward') return buttons[at + 1];
  if (key === 'back') return at > 0 ? buttons[at - 1] : row;
  return undefined;
}
