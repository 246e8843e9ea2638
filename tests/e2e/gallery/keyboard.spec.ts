/** Keys from input methods and layouts without Latin letters, through the browser's own input. */
import type { CDPSession } from '@playwright/test';
import { expect, findRequests, focused, page, press, show, test } from '../harness/gallery.ts';

let input: CDPSession;

test.beforeEach(async () => {
  input = await page.context().newCDPSession(page);
});

test.afterEach(() => input.detach());

/** `windowsVirtualKeyCode` 229 means that an input method handled the key. */
async function dispatch(
  key: string,
  code: string,
  { modifiers = 0, keyCode = 0 }: { modifiers?: number; keyCode?: number } = {},
): Promise<void> {
  const common = { key, code, modifiers, windowsVirtualKeyCode: keyCode };
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...common });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}

const compose = (text: string) =>
  input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

const takenByMethod = { keyCode: 229 };
const ctrl = { modifiers: 2 };
/** AltGr as Windows reports it. The protocol lacks Chromium's AltGr flag. */
const ctrlAlt = { modifiers: 3 };

const row = (name: RegExp) => page.getByRole('row', { name }).first();

test.describe('a composition', () => {
  test('keeps its Enter and Escape from ending the name of a file', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('F2');
    const field = page.getByRole('textbox', { name: /^New name for .*0001/ });
    await compose('うさぎ');
    await dispatch('Enter', 'Enter', takenByMethod);
    await dispatch('Escape', 'Escape', takenByMethod);
    await expect(field).toBeFocused();
    expect(await findRequests('bulk.start')).toEqual([]);
    await input.send('Input.insertText', { text: '兎' });
    await expect(field).toHaveValue('兎');
    await press('Enter');
    await expect
      .poll(() => findRequests('bulk.start'))
      .toMatchObject([{ work: { kind: 'rename', titles: ['兎'] } }]);
  });

  test('that ends before its last key, as in Safari, keeps that key', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('F2');
    const field = page.getByRole('textbox', { name: /^New name for .*0001/ });
    await field.evaluate((element) => {
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }));
    });
    await expect(field).toBeFocused();
    await press('Escape');
    await expect(focused()).toHaveAccessibleName(/0001/);
  });
});

test('the Enter of a composition submits no form', async () => {
  await show('manager-files');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder', exact: true }).click();
  const field = page.getByRole('textbox', { name: /^New folder in / });
  await expect(field).toBeFocused();
  await compose('えいが');
  await press('Enter');
  await expect(field).toBeFocused();
  expect(await findRequests('folders.create')).toEqual([]);
  await input.send('Input.insertText', { text: '映画' });
  await press('Enter');
  await expect.poll(() => findRequests('folders.create')).toMatchObject([{ name: '映画' }]);
});

test('shortcuts are the same keys on all layouts, and AltGr isn’t Ctrl+Alt', async () => {
  for (const [a, z] of [
    ['ф', 'я'],
    ['α', 'ζ'],
    ['ש', 'ז'],
    ['ش', 'ئ'],
  ] as const) {
    await show('manager-files');
    await row(/0001/).focus();
    await dispatch(a, 'KeyA', ctrl);
    await expect(page.getByRole('row', { selected: true })).not.toHaveCount(0);
    await dispatch('Escape', 'Escape');
    await dispatch(a, 'KeyA', ctrlAlt);
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
    await dispatch(z, 'KeyZ', ctrl);
    await expect(page.getByText('There’s nothing to undo.')).toBeVisible();
  }
});
