import { createClient } from '../../../lib/api/index.ts';
import { startLocalServer } from '../../local-server.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { collectFrom } from '../harness/menu.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true, rateLimit: false } });

test('the links of a page are selected, sent and uploaded, and an image’s own page lists the image', async ({
  extension,
  site,
  client,
}) => {
  await client.folders.create({ name: 'Movies' });

  const collect = await collectFrom(extension, site.url);
  await expect(collect.getByRole('heading', { name: 'Links on “A page with links”' })).toBeVisible();
  const options = collect.getByRole('option');
  await expect(options).toHaveCount(11);

  for (const name of [/The sample clip/, /Holiday clip/, /Café & harbour/])
    await collect.getByRole('option', { name }).click();

  await collect.getByRole('button', { name: 'Folder: My files' }).click();
  await collect.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await collect.getByRole('treeitem', { name: 'Movies' }).click();
  await collect.getByRole('button', { name: 'Use this folder' }).click();
  await collect.getByRole('button', { name: 'Upload 3 links' }).click();
  await expect(collect.getByText('3 links are queued for “Movies”.')).toBeVisible();

  const manager = extension.context.waitForEvent('page');
  await collect.getByRole('button', { name: 'Show uploads' }).click();
  await expect((await manager).locator('[data-state="done"]')).toHaveCount(3);
  const { folders } = await client.folders.list('0');
  const { files } = await client.files.list({ folderId: folders[0]?.folderId ?? '' });
  expect(files.map(({ title }) => title).sort()).toEqual([
    'Café & harbour',
    'Holiday clip, part 1',
    'The sample clip',
  ]);

  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const images = await startLocalServer((_, response) =>
    response.setHeader('content-type', 'image/gif').end(pixel),
  );
  const own = await collectFrom(extension, `${images.url}/photo`);
  await expect(own.getByRole('option')).toHaveCount(1);
  await expect(own.getByRole('option')).toContainText('/photo');
  await images.close();
});

test('links and folders stay with their account', { tag: ['@all', '@chromium'] }, async ({
  extension,
  service,
  site,
  client,
}) => {
  const { folderId } = await client.folders.create({ name: 'Movies' });
  const collect = await collectFrom(extension, site.url);
  await expect(collect.getByRole('option')).toHaveCount(11);

  // Meanwhile, the user switches to another account.
  const other = service.createAccount({ email: 'other@linkhaul.example' });
  const others = createClient({ baseUrl: service.url, key: other.key });
  const { folderId: theirs } = await others.folders.create({ name: 'Elsewhere' });
  await extension.connect(service.url, other.key);
  await message(extension.firstPage, 'folders.setDefault', {
    accountId: await currentAccountId(extension),
    folder: { id: theirs, name: 'Elsewhere' },
  });

  await collect.bringToFront();
  await collect.getByRole('button', { name: 'Folder: My files' }).click();
  await collect.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await collect.getByRole('treeitem', { name: 'Movies' }).click();
  await expect(collect.getByRole('treeitem', { name: 'Elsewhere' })).toHaveCount(0);
  await collect.getByRole('button', { name: 'Use this folder' }).click();
  await collect.getByRole('option', { name: /The sample clip/ }).click();
  await collect.getByRole('button', { name: 'Upload 1 link' }).click();
  const titles = async () => (await client.files.list({ folderId })).files.map(({ title }) => title);
  await expect.poll(titles).toEqual(['The sample clip']);
});
