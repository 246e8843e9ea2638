/** A large account's newest files, shown before all files are read. */
import { expect, page, press, show, test } from '../harness/gallery.ts';

const list = () => page.locator('.file-list');
const readAll = () => page.evaluate(() => (Reflect.get(globalThis, 'readAll') as () => void)());

test('a preview shows the newest files, and nothing that needs all of them', async () => {
  await show('manager-files-preview');
  const rows = list().locator('[data-kind="file"]');
  await expect(rows.first()).toBeVisible();
  const titles = await rows.allInnerTexts();
  await expect(list()).toHaveAttribute('inert');
  const movies = page.locator('[role="treeitem"]', { hasText: 'Movies' });
  await expect(movies.locator('.folder-count')).toHaveCount(0);
  const count = `${await page.locator('.files-counts').textContent()}`;
  await readAll();
  await expect(list()).not.toHaveAttribute('inert');
  await expect(movies.locator('.folder-count')).toBeVisible();
  expect(await rows.allInnerTexts()).toEqual(titles);
  await expect(page.locator('.files-counts')).toHaveText(count);
  await rows.first().click();
  await expect(page.locator('.details')).toBeVisible();
});

test('a preview does not count the files of a folder in the list', async () => {
  await show('manager-files-preview', { phone: true });
  const root = list().locator('[data-kind="folder"]').first();
  await expect(root.locator('.file-inside')).toHaveText('4 folders');
  await readAll();
  await expect(root.locator('.file-inside')).toHaveText('4 files · 4 folders');
});

test('a search in a preview waits for all files', async () => {
  await show('manager-files-preview');
  await press('/');
  await page.keyboard.type('bunny');
  await expect(page.locator('.list-skeleton')).toBeVisible();
  await expect(list()).toHaveCount(0);
  await expect(page.locator('.files-main > [role="status"]')).toHaveCount(0);
  await readAll();
  await expect(list().locator('[data-kind="file"]').first()).toContainText('Bunny');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('bunny');
});
