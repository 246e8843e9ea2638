import { createAdmin } from '../../service/src/index.ts';
import { expect, test as filesTest, focused, names, row } from './harness/files.ts';
import { connectedTest as test } from './harness/index.ts';
import { collectFrom, openFromMenu } from './harness/menu.ts';
import { currentAccountId, message } from './harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true } });

test('a reload keeps the rule that is being typed in the settings', {
  tag: ['@all', '@chromium'],
}, async ({ extension }) => {
  const options = await extension.openSettings();
  await options.getByRole('button', { name: 'Add a rule' }).click();
  const typed = options.getByRole('dialog').getByLabel('Site or link');
  await typed.fill('films.example');
  await options.reload();
  await expect(typed).toHaveValue('films.example');
  await options.keyboard.press('Escape');
  await options.reload();
  await expect(options.getByRole('button', { name: 'Add a rule' })).toBeVisible();
  await expect(options.getByRole('dialog')).toHaveCount(0);
});

test('a reload keeps a page’s selected links at once, pasted links, and the embed builder’s fields', {
  tag: ['@all', '@chromium'],
}, async ({ extension, site, client }) => {
  await client.folders.create({ name: 'Zebra' });
  const collect = await collectFrom(extension, site.url);
  const chosen = collect.getByRole('option', { selected: true });
  const clip = collect.getByRole('option', { name: /The sample clip/ });
  await expect(clip).toBeVisible();
  // Reloads as soon as the page shows it.
  await collect.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role="option"][aria-selected="true"]')) location.reload();
    }).observe(document, { subtree: true, attributes: true });
  });
  const reloaded = collect.waitForEvent('load');
  await clip.click();
  await reloaded;
  await expect(clip).toHaveAttribute('aria-selected', 'true');

  await collect.getByRole('option', { name: /Holiday clip/ }).click();
  await collect.getByRole('searchbox').fill('clip');
  await collect.getByRole('button', { name: 'Folder: My files' }).click();
  await collect.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await collect.getByRole('treeitem', { name: 'Zebra' }).click();
  await collect.getByRole('button', { name: 'Use this folder' }).click();
  await collect.reload();
  await expect(collect.getByRole('searchbox')).toHaveValue('clip');
  await expect(chosen).toHaveText([/The sample clip/, /Holiday clip/]);
  await expect(collect.getByRole('button', { name: 'Folder: Zebra' })).toBeVisible();
  await collect.getByRole('button', { name: 'Upload 2 links' }).click();
  await expect(collect.getByText('2 links are queued for “Zebra”.')).toBeVisible();
  await collect.reload();
  await expect(collect.getByRole('searchbox')).toHaveValue('clip');
  await expect(chosen).toHaveCount(0);

  const manager = await extension.open('manager.html');
  const box = manager.getByRole('textbox', { name: 'Links' });
  await box.fill(`${site.url}/sample.webm`);
  await manager.getByLabel('Title (optional)').fill('Trailer 7');
  await manager.getByRole('button', { name: 'Folder: My files' }).click();
  await manager.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await manager.getByRole('treeitem', { name: 'Zebra' }).click();
  await manager.getByRole('button', { name: 'Use this folder' }).click();

  // A link to another view is a history entry.
  await manager.evaluate(() => location.assign('#embed'));
  const title = manager.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('The film');
  await manager.getByRole('button', { name: 'Add a track' }).click();
  await manager.getByLabel('Language or label').fill('English');
  await manager.reload();
  await expect(title).toHaveValue('The film');
  await expect(manager.getByLabel('Language or label')).toHaveValue('English');

  await manager.getByRole('link', { name: /^Uploads/ }).click();
  await expect(manager.getByLabel('Title (optional)')).toHaveValue('Trailer 7');
  await manager.reload();
  await expect(box).toHaveValue(`${site.url}/sample.webm`);
  await expect(manager.getByLabel('Title (optional)')).toHaveValue('Trailer 7');
  await expect(manager.getByRole('button', { name: 'Folder: Zebra' })).toBeVisible();
});

test('a reload keeps the folder window, even with a rejected key and an ended worker', {
  tag: ['@all', '@chromium'],
}, async ({ extension, service, site, client, account }) => {
  const { folderId } = await client.folders.create({ name: 'Zebra' });
  const page = await extension.context.newPage();
  await page.goto(site.url);
  const picker = await openFromMenu(extension, ['choose'], {
    linkUrl: `${site.url}/sample.webm`,
    pageUrl: site.url,
  });
  const title = picker.getByLabel('Title (optional)');
  const zebra = picker.getByRole('treeitem', { name: 'Zebra' });
  await title.fill('Trailer 7');
  await zebra.click();
  await picker.getByLabel('Pin this folder').click();
  await extension.background.kill();
  await picker.reload();
  await expect(zebra).toHaveAttribute('aria-selected', 'true');
  await expect(title).toHaveValue('Trailer 7');
  await expect(picker.getByLabel('Pin this folder')).toBeChecked();

  const admin = createAdmin(service.url);
  const envelope = { status: 403, msg: 'Wrong auth' };
  await admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope, query: { key: account.key } }]);
  const isClosed = picker.waitForEvent('close');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await isClosed;
  const popup = await extension.open('popup.html');
  await expect(popup.getByText(/API key was rejected/).first()).toBeVisible();
  const row = popup.locator('[data-key]');
  await expect(row).toContainText('Trailer 7');
  await admin.setFaults([]);
  await message(popup, 'accounts.check', { accountId: await currentAccountId(extension) });
  await expect
    .poll(async () => (await client.files.list({ folderId })).files.map((file) => file.title), {
      timeout: 30_000,
    })
    .toEqual(['Trailer 7']);
});

filesTest(
  'a reload keeps selected files and a typed name',
  async ({ openManager, library: { ids, filesIn } }) => {
    const [one, two, three] = (await filesIn(ids.ferry)).map(({ title }) => title);
    const page = await openManager(`/${ids.ferry}`);
    const selected = page.getByRole('row', { selected: true });
    await row(page, one ?? '').click({ modifiers: ['ControlOrMeta'] });
    await expect(selected).toHaveCount(1);
    // Reloads before the next frame.
    await page.evaluate(() =>
      new MutationObserver(() => {
        if (document.querySelectorAll('tr[aria-selected="true"]').length === 2) location.reload();
      }).observe(document.body, { subtree: true, attributeFilter: ['aria-selected'] }),
    );
    const isLoaded = page.waitForEvent('load');
    await row(page, three ?? '').click({ modifiers: ['ControlOrMeta'] });
    await isLoaded;
    await expect(selected).toHaveCount(2);
    await expect(row(page, one ?? '')).toHaveAttribute('aria-selected', 'true');
    await expect(row(page, three ?? '')).toHaveAttribute('aria-selected', 'true');

    const field = page.getByRole('textbox', { name: /^New name for/ });
    await row(page, two ?? '').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await field.fill('Half a na');
    await page.reload();
    await expect(field).toHaveValue('Half a na');
    expect((await filesIn(ids.ferry)).map(({ title }) => title)).toContain(two);
    await field.fill('A whole name');
    await field.press('Enter');
    await expect(row(page, 'A whole name')).toBeVisible();
    await page.reload();
    await expect(row(page, 'A whole name')).toBeVisible();
    await expect(field).toHaveCount(0);
  },
);

filesTest(
  'a reload keeps cut files and the typed name of a new folder',
  { tag: ['@all', '@chromium'] },
  async ({ openManager, library: { ids, filesIn } }) => {
    const [one] = (await filesIn(ids.ferry)).map(({ title }) => title);
    const page = await openManager(`/${ids.ferry}`);
    await row(page, one ?? '').focus();
    await page.keyboard.press('Control+x');
    await expect(page.locator('.file-cut')).toHaveCount(1);
    await page.getByRole('button', { name: `New folder in “${names.ferry}”` }).click();
    const field = page.getByRole('textbox', { name: `New folder in “${names.ferry}”` });
    await field.fill('Half a na');
    await page.reload();
    await expect(page.locator('.file-cut')).toHaveCount(1);
    await expect(field).toHaveValue('Half a na');
    await field.press('Enter');
    const folder = row(page, 'Half a na');
    await expect(folder).toBeVisible();
    await page.reload();
    await expect(folder).toBeVisible();
    await expect(field).toHaveCount(0);
    await folder.focus();
    await page.keyboard.press('Enter');
    await expect(focused(page)).toHaveAccessibleName('This folder is empty');
    await page.keyboard.press('Control+v');
    await expect(row(page, one ?? '')).toBeVisible();
    await expect(page.locator('.file-cut')).toHaveCount(0);
    await page.reload();
    await expect(row(page, one ?? '')).toBeVisible();
    await expect(page.locator('.file-cut')).toHaveCount(0);
  },
);
