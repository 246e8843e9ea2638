/** One page switches, adds, changes or removes an account while another page has something open. */
import type { Page } from '@playwright/test';
import { createClient } from '../../../lib/api/index.ts';
import { connect, findCurrentAccountId } from '../../../scripts/extension-pages.ts';
import type { Extension } from '../harness/extension.ts';
import { test as base, expect, message, names, press, rename, row } from '../harness/files.ts';
import { test as firstRun } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';
import { currentAccountId } from '../harness/messages.ts';

interface Other {
  readonly id: string;
  readonly key: string;
  readonly titles: () => Promise<readonly string[]>;
}

let count = 0;

/** A second account with the same titles, so that what is typed for one could go into the other. */
const test = base.extend<{ other: Other }>({
  other: async ({ extension, service, library }, use) => {
    count += 1;
    const email = `other-${count}@linkhaul.example`;
    const { key } = service.createAccount({ email });
    await service.seed({ account: email, seed: 4, files: 60, folders: 6 });
    const options = extension.firstPage;
    await extension.connect(service.url, key);
    const id = await currentAccountId(extension);
    await message(options, 'accounts.select', { accountId: library.id });
    const client = createClient({ baseUrl: service.url, key });
    const titles = async () => {
      const found = [];
      for await (const file of client.files.iterate({})) found.push(file.title);
      return found.sort();
    };
    await use({ id, key, titles });
    await message(options, 'accounts.remove', { accountId: id });
  },
});

const shownAccount = (page: Page) => page.locator('.account-menu');

async function switchIn(popup: Page, name: RegExp): Promise<void> {
  await popup.bringToFront();
  await shownAccount(popup).click();
  await popup.getByRole('menuitemradio', { name }).click();
  await expect(shownAccount(popup)).toContainText(name);
}

const openFolder = (extension: Extension, folderId: string) =>
  extension.open(`manager.html#files/${folderId}`);

test('the manager follows a switch in the popup, and keeps each account’s own place, choice and Undo', async ({
  extension,
  library: { ids, filesIn },
  other,
}) => {
  const [first, second] = await filesIn(ids.ferry);
  const before = await other.titles();
  const manager = await openFolder(extension, ids.ferry);
  const popup = await extension.open('popup.html');
  await manager.bringToFront();
  await rename(row(manager, first?.title ?? ''), 'Renamed');
  await expect(manager.locator('.bulk-job')).toContainText('1 file renamed.');
  await row(manager, second?.title ?? '')
    .locator('.file-check')
    .click();
  await row(manager, second?.title ?? '').focus();
  await press(manager, 'F2');
  await manager.keyboard.type('Half');
  const field = manager.getByRole('textbox', { name: /^New name/ });
  await expect(field).toHaveValue('Half');

  // By message, because in tests the focus of another page would close the form.
  await message(popup, 'accounts.select', { accountId: other.id });
  await expect(shownAccount(manager)).toContainText('other');
  await expect(manager.locator('.bulk-job')).toHaveCount(0);
  await expect(manager).toHaveURL(/#files$/);
  expect((await filesIn(ids.ferry)).map(({ title }) => title)).not.toContain('Half');
  await manager.getByRole('treeitem', { name: names.ferry }).click();
  await row(manager, second?.title ?? '').focus();
  await press(manager, 'F2');
  await expect(field).toHaveValue(second?.title ?? '');
  await press(manager, 'Escape', 'Control+z');
  await expect(manager.getByText('Nothing to undo')).toBeVisible();

  await switchIn(popup, /^files/);
  await expect(manager).toHaveURL(new RegExp(`#files/${ids.ferry}$`));
  await expect(row(manager, second?.title ?? '')).toHaveAttribute('aria-selected', 'true');
  await manager.bringToFront();
  await press(manager, 'Control+z');
  await expect(row(manager, first?.title ?? '')).toBeVisible();
  expect((await filesIn(ids.ferry)).map(({ title }) => title)).toEqual(
    expect.arrayContaining([first?.title, second?.title]),
  );
  expect(await other.titles()).toEqual(before);
});

firstRun(
  'an address typed on one options page survives accounts that come and go on another',
  async ({ extension, service, account }) => {
    const typing = await extension.openSettings();
    const address = typing.getByLabel('Service address');
    await address.fill('second.example');
    const options = await extension.open('options.html');
    await connect(options, service.url, account.key);
    await expect(typing.getByText('Add an account')).toBeVisible();
    await expect(address).toHaveValue('second.example');
    await message(options, 'accounts.remove', { accountId: (await findCurrentAccountId(options)) ?? '' });
    await expect(typing.getByText('Add an account')).toHaveCount(0);
    await expect(address).toHaveValue('second.example');
  },
);

/** Opens something in the manager that is about the account. */
const opened: Readonly<Record<string, (page: Page, title: string) => Promise<unknown>>> = {
  'a dialog to move': async (page, title) => {
    await row(page, title).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('dialog').getByRole('treeitem', { name: names.canal }).click();
  },
  'a pattern': async (page, title) => {
    await row(page, title).focus();
    await press(page, 'Control+a');
    await row(page, title).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('Half');
  },
};

test('dialogs end with their account only, and removed accounts disappear from every page', async ({
  extension,
  service,
  admin,
  library: { id, ids, filesIn },
  other,
}) => {
  const { firstPage: options } = extension;
  const [file] = await filesIn(ids.ferry);
  const manager = await openFolder(extension, ids.ferry);
  const dialog = manager.getByRole('dialog');
  const [before, ownBefore] = [await other.titles(), await filesIn(ids.ferry)];
  for (const [name, open] of Object.entries(opened))
    await test.step(`a switch ends ${name}, and changes nothing in the next account`, async () => {
      await open(manager, file?.title ?? '');
      await message(options, 'accounts.select', { accountId: other.id });
      await expect(shownAccount(manager)).toContainText('other');
      await expect(dialog).toHaveCount(0);
      await press(manager, 'Enter');
      await message(options, 'accounts.select', { accountId: id });
      await expect(row(manager, file?.title ?? '')).toBeVisible();
    });
  expect(await other.titles()).toEqual(before);
  expect(await filesIn(ids.ferry)).toEqual(ownBefore);

  await opened['a dialog to move']?.(manager, file?.title ?? '');
  const chosen = dialog.getByRole('treeitem', { name: names.canal });

  await test.step('settings', async () => {
    await message(options, 'settings.change', { theme: 'dark', filesAtOnce: 2 });
    const folder = { id: ids.orchard, name: names.orchard };
    await message(options, 'folders.pin', { accountId: id, folder, pinned: true });
    await message(options, 'accounts.rename', { accountId: id, nickname: 'Mine' });
    await expect(shownAccount(manager)).toContainText('Mine');
    await expect(dialog.getByRole('button', { name: names.orchard })).toBeVisible();
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a rejected key', async () => {
    const envelope = { status: 403, msg: 'Wrong auth' };
    await admin.setFaults([{ endpoint: '/api/*', kind: 'envelope', envelope }]);
    await expect(message(options, 'accounts.check', { accountId: id })).rejects.toThrow('unauthorized');
    await expect(manager.getByText(/API key was rejected/).first()).toBeAttached();
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
    await admin.clearFaults();
    await message(options, 'accounts.check', { accountId: id });
    await expect(manager.getByText(/API key was rejected/)).toHaveCount(0);
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a removal, from another options page and below a picker', async () => {
    const click = { linkUrl: `${service.url}/film.mp4`, pageUrl: service.url };
    await message(options, 'accounts.select', { accountId: other.id });
    const picker = await openFromMenu(extension, ['choose'], click);
    await expect(picker.getByRole('treeitem', { name: names.canal })).toBeVisible();
    const asking = await extension.open('options.html');
    await asking.getByRole('button', { name: /^Remove other/ }).click();
    await expect(asking.getByRole('dialog')).toBeVisible();
    await message(options, 'accounts.remove', { accountId: other.id });
    await expect(asking.getByRole('dialog')).toHaveCount(0);
    await expect(shownAccount(manager)).toContainText('Mine');

    await expect(picker.getByText('This account isn’t connected.')).toBeVisible();
    const upload = picker.getByRole('button', { name: 'Upload here' });
    await expect(upload).toBeDisabled();
    await picker.getByRole('checkbox', { name: 'Mine' }).click();
    await picker.getByRole('treeitem', { name: names.orchard }).click();
    await message(options, 'uploads.pause', {});
    const isClosed = picker.waitForEvent('close');
    await upload.click();
    await isClosed;
    const popup = await extension.open('popup.html');
    await expect(popup.locator('[data-key]')).toContainText('film');
    await message(options, 'uploads.resume', {});
    await message(options, 'settings.change', { theme: 'system' });
  });
});
