/** A link goes to two services by a rule, or to the other one if the first is full or the user says so. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../lib/api/index.ts';
import { type RunningService, startService } from '../../../service/src/index.ts';
import { connectedTest, expect } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';

interface Backup {
  readonly service: RunningService;
  readonly client: Client;
}

const test = connectedTest.extend<{ backup: Backup }>({
  /** The first one's account is current. */
  backup: async ({ extension }, use) => {
    const key = 'backup-key-0123456789';
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-backup-'));
    const accounts = [{ email: 'backup@linkhaul.example', key }];
    const service = await startService({ dataDir, rateLimit: false, bytesPerSecond: 0, accounts });
    const accountId = await currentAccountId(extension);
    await extension.connect(service.url, key);
    await message(extension.firstPage, 'accounts.select', { accountId });
    await use({ service, client: createClient({ baseUrl: service.url, key }) });
    await service.close();
    await rm(dataDir, { recursive: true });
  },
});

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

const titlesOf = async ({ files }: Client) => (await files.list()).files.map(({ title }) => title).sort();

test('one click uploads to two hosts by a rule, in a row that opens', { tag: '@all' }, async ({
  extension,
  site,
  client,
  backup,
}) => {
  const options = await extension.openSettings();
  await options.getByLabel('Upload with one click').click();
  await options.getByRole('button', { name: 'Add a rule' }).click();
  await options.getByLabel('Site or link').fill(site.url);
  const dialog = options.getByRole('dialog');
  await dialog
    .getByRole('group', { name: 'Also upload to' })
    .getByRole('checkbox', { name: 'backup' })
    .click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(options.getByText('Also to backup · My files')).toBeVisible();

  const popup = await extension.open('popup.html');
  await message(popup, 'uploads.pause', {});
  const linkUrl = `${site.url}/sample.webm?both`;
  await extension.clickMenu({ menuItemId: JSON.stringify(['send']), linkUrl });
  const row = popup.locator('tr[data-group]').filter({ hasText: 'accounts done' });
  await expect(row).toContainText('0 of 2 accounts done');
  await expect(popup.getByRole('tab', { name: /^Uploads/ })).toContainText('2');
  await row.focus();
  await popup.keyboard.press('Enter');
  await expect(row.getByRole('button', { expanded: true })).toBeVisible();
  const copies = popup.locator('tr[data-key]');
  await expect(copies).toHaveCount(2);
  await expect(copies.nth(0)).toContainText('demo');
  await expect(copies.nth(1)).toContainText('backup');
  await popup.keyboard.press('ArrowDown');
  await expect(copies.nth(0)).toBeFocused();

  await message(popup, 'uploads.resume', {});
  await expect(row).toContainText('2 of 2 accounts done', { timeout: 20_000 });
  await expect(copies.nth(1)).toHaveAttribute('data-state', 'done');
  expect([await titlesOf(client), await titlesOf(backup.client)]).toEqual([['sample'], ['sample']]);
});

test('the user sends a waiting and a failed link to the other host', { tag: '@all' }, async ({
  extension,
  site,
  client,
  backup,
}) => {
  const popup = await extension.open('popup.html');
  const send = (name: string) =>
    message(popup, 'links.send', { links: [{ url: `${site.url}/${name}`, typedTitle: name }] });
  const rowOf = (name: string) => popup.locator('tr[data-key]').filter({ hasText: name });
  const sendToBackup = async (name: string) => {
    await rowOf(name)
      .getByRole('button', { name: /^More for/ })
      .click();
    await popup.getByRole('menuitem', { name: 'Upload to backup instead' }).click();
  };
  await send('missing.webm');
  await expect(rowOf('missing.webm')).toHaveAttribute('data-state', 'failed', { timeout: 20_000 });
  await message(popup, 'uploads.pause', {});
  await send('sample.webm');
  await sendToBackup('sample.webm');
  await expect(popup.getByText('“sample.webm” now goes to backup.')).toBeVisible();
  await expect(rowOf('sample.webm')).toContainText('Switched from demo to backup.');
  await message(popup, 'uploads.resume', {});
  await expect(rowOf('sample.webm')).toHaveAttribute('data-state', 'done', { timeout: 20_000 });
  expect([await titlesOf(client), await titlesOf(backup.client)]).toEqual([[], ['sample.webm']]);

  // Deleted first, so that the first host can't restart it.
  await sendToBackup('missing.webm');
  await expect(rowOf('missing.webm')).toContainText('It failed at demo. Switched to backup.');
  expect(await client.remoteUploads.list()).toEqual([]);
  await expect
    .poll(async () => (await backup.client.remoteUploads.list()).map(({ remoteUrl }) => remoteUrl))
    .toEqual([`${site.url}/missing.webm`]);
});
