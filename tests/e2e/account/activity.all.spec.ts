import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0 } });

const entries = (page: Page) => page.locator('tr[data-kind]');

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test('uploads are recorded, searched, sent again, saved and cleared', async ({
  extension,
  service,
  site,
  client,
}) => {
  const day = new Date().toDateString();
  const options = extension.firstPage;
  await message(options, 'links.send', {
    links: [
      { url: `${site.url}/sample.webm`, title: 'The clip' },
      { url: `${site.url}/gone.webm`, title: 'The lost one' },
    ],
  });
  const popup = await extension.open('popup.html');
  await expect(popup.locator('[data-state="done"]')).toHaveCount(1);
  await expect(popup.locator('[data-state="failed"]')).toHaveCount(1);

  await popup.getByRole('button', { name: 'Activity' }).click();
  // Links sent together share a row. Each has its own stages.
  const group = popup.getByRole('button', { name: '2 links to “My files”' });
  await expect(popup.getByText('Finished 1 · Failed 1')).toBeVisible();
  await expect(entries(popup)).toHaveCount(0);
  await group.click();
  await expect(entries(popup)).toHaveCount(2);
  for (const kind of ['done', 'failed'])
    await expect(popup.locator(`tr[data-kind="${kind}"]`)).toContainText(/ · Sent to “My files”/);
  // The day may change during the test.
  const today = new Date().toDateString() === day ? 'Today' : /^(Today|Yesterday)$/;
  await expect(popup.getByRole('rowheader', { name: today }).first()).toBeVisible();

  await popup.getByLabel('Search activity').fill('one lost');
  await expect(entries(popup)).toHaveCount(1);
  await popup.getByLabel('Failed').check();
  await expect(entries(popup)).toHaveCount(1);
  await expect(entries(popup)).toHaveAttribute('data-kind', 'failed');

  const [before] = await client.remoteUploads.list();
  await entries(popup).getByRole('button', { name: 'Try again' }).click();
  await expect(popup.getByText('1 link is queued for “My files”.')).toBeVisible();
  await expect(entries(popup)).toHaveCount(2);
  await expect(group).toHaveCount(0);
  const urls = (await client.remoteUploads.list()).map(({ remoteUrl }) => remoteUrl);
  expect(urls).toEqual([before?.remoteUrl, before?.remoteUrl]);

  const opened = extension.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Open in a tab' }).click();
  const manager = await opened;
  await expect(manager).toHaveURL(/manager\.html#activity$/);
  await expect(manager.locator('tr[data-kind="failed"]')).toHaveCount(1);
  await manager.getByRole('button', { name: '2 links to “My files”' }).click();
  const arrived = manager.locator('tr[data-kind="done"]');
  const player = extension.context.waitForEvent('page');
  await arrived.getByRole('button', { name: 'Open player' }).click();
  await expect(await player).toHaveURL(new RegExp(`^${service.url}/e/\\w+$`));
  await manager.bringToFront();

  const download = manager.waitForEvent('download');
  await manager.getByRole('button', { name: 'More', exact: true }).click();
  await manager.getByRole('menuitem', { name: 'Save failed links as text' }).click();
  const lines = (await textOf(await download)).trimEnd().split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([`${site.url}/gone.webm`]);

  await manager.getByRole('button', { name: 'More', exact: true }).click();
  await manager.getByRole('menuitem', { name: 'Clear activity…' }).click();
  await manager.getByRole('button', { name: 'Clear activity', exact: true }).click();
  await expect(manager.getByText('No activity yet')).toBeVisible();
});
