import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

test('unopened folders are found by name, without the catalog', { tag: '@all' }, async ({
  extension,
  client,
}) => {
  const { folders } = client;
  const { folderId: series } = await folders.create({ name: 'Series' });
  const { folderId: old } = await folders.create({ name: 'Older', parentId: series });
  await folders.create({ name: 'Season 3', parentId: old });
  await folders.create({ name: 'Music' });

  const popup = await extension.open('popup.html');
  await popup.getByRole('button', { name: 'Folder: My files' }).click();
  await popup.getByRole('menuitem', { name: 'Choose folder…' }).click();
  const dialog = popup.getByRole('dialog');
  const filter = dialog.getByRole('searchbox', { name: 'Filter folders' });
  const use = dialog.getByRole('button', { name: 'Use this folder' });
  const selected = dialog.getByRole('treeitem', { selected: true });

  await test.step('nothing can be chosen without a match', async () => {
    await filter.fill('nothing like it');
    await expect(dialog.getByText('No matching folders')).toBeVisible();
    await expect(use).toBeDisabled();
    await filter.press('Enter');
    await expect(dialog).toBeVisible();
  });

  await test.step('the best match is selected, and the arrow keys continue from it', async () => {
    await filter.fill('s');
    await expect(selected).toHaveAccessibleName('Series');
    // Subfolders are read while the first folders are shown.
    await expect(dialog.getByRole('treeitem', { name: 'Season 3' })).toBeVisible();
    await filter.press('ArrowDown');
    await expect(selected).toHaveAccessibleName('Season 3');
    await filter.press('ArrowUp');
    await filter.fill('season');
    await expect(selected).toHaveAccessibleName('Season 3');
    await filter.press('Enter');
    await expect(popup.getByRole('button', { name: 'Folder: Season 3' })).toBeVisible();
  });
});

test('a link goes into a new folder, named by the page’s title', { tag: '@all' }, async ({
  extension,
  site,
  client,
}) => {
  const filesOf = async (name: string) => {
    const { folders } = await client.folders.list('0', { onlyFolders: true });
    const folderId = folders.find((folder) => folder.name === name)?.folderId;
    return folderId === undefined ? null : (await client.files.list({ folderId })).files.length;
  };

  const page = await extension.context.newPage();
  await page.goto(site.url);
  const title = await page.title();
  await page.bringToFront();
  const picker = await openFromMenu(extension, ['create'], {
    pageUrl: site.url,
    linkUrl: `${site.url}/sample.webm`,
  });
  const name = picker.getByLabel('New folder in “My files”');
  await expect(name).toHaveValue(title);
  // The link would go into the selected folder.
  const upload = picker.getByRole('button', { name: 'Upload here' });
  await expect(upload).toBeDisabled();
  await name.press('Enter');
  await upload.click();
  await expect.poll(() => filesOf(title)).toBe(1);
});

test('a known link keeps the folder and title that were chosen for it, and is moved', async ({
  extension,
  site,
  client,
}) => {
  const { folderId } = await client.folders.create({ name: 'Zebra' });
  const page = await extension.context.newPage();
  await page.goto(site.url);
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, click.linkUrl);
  await expect(popup.locator('[data-state="done"]')).toHaveCount(1);

  await page.bringToFront();
  const picker = await openFromMenu(extension, ['choose'], click);
  const title = picker.getByLabel('Title (optional)');
  await title.fill('Trailer 7');
  await picker.getByRole('treeitem', { name: 'Zebra' }).click();
  await picker.getByRole('button', { name: 'Upload here' }).click();
  const expectKept = async () => {
    await expect(picker.getByText('already in “My files”')).toBeVisible();
    await expect(title).toHaveValue('Trailer 7');
    await expect(picker.getByRole('treeitem', { name: 'Zebra' })).toHaveAttribute('aria-selected', 'true');
    await expect(picker.getByRole('button', { name: 'Upload again' })).toBeEnabled();
  };
  await expectKept();
  await expect(picker.getByRole('button', { name: 'Upload anyway' })).toHaveCount(0);
  await picker.reload();
  await expectKept();
  await expect(picker.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await picker.getByRole('button', { name: 'Move to “Zebra”' }).click();
  await expect
    .poll(async () => (await client.files.list({ folderId })).files.map((file) => file.title))
    .toEqual(['Trailer 7']);
  expect((await client.files.list({ folderId: '0' })).files).toEqual([]);
});
