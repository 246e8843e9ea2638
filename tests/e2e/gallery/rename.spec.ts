import type { Locator } from '@playwright/test';
import {
  expect,
  findRequests,
  focused,
  page,
  press,
  pressEnterTwice,
  show,
  test,
} from '../harness/gallery.ts';

const preset = (name: string) => page.getByRole('group', { name: 'Presets' }).getByLabel(name);
const template = () => page.getByRole('textbox', { name: 'New title' });
const options = () => page.getByText('Options', { exact: true });
const titles = () => page.locator('.titles-new ins, .titles-new > .grow');
const rename = () => page.getByRole('button', { name: /^Rename/ });
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

test('presets come first, and the button is disabled until something changes', async () => {
  await show('manager-bulk-rename');
  await expect(template()).toBeFocused();
  await expect(template()).toHaveValue('{title}');
  await expect(rename()).toBeDisabled();
  expect(await topOf(preset('S01E01'))).toBeLessThan(await topOf(template()));
  for (const name of ['S01E01', 'Clean up names']) await expect(preset(name)).not.toBeChecked();
  await expect(page.getByLabel('Regular expression')).toBeHidden();
  await press('Shift+Tab');
  await expect(focused()).toHaveAccessibleName('Clean up names');
});

test('a preset fills in the fields, and a second click resets them', async () => {
  await show('manager-bulk-rename');
  await preset('S01E01').check();
  await expect(template()).toHaveValue('S01E{n:2}');
  await expect(page.getByLabel('Number by')).toBeVisible();
  await expect(rename()).toHaveText('Rename 7 files');
  await preset('S01E01').uncheck();
  await expect(template()).toHaveValue('{title}');
  await expect(rename()).toBeDisabled();
  // A preset is on while the fields say the same.
  await template().fill('S01E{n:2}');
  await expect(preset('S01E01')).toBeChecked();
  await template().fill('S01E{n:2} {title}');
  await expect(preset('S01E01')).not.toBeChecked();

  await template().fill('{title}');
  await preset('Clean up names').check();
  await expect(titles().filter({ hasText: /^holiday 2026 part1$/ })).toBeVisible();
  await expect(template()).toHaveValue('{title}');
  await rename().click();
  const sent = async () =>
    ((await findRequests('bulk.start')) as { work: { titles: string[] } }[])[0]?.work.titles;
  await expect.poll(sent).toContain('holiday 2026 part2');
});

test('folded options are named while they are on', async () => {
  await show('manager-bulk-rename');
  await options().click();
  await page.getByLabel('Remove extra spaces').check();
  await page.getByRole('combobox', { name: 'Case' }).selectOption('UPPERCASE');
  await page.locator('summary').click();
  await expect(page.locator('summary')).toHaveText('Options Remove extra spaces, UPPERCASE');
  await expect(page.getByLabel('Remove extra spaces')).toBeHidden();
});

test('placeholders are buttons that insert at the cursor', async () => {
  await show('manager-bulk-rename');
  await template().press('Home');
  await page.getByRole('button', { name: '{n}' }).click();
  await expect(template()).toHaveValue('{n}{title}');
  await expect(template()).toBeFocused();
});

test('a second Enter doesn’t open the dialog again', async () => {
  await show('manager-sibling-files');
  for (const name of [/0001/, /0003/])
    await page.getByRole('row', { name }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Rename…' }).click();
  await template().fill('Film {n}');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Rename 2 files' })).toBeEnabled();
  await pressEnterTwice(() => expect(page.getByRole('dialog')).toHaveCount(0));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await findRequests('bulk.start')).toHaveLength(1);
});

test('a second Enter after a file’s new title doesn’t play the file', async () => {
  await show('manager-sibling-files');
  const row = page.getByRole('row', { name: /0001/ });
  await row.click();
  await press('F2');
  await page.keyboard.type('Half a name');
  await pressEnterTwice(() => expect(row.getByRole('textbox')).toHaveCount(0));
  await expect.poll(() => findRequests('bulk.start')).toHaveLength(1);
  expect(await findRequests('open')).toEqual([]);
});
