/** What is typed and not sent yet. */
import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Links' });
const title = (page: Page) => page.getByLabel('Title (optional)');

test('typed links are kept in a reopened popup, until sent', async ({ extension, site, client }) => {
  await client.folders.create({ name: 'Clips' });
  const link = `${site.url}/sample.webm`;

  let popup = await extension.open('popup.html');
  await box(popup).fill(link);
  await title(popup).fill('Half a ti');
  await popup.getByRole('button', { name: 'Folder: My files' }).click();
  await popup.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await popup.getByRole('treeitem', { name: 'Clips' }).click();
  await popup.getByRole('button', { name: 'Use this folder' }).click();
  await popup.getByRole('tab', { name: 'Files' }).click();
  await popup.getByRole('tab', { name: 'Uploads' }).click();
  await expect(title(popup)).toHaveValue('Half a ti');
  await popup.close();

  popup = await extension.open('popup.html');
  await expect(box(popup)).toHaveValue(link);
  await expect(title(popup)).toHaveValue('Half a ti');
  await expect(popup.getByRole('button', { name: 'Folder: Clips' })).toBeVisible();
  await title(popup).fill('A whole title');
  await title(popup).press('Enter');
  await expect(box(popup)).toHaveValue('');
  await popup.close();

  popup = await extension.open('popup.html');
  await expect(popup.locator('[data-state]').getByText('A whole title')).toBeVisible();
  await expect(box(popup)).toHaveValue('');
});

test('typed links are kept while another view of the full tab is open', async ({ extension }) => {
  const manager = await extension.open('manager.html');
  await box(manager).fill('https://example.org/one.mp4\nhttps://example.org/two.mp4');
  await manager.getByRole('link', { name: 'Activity' }).click();
  await manager.getByRole('link', { name: 'Uploads' }).click();
  await expect(box(manager)).toHaveValue('https://example.org/one.mp4\nhttps://example.org/two.mp4');
});
