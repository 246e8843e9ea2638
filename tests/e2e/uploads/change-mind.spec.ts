/** Changing folder and title from the row, during the upload and afterwards. */
import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test, until } from '../harness/index.ts';

test.use({ serviceOptions: { bytesPerSecond: 1_000, admin: true } });

async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  return page.getByRole('dialog');
}

async function changeFolder(page: Page, name: string) {
  const dialog = await choose(page, 'Change folder…');
  await dialog.getByRole('treeitem', { name }).click();
  await dialog.getByRole('button', { name: 'Use this folder' }).click();
  await expect(dialog).toHaveCount(0);
}

async function rename(page: Page, title: string) {
  const dialog = await choose(page, 'Rename…');
  await dialog.getByLabel('Title').fill(title);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('folder and title can be changed from the notice and the row, during the upload and afterwards', async ({
  extension,
  service,
  site,
  client,
}) => {
  const admin = createAdmin(service.url);
  const { folderId } = await client.folders.create({ name: 'Zebra' });
  const titlesIn = async (id: string) =>
    (await client.files.list({ folderId: id })).files.map(({ title }) => title);
  const popup = await extension.open('popup.html');
  await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(popup.locator('[data-state="working"], [data-state="pending"]')).toHaveCount(1);
  const opened = extension.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Change folder…' }).click();
  const picker = await opened;
  await picker.getByRole('treeitem', { name: 'Zebra' }).click();
  const isClosed = picker.waitForEvent('close');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await isClosed;
  await popup.bringToFront();
  await rename(popup, 'Trailer 7');
  await expect(popup.locator('.upload-title')).toHaveText('Trailer 7');
  await popup.reload();
  await expect(popup.locator('.upload-title')).toHaveText('Trailer 7');

  await admin.setSettings({ bytesPerSecond: 0 });
  const done = popup.locator('[data-state="done"]');
  await expect(done).toContainText('In “Zebra”');
  expect(await titlesIn(folderId)).toEqual(['Trailer 7']);

  await changeFolder(popup, 'My files');
  await expect(done).toContainText('In “My files”');
  await popup.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done).toContainText('In “Zebra”');
  await rename(popup, 'Trailer 8');
  await expect(popup.locator('.upload-title')).toHaveText('Trailer 8');
  await until('the title', async () => (await titlesIn(folderId)).includes('Trailer 8'));
});
