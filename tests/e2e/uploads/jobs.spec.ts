/** Common tasks, with as few clicks and keys as possible. */
import type { Locator } from '@playwright/test';
import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { connectedTest, expect, test } from '../harness/index.ts';
import { countInputs } from '../harness/inputs.ts';
import { collectFrom, openFromMenu } from '../harness/menu.ts';
import { message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false, admin: true } });

test('the first run reports invalid input at its field, and ends with the first link', async ({
  extension,
  service,
  site,
  account,
}) => {
  const options = await extension.open('options.html');
  const [address, key] = [
    options.getByLabel('Service address'),
    options.getByLabel('API key', { exact: true }),
  ];
  const connect = options.getByRole('button', { name: 'Connect', exact: true });
  const inputs = await countInputs(options);
  await address.fill('filehost');
  await key.fill('wrong-key');
  await connect.click();
  await expect(address).toHaveAccessibleDescription(/looks incomplete/);
  await expect(address).toBeFocused();
  await address.fill(site.url);
  await connect.click();
  await expect(address).toHaveAccessibleDescription(/isn’t a supported file host/);
  await address.fill(service.url);
  await connect.click();
  await expect(key).toHaveAccessibleDescription(/rejected this key/);
  await expect(key).toBeFocused();
  await key.fill(account.key);
  await key.press('Enter');
  await expect(options.getByText(/^Connected to /)).toBeInViewport();
  await expect(options.getByLabel('Links to upload')).toBeFocused();
  await options.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
  await options.keyboard.press('Control+Enter');
  await expect(options.getByText('1 link is queued for “My files”.')).toBeVisible();
  expect(await inputs()).toBeLessThanOrEqual(5);
});

test('the first run ends with the file, and a second account repeats none of it', { tag: '@all' }, async ({
  extension,
  service,
  site,
  account,
}) => {
  // The clip would take a minute.
  service.settings.bytesPerSecond = 2_000;
  const options = await extension.connectInSettings(service.url, account.key);
  const [form, first] = ['Upload your first link', 'Your first upload'].map((name) =>
    options.getByRole('region', { name, exact: true }),
  ) as [Locator, Locator];
  await uploadLinks(options, `${site.url}/gone.webm`);
  const row = first.locator('[data-state]');
  await expect(row).toHaveAttribute('data-state', 'failed');
  await expect(form).toHaveCount(0);
  await row.getByRole('button', { name: /^More for/ }).click();
  await options.getByRole('menuitem', { name: 'Dismiss' }).click();
  await uploadLinks(options, `${site.url}/sample.webm`);
  await expect(row).toHaveAttribute('data-state', 'working');
  await expect(row.getByRole('progressbar')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Open it' })).toHaveCount(0);
  service.settings.bytesPerSecond = 0;
  await expect(row).toHaveAttribute('data-state', 'done');
  await expect(first.getByText('“sample” is in “My files”.')).toBeVisible();
  const opened = extension.context.waitForEvent('page');
  await first.getByRole('button', { name: 'Open it' }).click();
  await expect(await opened).toHaveURL(new RegExp(`^${service.url}/e/`));

  await row.getByRole('button', { name: /^More for/ }).click();
  await options.getByRole('menuitem', { name: 'Dismiss' }).click();
  await expect(first).toHaveCount(0);
  await expect(form).toHaveCount(0);

  const { key } = service.createAccount({ email: 'second@linkhaul.example' });
  await extension.connectInSettings(service.url, key);
  await expect(options.getByText(/ as second@/)).toBeVisible();
  await expect(options.getByRole('button', { name: 'Switch to second' })).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await expect(first).toHaveCount(0);
});

connectedTest(
  'pasted lines go into a new folder, and three without a link are reported',
  { tag: '@all' },
  async ({ extension, site, client }) => {
    const popup = await extension.open('popup.html');
    const box = popup.getByLabel('Links to upload');
    await expect(box).toBeFocused();
    const inputs = await countInputs(popup);
    const host = new URL(site.url).host;
    const links = Array.from({ length: 8 }, (_, at) => `${site.url}/sample.webm?${at}`);
    await box.fill(
      [...links.slice(0, 4), 'no link', 'magnet:?xt=1', ...links.slice(4), 'holiday.mkv'].join('\n'),
    );
    await expect(popup.getByText('8 links')).toBeVisible();
    await expect(popup.locator('.send-bad-lines li')).toHaveText([
      'Line 5 isn’t a link:no link',
      'Line 6 isn’t a web or FTP link:magnet:?xt=1',
      'Line 11 isn’t a link:holiday.mkv',
    ]);
    await popup.getByRole('button', { name: 'Folder: My files' }).click();
    await popup.getByRole('menuitem', { name: 'New folder…' }).click();
    await popup.getByLabel('New folder in “My files”').fill('Clips');
    await popup.keyboard.press('Enter');
    await popup.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(box).toHaveValue(['no link', 'magnet:?xt=1', 'holiday.mkv'].join('\n'));
    expect(await inputs()).toBeLessThanOrEqual(4);
    await expect(popup.locator('[data-state="done"]')).toHaveCount(8);
    // The sources distinguish uploads of the same name.
    await expect(popup.getByText(`${host}/sample.webm?7`)).toBeVisible();
    await expect(popup.locator('[data-state="done"]').first()).toContainText(/In “Clips” · \d.* · /);
    const { folders } = await client.folders.list('0', { onlyFolders: true });
    expect((await client.files.list({ folderId: folders[0]?.folderId ?? '' })).files).toHaveLength(8);

    await popup.getByRole('button', { name: 'Finished 8' }).click();
    await expect(popup.locator('[data-state="done"]')).toHaveCount(0);
    await popup.reload();
    await expect(popup.getByRole('button', { name: 'Finished 8', expanded: false })).toBeVisible();
  },
);

connectedTest(
  'a finished link is not sent twice, from any place, without the catalog',
  { tag: '@all' },
  async ({ extension, service, site }) => {
    const requests = async () =>
      (await createAdmin(service.url).audit()).filter(({ path }) => path === '/api/upload/url').length;
    const options = extension.firstPage;
    const link = `${site.url}/sample.webm`;
    const popup = await extension.open('popup.html');
    const box = popup.getByLabel('Links to upload');
    const already = /already (?:there|queued|in )/i;
    await box.fill(link);
    await popup.keyboard.press('Control+Enter');
    await expect(popup.locator('[data-state="done"]')).toHaveCount(1);
    await popup.getByRole('button', { name: 'Clear finished' }).click();
    await expect(popup.locator('[data-state]')).toHaveCount(0);

    await test.step('pasted in another window, after the worker was terminated', async () => {
      await extension.background.kill();
      const manager = await extension.open('manager.html');
      await manager.getByLabel('Links to upload').fill(`${link}#again`);
      await manager.keyboard.press('Control+Enter');
      await expect(manager.getByText(already)).toBeVisible();
    });
    await test.step('from the menu', async () => {
      const click = { linkUrl: link, pageUrl: site.url };
      const question = await openFromMenu(extension, ['send-to', '0'], click);
      await expect(question.getByText(already)).toBeVisible();
      // Its window was used last.
      await question.close();
    });
    await test.step('from the links of a page', async () => {
      const collect = await collectFrom(extension, site.url);
      await collect.getByRole('option', { name: /The sample clip/ }).click();
      await collect.getByRole('button', { name: 'Upload 1 link' }).click();
      await expect(collect.getByText(already).first()).toBeVisible();
    });
    expect(await requests()).toBe(1);
    expect(await message(options, 'links.send', { links: [{ url: link }] })).toMatchObject({
      duplicates: [link],
    });
  },
);

connectedTest(
  'two accounts are added, named by their nicknames, and switched from anywhere',
  { tag: '@all' },
  async ({ extension, service }) => {
    const other = service.createAccount({ email: 'second@linkhaul.example' });
    const options = await extension.open('options.html');
    const inputs = await countInputs(options);
    await options.locator('summary').getByText('Add an account').click();
    await options.getByLabel('Service address').fill(service.url);
    await options.getByLabel('API key', { exact: true }).fill(other.key);
    await options.keyboard.press('Enter');
    await expect(
      options.getByText(/as second@linkhaul\.example.* Now using this account\.$/),
    ).toBeInViewport();
    expect(await inputs()).toBe(2);
    await expect(options.getByLabel('Service address')).toBeHidden();
    await options.getByRole('button', { name: 'Rename second' }).click();
    await options.getByLabel('Nickname').fill('Archive');
    await options.keyboard.press('Enter');
    await expect(options.getByRole('heading', { name: 'Folders of Archive' })).toBeVisible();
    expect(await inputs()).toBe(4);

    await options.getByRole('link', { name: 'Open Linkhaul' }).click();
    const button = options.getByRole('button', { name: /^Account: / });
    await expect(button).toHaveAccessibleName(/^Account: Archive/);
    // On the page that the link opened.
    const managerInputs = await countInputs(options);
    await button.click();
    await options.getByRole('menuitemradio', { name: 'demo' }).click();
    await expect(button).toHaveAccessibleName(/^Account: demo/);
    expect(await managerInputs()).toBeLessThanOrEqual(5);
  },
);
