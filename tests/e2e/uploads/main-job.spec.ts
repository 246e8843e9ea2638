/** Click a link, choose a folder, and watch the bytes arrive in the popup. */

import { createHash } from 'node:crypto';
import { expect, test } from '../harness/index.ts';
import { untilEntry } from '../harness/menu.ts';

// The clip would take a minute, so it lasts for the whole test.
test.use({ headed: true, hosts: 'asked', serviceOptions: { bytesPerSecond: 2_000 } });

const checksum = async (address: string) => {
  const answer = await fetch(address);
  expect(answer.ok).toBe(true);
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
};

test('a link is uploaded into a folder by a real right-click, and watched', async ({
  extension,
  native,
  service,
  site,
  account,
  client,
}) => {
  const { folderId } = await client.folders.create({ name: 'Videos' });

  // The test accepts the browser's own prompt.
  const options = await extension.connectWithPrompt(native, service.url, account.key);

  const folders = options.getByRole('region', { name: /^Folders of/ });
  await folders.getByRole('button', { name: 'Folder: My files' }).click();
  await options.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await options.getByRole('treeitem', { name: 'Videos' }).click();
  await options.getByRole('button', { name: 'Use this folder' }).click();
  await expect(folders.getByRole('button', { name: 'Folder: Videos' })).toBeVisible();

  await untilEntry(extension, ['send-to', folderId]);
  const page = await extension.context.newPage();
  await page.goto(site.url);
  await native.chooseFromMenu(page.getByRole('link', { name: 'The sample clip' }), 'u', 'v');

  const popup = await extension.open('popup.html');
  const row = popup.locator('[data-key]').filter({ hasText: 'The sample clip' });
  await expect(row).toHaveAttribute('data-state', 'working');
  await expect(row).toContainText(/kB of 1\d\d kB/);
  await expect(row.getByRole('progressbar')).toBeVisible();
  await extension.background.kill();
  service.settings.bytesPerSecond = 0;
  await expect(row).toHaveAttribute('data-state', 'done');
  await expect(row).toContainText('In “Videos”');
  await expect(popup.getByRole('status').filter({ hasText: '” is in ' })).toHaveCount(1);

  // A link sent without its title is renamed as a file.
  const titles = async () => (await client.files.list({ folderId })).files.map(({ title }) => title);
  await expect.poll(titles).toEqual(['The sample clip']);
  const [file] = (await client.files.list({ folderId })).files;
  expect(await checksum(`${service.url}/file/${file?.fileCode}`)).toBe(
    await checksum(`${site.url}/sample.webm`),
  );
});
