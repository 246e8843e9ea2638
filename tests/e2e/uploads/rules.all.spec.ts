/** Rules apply if the user chooses no folder. They are made in the picker, and tested and removed in the settings. */
import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';
import { currentAccountId } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

test('a rule is created with one click in the picker, applied, overridden, tested and removed', async ({
  extension,
  site,
  client,
}) => {
  const { folderId } = await client.folders.create({ name: 'Movies' });
  const options = await extension.openSettings();
  await expect(options.getByText('No rules yet.')).toBeVisible();
  await options.getByLabel('Upload with one click').click();
  const accountId = await currentAccountId(extension);
  const titlesIn = async (folder: string) =>
    (await client.files.list({ folderId: folder })).files.map(({ title }) => title).sort();
  const clickMenu = (action: readonly string[], name: string) =>
    extension.clickMenu({
      menuItemId: JSON.stringify(action),
      linkUrl: `${site.url}/sample.webm?${name}`,
      pageUrl: site.url,
    });
  const openPicker = (name: string) =>
    openFromMenu(extension, ['choose'], { linkUrl: `${site.url}/sample.webm?${name}`, pageUrl: site.url });

  const picker = await openPicker('1');
  await picker.getByRole('treeitem', { name: 'Movies' }).click();
  await picker.getByLabel('Always for videos from 127.0.0.1').click();
  const pattern = picker.getByLabel('Title pattern (optional)');
  await pattern.fill('{title} of {site}');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(() => titlesIn(folderId)).toEqual(['sample of 127.0.0.1']);
  await expect.poll(() => picker.isClosed()).toBe(true);

  // Also for one-click uploads and pasted links. A chosen folder takes precedence.
  await clickMenu(['send'], '2');
  await expect.poll(() => titlesIn(folderId)).toHaveLength(2);
  const popup = await extension.open('popup.html');
  const box = popup.getByLabel('Links to upload');
  await box.fill(`${site.url}/sample.webm?3`);
  await expect(popup.getByText('Your rules send this to “Movies”')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Folder: Movies' })).toBeVisible();
  await popup.getByLabel('Title (optional)').fill('Typed');
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(popup.getByText('1 link is queued for “Movies”.')).toBeVisible();
  await expect.poll(() => titlesIn(folderId)).toContain('Typed');
  await clickMenu(['send-to', accountId, '0'], '4');
  await expect.poll(() => titlesIn('0')).toHaveLength(1);

  // The user may make an exception.
  const next = await openPicker('5');
  await expect(next.getByText('One of your rules sends this to “Movies”.')).toBeVisible();
  await expect(next.getByLabel('Title (optional)')).toHaveValue('sample of 127.0.0.1');
  await next.getByLabel('Title (optional)').fill('Exception');
  await next.getByRole('treeitem', { name: 'My files' }).click();
  await next.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(() => titlesIn('0')).toContain('Exception');

  await options.bringToFront();
  const rule = options.getByRole('listitem').filter({ hasText: 'Videos from 127.0.0.1' });
  await expect(rule).toContainText('To “Movies” as “{title} of {site}”');
  const test = options.getByLabel('Test a link');
  await test.fill(`${site.url}/film.mp4`);
  await expect(options.getByText('Goes to “Movies” as “film of 127.0.0.1”.')).toBeVisible();
  await test.fill('https://elsewhere.example/film.mp4');
  await expect(options.getByText('No rule matches. Goes to the default folder, “My files”.')).toBeVisible();
  const edit = options.getByRole('button', { name: 'Edit rule: Videos from 127.0.0.1' });
  await edit.click();
  const dialog = options.getByRole('dialog', { name: 'Videos from 127.0.0.1' });
  await dialog.getByLabel('Title pattern (optional)').fill('{site}: {title}');
  await dialog.getByRole('button', { name: 'Folder: Movies' }).click();
  await options.getByRole('menuitemradio', { name: 'My files' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(options.getByText('Rule changed.')).toBeVisible();
  await expect(rule).toContainText('To “My files” as “{site}: {title}”');
  await expect(edit).toBeFocused();
  await options.getByRole('button', { name: 'Remove rule: Videos from 127.0.0.1' }).click();
  await expect(options.getByText('No rules yet.')).toBeVisible();
  await clickMenu(['send'], '6');
  await expect.poll(() => titlesIn('0')).toHaveLength(3);
});
