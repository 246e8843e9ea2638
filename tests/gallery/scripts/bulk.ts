import type { Page } from '@playwright/test';
import { from, type SceneScripts, shown } from './scene-script.ts';

const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const list = [
  '# from a friend',
  'https://files.example/d/k3v9x2m7q4ab',
  'https://files.example/e/aaaaaa111111?c_poster=x',
  'My holiday, the second part of it',
  'bbbbbb222222 cccccc333333',
  'https://files.example/d/k3v9x2m7q4ab',
  ...Array.from({ length: 300 }, (_, n) => `code${1_000_000 + n}`),
];

const openOptions = (page: Page) => page.getByText('Options', { exact: true }).click();

const players = ['https://players.example/e/abcdefghijkl', 'https://streamwish.com/abcdefghijkl'];

export const bulkScripts: SceneScripts = {
  'manager-bulk-pasted': from('manager-bulk-paste', (page) =>
    fill(page, 'File codes or links', list.join('\n')),
  ),
  'manager-check-pasted': from('manager-check', (page) =>
    fill(page, 'File codes or links', [...list, ...players].join('\n')),
  ),
  'popup-bulk-pasted': from('popup-bulk-paste', (page) => fill(page, 'File codes or links', list.join('\n'))),
  'manager-bulk-renamed': from('manager-bulk-rename', async (page) => {
    await fill(page, 'New title', '{n:3} {title} ({folder})');
    await fill(page, 'Find in the current title', 'holiday');
    await fill(page, 'Replace with', 'Summer');
    await openOptions(page);
    await page.getByRole('combobox', { name: 'Case' }).selectOption('title');
  }),
  'manager-bulk-rename-presets': from('manager-bulk-rename', async (page) => {
    await page.getByLabel('S01E01').check();
    await page.getByLabel('Clean up names').check();
  }),
  'manager-bulk-rename-clean': from('manager-bulk-rename', (page) =>
    page.getByLabel('Clean up names').check(),
  ),
  'popup-bulk-renamed': from('popup-bulk-rename', (page) => fill(page, 'New title', '{n:3} {title}')),
  'manager-bulk-rename-problems': from('manager-bulk-rename-many', async (page) => {
    await fill(page, 'Find in the current title', 'film \\d{3,} of the harbour festival|spaces +everywhere');
    await openOptions(page);
    await page.getByLabel('Regular expression').check();
    await shown(page, 'titles would be empty');
    await page.getByLabel(/with problems/).check();
  }),
  'manager-bulk-rename-bad': from('manager-bulk-rename', async (page) => {
    await fill(page, 'New title', '{name} {title}');
    await fill(page, 'Find in the current title', '(');
    await openOptions(page);
    await page.getByLabel('Regular expression').check();
  }),
  'manager-bulk-rename-bad-expression': from('manager-bulk-rename', async (page) => {
    await fill(page, 'Find in the current title', '(');
    await openOptions(page);
    await page.getByLabel('Regular expression').check();
    await shown(page, 'This isn’t a valid regular expression');
  }),
  'manager-bulk-rename-slow': from('manager-bulk-rename', async (page) => {
    await fill(page, 'Find in the current title', '(([a-z ]+)+)+$X');
    await openOptions(page);
    await page.getByLabel('Regular expression').check();
    await shown(page, 'takes too long');
  }),
  'manager-bulk-inside': from('manager-bulk-contents', async (page) => {
    const lectures = page.getByRole('treeitem', { name: 'Lectures' });
    await lectures.dblclick();
    await page.getByRole('treeitem', { name: '2026' }).click();
  }),
  'manager-bulk-undo-failed': from('manager-bulk-service-error', async (page) => {
    await page.getByRole('button', { name: /^Undo/ }).click();
    await shown(page, 'This no longer exists.');
  }),
};
