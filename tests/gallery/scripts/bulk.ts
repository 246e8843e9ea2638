/** What is done in the scenes of `scenes/bulk.tsx`. */
import type { Page } from '@playwright/test';
import type { SceneScript } from './scene-script.ts';

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

export const bulkScripts: Readonly<Record<string, SceneScript>> = {
  'manager-bulk-pasted': {
    scene: 'manager-bulk-paste',
    act: (page) => fill(page, 'File codes or links', list.join('\n')),
  },
  'popup-bulk-pasted': {
    scene: 'popup-bulk-paste',
    act: (page) => fill(page, 'File codes or links', list.join('\n')),
  },
  'manager-bulk-renamed': {
    scene: 'manager-bulk-rename',
    async act(page) {
      await fill(page, 'New title', '{n:3} {title} ({folder})');
      await fill(page, 'Find in the current title', 'holiday');
      await fill(page, 'Replace with', 'Summer');
      await page.getByRole('combobox', { name: 'Case' }).selectOption('title');
    },
  },
  'popup-bulk-renamed': {
    scene: 'popup-bulk-rename',
    act: (page) => fill(page, 'New title', '{n:3} {title}'),
  },
  'manager-bulk-rename-problems': {
    scene: 'manager-bulk-rename-many',
    async act(page) {
      await fill(
        page,
        'Find in the current title',
        'film \\d{3,} of the harbour festival|spaces +everywhere',
      );
      await page.getByLabel('Regular expression').check();
      await page.getByText('titles would be empty').waitFor();
      await page.getByLabel(/with problems/).check();
    },
  },
  'manager-bulk-rename-bad': {
    scene: 'manager-bulk-rename',
    async act(page) {
      await fill(page, 'New title', '{name} {title}');
      await fill(page, 'Find in the current title', '(');
      await page.getByLabel('Regular expression').check();
    },
  },
  'manager-bulk-rename-bad-expression': {
    scene: 'manager-bulk-rename',
    async act(page) {
      await fill(page, 'Find in the current title', '(');
      await page.getByLabel('Regular expression').check();
      await page.getByText('This isn’t a valid regular expression').waitFor();
    },
  },
  'manager-bulk-rename-slow': {
    scene: 'manager-bulk-rename',
    async act(page) {
      await fill(page, 'Find in the current title', '(([a-z ]+)+)+$X');
      await page.getByLabel('Regular expression').check();
      await page.getByText('takes too long').waitFor();
    },
  },
  'manager-bulk-inside': {
    scene: 'manager-bulk-contents',
    async act(page) {
      const lectures = page.getByRole('treeitem', { name: 'Lectures' });
      await lectures.dblclick();
      await page.getByRole('treeitem', { name: '2026' }).click();
    },
  },
  'manager-bulk-undo-failed': {
    scene: 'manager-bulk-service-error',
    async act(page) {
      await page.getByRole('button', { name: /^Undo/ }).click();
      await page.getByText('This no longer exists.').waitFor();
    },
  },
};
