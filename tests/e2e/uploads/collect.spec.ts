/** "Upload links on this page…", from the page to the files, and the page of links by itself. */
import { createClient } from '../../../lib/api/index.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { collectFrom } from '../harness/collect.ts';
import { expect, test } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true, rateLimit: false } });

test('the links of a page are filtered, selected, sent and uploaded', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  await client.folders.create({ name: 'Movies' });
  await extension.connect(service.url, account.key);

  const collect = await collectFrom(extension, site.url);
  await expect(collect.getByRole('heading', { name: 'Links on “A page with links”' })).toBeVisible();
  const options = collect.getByRole('option');
  await expect(options).toHaveCount(7);
  await expect(collect.getByRole('option', { name: /Café & harbour/ })).toBeVisible();

  // Filtered by kind and by words, and chosen by click and by Shift.
  await collect.getByLabel('Video').check();
  await expect(options).toHaveCount(5);
  await collect.getByRole('option', { name: /The sample clip/ }).click();
  await collect.getByRole('option', { name: /Café & harbour/ }).click({ modifiers: ['Shift'] });
  await expect(collect.getByText('3 selected')).toBeVisible();
  await collect.getByLabel('Search links').fill('holiday');
  await expect(options).toHaveCount(1);
  await expect(collect.getByText('2 hidden')).toBeVisible();
  await extension.screenshot(collect, 'collect');

  // Into a folder of the real tree.
  await collect.getByRole('button', { name: 'Folder: My files' }).click();
  await collect.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await collect.getByRole('treeitem', { name: 'Movies' }).click();
  await collect.getByRole('button', { name: 'Use this folder' }).click();
  await collect.getByRole('button', { name: 'Upload 3 links' }).click();
  await expect(collect.getByText('3 links are queued for Movies.')).toBeVisible();

  // Where the outcome is told, the uploads are one click away.
  const manager = extension.context.waitForEvent('page');
  await collect.getByRole('status').getByRole('button', { name: 'Show uploads' }).click();
  await expect((await manager).locator('[data-state="done"]')).toHaveCount(3);
  const { folders } = await client.folders.list('0');
  const { files } = await client.files.list({ folderId: folders[0]?.folderId ?? '' });
  expect(files.map(({ title }) => title).sort()).toEqual([
    'Café & harbour',
    'Holiday clip, part 1',
    'The sample clip',
  ]);
  expect(extension.problems).toEqual([]);
});

test('queued duplicates are marked, remain selected, and are sent if the user confirms', async ({
  extension,
  service,
  site,
  account,
}) => {
  const options = await extension.connect(service.url, account.key);
  await message(options, 'uploads.pause', {});
  await message(options, 'links.send', { links: [{ url: `${site.url}/sample.webm` }] });

  const collect = await collectFrom(extension, site.url);
  const clip = collect.getByRole('option', { name: /The sample clip/ });
  await clip.click();
  await collect.getByRole('option', { name: /Holiday clip/ }).click();
  await collect.getByRole('button', { name: 'Upload 2 links' }).click();
  const known = collect.getByText(/1 link is already queued, uploading or in your account: “/);
  await expect(known).toBeVisible();
  await expect(clip).toContainText('queued, uploading or in your account');
  await expect(clip).toHaveAttribute('aria-selected', 'true');
  await extension.screenshot(collect, 'collect-duplicate');

  await collect.getByRole('button', { name: 'Upload anyway' }).click();
  await expect(known).toHaveCount(0);
  await expect(collect.getByText('1 link is queued for My files.')).toBeVisible();
  await message(options, 'uploads.resume', {});
  // What the service makes of a link that it may be fetching already is its own business.
  const admin = createAdmin(service.url);
  const sent = async () =>
    (await admin.audit()).flatMap(({ endpoint, query }) =>
      endpoint === '/api/upload/url' ? [new URL(query['url'] ?? '').pathname] : [],
    );
  await expect.poll(sent).toEqual(['/sample.webm', '/holiday_clip.part.1.webm', '/sample.webm']);
});

test('links and folders remain those of the account for which they were collected', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  const { folderId } = await client.folders.create({ name: 'Movies' });
  await extension.connect(service.url, account.key);
  const collect = await collectFrom(extension, site.url);
  await expect(collect.getByRole('option')).toHaveCount(7);

  // Another account becomes current meanwhile.
  const first = await currentAccountId(extension);
  const other = service.createAccount({ email: 'other@linkhaul.example' });
  const others = createClient({ baseUrl: service.url, key: other.key });
  const { folderId: theirs } = await others.folders.create({ name: 'Elsewhere' });
  const options = await extension.connect(service.url, other.key);
  // The page may still say that the first one is connected.
  await expect.poll(() => currentAccountId(extension)).not.toBe(first);
  await message(options, 'folders.setDefault', {
    accountId: await currentAccountId(extension),
    folder: { id: theirs, name: 'Elsewhere' },
  });

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

test('an unreadable page and expired links are reported', async ({ extension, service, account }) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  // The popup stands in a tab here, and it is the browser's own business what is in that.
  await extension.context.newPage();
  await popup.getByRole('button', { name: 'Upload links on this page…' }).evaluate((button: HTMLElement) => {
    button.click();
  });
  await expect(popup.getByText('Your browser doesn’t let extensions read this page.')).toBeVisible();

  const collect = await extension.open('collect.html?collection=none');
  await expect(collect.getByText(/have expired/)).toBeVisible();
});

test('the links of a page are collected from the popup', async ({ extension, service, site, account }) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  const page = await extension.context.newPage();
  await page.goto(site.url);
  await page.bringToFront();
  const opened = extension.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Upload links on this page…' }).evaluate((button: HTMLElement) => {
    button.click();
  });
  const collect = await opened;
  await expect(collect.getByRole('option')).toHaveCount(7);
});
