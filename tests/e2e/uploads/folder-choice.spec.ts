/** A folder is found by its name, wherever it is, or created on the way. */
import { expect, test } from '../harness/index.ts';
import { currentAccountId } from '../harness/messages.ts';
import { until } from '../harness/until.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

test('unopened folders are found by name, without the catalog', async ({
  extension,
  service,
  account,
  client,
}) => {
  const { folders } = client;
  const { folderId: series } = await folders.create({ name: 'Series' });
  const { folderId: old } = await folders.create({ name: 'Older', parentId: series });
  await folders.create({ name: 'Season 3', parentId: old });
  await folders.create({ name: 'Music' });
  await extension.connect(service.url, account.key);

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
    await extension.screenshot(popup, 'folder-none');
  });

  await test.step('the best match is selected, and the arrow keys continue from it', async () => {
    await filter.fill('s');
    await expect(selected).toHaveAccessibleName('Series');
    await filter.press('ArrowDown');
    await expect(selected).toHaveAccessibleName('Season 3');
    await extension.screenshot(popup, 'folder-matches');
    await filter.press('ArrowUp');
    await filter.fill('season');
    await expect(selected).toHaveAccessibleName('Season 3');
    await filter.press('Enter');
    await expect(popup.getByRole('button', { name: 'Folder: Season 3' })).toBeVisible();
  });
  expect(extension.problems).toEqual([]);
});

test('links go into a new folder, from the popup and from the menu', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  await extension.connect(service.url, account.key);
  const filesOf = async (name: string) => {
    const { folders } = await client.folders.list('0', { onlyFolders: true });
    const folderId = folders.find((folder) => folder.name === name)?.folderId;
    return folderId === undefined ? null : (await client.files.list({ folderId })).files.length;
  };

  await test.step('the popup takes three clicks', async () => {
    const popup = await extension.open('popup.html');
    await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
    await popup.getByRole('button', { name: 'Folder: My files' }).click();
    await popup.getByRole('menuitem', { name: 'New folder…' }).click();
    await expect(popup.getByLabel('New folder in My files')).toBeFocused();
    await extension.screenshot(popup, 'folder-new');
    await popup.keyboard.type('Trips');
    await popup.keyboard.press('Enter');
    await expect(popup.getByRole('button', { name: 'Folder: Trips' })).toBeVisible();
    await popup.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.poll(() => filesOf('Trips')).toBe(1);
  });

  await test.step('the page’s title has the name of the menu entry', async () => {
    const page = await extension.context.newPage();
    await page.goto(site.url);
    const title = await page.title();
    await page.bringToFront();
    await extension.clickMenu({
      menuItemId: JSON.stringify(['create', await currentAccountId(extension)]),
      pageUrl: site.url,
      linkUrl: `${site.url}/sample.webm?2`,
    });
    const picker = await until('the picker', async () =>
      extension.context.pages().find((each) => each.url().includes('/picker.html')),
    );
    const name = picker.getByLabel('New folder in My files');
    await expect(name).toHaveValue(title);
    await extension.screenshot(picker, 'folder-new-from-menu');
    // Until the folder exists, the link would go into the one that is selected.
    const upload = picker.getByRole('button', { name: 'Upload here' });
    await expect(upload).toBeDisabled();
    await name.press('Enter');
    await upload.click();
    await expect.poll(() => filesOf(title)).toBe(1);
  });
  expect(extension.problems).toEqual([]);
});
