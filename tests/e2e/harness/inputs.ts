import type { Page } from '@playwright/test';

/**
 * Counts clicks and key presses from now on, except modifier keys and pasted text (`fill`).
 * @returns a function that reads the count
 */
export async function countInputs(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counts = Object.assign(globalThis, { inputs: 0 });
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta'];
    const count = (event: Event) => {
      if (event.isTrusted && !modifiers.includes((event as KeyboardEvent).key)) counts.inputs += 1;
    };
    addEventListener('pointerdown', count, true);
    addEventListener('keydown', count, true);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'inputs') as number);
}
