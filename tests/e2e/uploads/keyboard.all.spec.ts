/** Complete tasks with Tab and documented keys alone. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';
import { answerDialog, sparseFile } from '../harness/own-files.ts';

// Test and extension share a key, and together they would exceed the limit.
test.use({ serviceOptions: { rateLimit: false } });

/** More than any page has. */
const mostStops = 60;

async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${mostStops} times Tab did not lead to ${element}.`);
}

test('an account is connected, a link uploaded and copied, and a local file uploaded', async ({
  browserName,
  extension,
  service,
  site,
  account,
  client,
  dir,
}) => {
  await client.folders.create({ name: 'Series' });
  const options = await extension.open('options.html');
  await tabTo(options, options.getByLabel('Service address'));
  await options.keyboard.insertText(service.url);
  await tabTo(options, options.getByLabel('API key', { exact: true }));
  await options.keyboard.insertText(account.key);
  await options.keyboard.press('Enter');
  await expect(options.getByText(/^Connected to /)).toBeVisible();

  const picker = await openFromMenu(extension, ['choose'], {
    linkUrl: `${site.url}/sample.webm`,
    pageUrl: site.url,
  });
  await expect(picker.getByRole('treeitem', { name: 'Series' })).toBeVisible();
  const closed = picker.waitForEvent('close');
  await tabTo(picker, picker.getByLabel('Filter folders'));
  await picker.keyboard.type('ser');
  await expect(picker.getByRole('treeitem', { selected: true })).toContainText('Series');
  await picker.keyboard.press('Enter');
  await closed;

  const popup = await extension.open('popup.html');
  const row = popup.locator('[data-state="done"]');
  await expect(row).toContainText('In “Series”');
  await tabTo(popup, row);
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('menu')).toBeVisible();
  const copy = popup.getByRole('menuitem', { name: 'Copy player link' });
  for (let step = 0; step < 10 && !(await copy.evaluate((it) => it === document.activeElement)); step++)
    await popup.keyboard.press('ArrowDown');
  await popup.keyboard.press('Enter');
  await expect(popup.getByText('1 link copied.')).toBeVisible();

  // Firefox's keyboard can't open the dialog in tests.
  if (browserName === 'firefox') return;
  const file = await sparseFile(dir, 'own.bin', 5_000);
  const manager = await extension.open('manager.html');
  await answerDialog(manager, file, async () => {
    await tabTo(manager, manager.getByRole('button', { name: 'Choose files…' }));
    await manager.keyboard.press('Enter');
  });
  await expect(manager.locator('[data-state="done"]').filter({ hasText: 'own' })).toHaveCount(1);
});

test('many files are renamed with a pattern, which is undone', { tag: '@chromium' }, async ({
  extension,
  service,
  account,
  client,
}) => {
  await service.seed({ account: account.email, files: 12, folders: 0, seed: 3 });
  const titles = async () =>
    (await client.files.list({ perPage: 50 })).files.map(({ title }) => title).sort();
  const before = await titles();
  await extension.connect(service.url, account.key);
  const manager = await extension.open('manager.html#files');
  await expect(manager.getByText(/^Updated/)).toBeVisible();
  await manager.keyboard.press('/');
  await manager.keyboard.press('ArrowDown');
  await manager.keyboard.press('Control+a');
  await expect(manager.getByText('12 selected')).toBeVisible();
  await manager.keyboard.press('F2');
  await tabTo(manager, manager.getByRole('textbox', { name: 'New title' }));
  await manager.keyboard.press('Control+a');
  await manager.keyboard.type('Part {n:2}');
  const rename = manager.getByRole('button', { name: 'Rename 12 files' });
  await expect(rename).toBeEnabled();
  await tabTo(manager, rename);
  await manager.keyboard.press('Enter');
  await expect.poll(titles).toEqual(before.map((_, at) => `Part ${String(at + 1).padStart(2, '0')}`));
  await expect(manager.getByText('12 files renamed.').first()).toBeVisible();
  await manager.keyboard.press('Control+z');
  await expect.poll(titles, { timeout: 20_000 }).toEqual(before);
});
