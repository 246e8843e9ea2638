import { createClient } from '../../../lib/api/index.ts';
import { startLocalServer } from '../../local-server.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { collectFrom } from '../harness/menu.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true, rateLimit: false } });

test('the links of a page are selected, sent and uploaded', async ({ extension, site, client }) => {
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
});

test('an image’s own page lists the image', async ({ extension }) => {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const site = await startLocalServer((_, response) =>
    response.setHeader('content-type', 'image/gif').end(pixel),
  );
  const collect = await collectFrom(extension, `${site.url}/photo`);
  await expect(collect.getByRole('option')).toHaveCount(1);
  await expect(collect.getByRole('option')).toContainText('/photo');
  await site.close();
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

test('a host in another script is shown and found as people write it, unless it looks like another one', {
  tag: ['@all', '@chromium'],
}, async ({ extension }) => {
  const hosts = ['пример.example', 'bank.example', 'bаnk.example'];
  const page = await startLocalServer((_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(hosts.map((host, at) => `<a href="http://${host}/${at}.zip">File ${at}</a>`).join(' ')),
  );
  const collect = await collectFrom(extension, page.url);
  const options = collect.getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(options.nth(0)).toContainText('пример.example');
  await expect(options.nth(2)).toContainText(new URL(`http://${hosts[2]}`).host);
  const search = collect.getByRole('searchbox', { name: 'Search links' });
  await search.fill('пример');
  await expect(options).toHaveCount(1);
  await expect(options).toContainText('пример.example');
  await search.fill('xn--');
  await expect(options).toHaveCount(2);
  await page.close();
});

test('links that this browser fetches say how many requests with the session they need', {
  tag: ['@all', '@chromium'],
}, async ({ extension, site }) => {
  await message(extension.firstPage, 'rules.save', {
    accountId: await currentAccountId(extension),
    host: '127.0.0.1',
    kind: null,
    folder: { id: '0', name: '' },
    titlePattern: null,
    via: 'browser',
  });
  const collect = await collectFrom(extension, site.url);
  const hint = collect.getByText(/requests? with your session/);
  await collect.getByRole('option', { name: /Holiday clip/ }).click();
  await expect(hint).toHaveCount(0);
  await collect.getByRole('option', { name: /The sample clip/ }).click();
  const { host } = new URL(site.url);
  await expect(hint).toHaveText(`Your browser will send 2 requests with your session to “${host}”.`);
});
