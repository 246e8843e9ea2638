/** Files in the manager: what is shown and where it comes from, the keyboard, filters, details. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FileEntry } from '../../../lib/api/index.ts';
import { startService } from '../../../service/src/index.ts';
import { expect, focused, message, names, pasted, press, row, small, test } from '../harness/files.ts';

test.use({ isShared: true });

const folder = (page: Page, name: string) => page.getByRole('treeitem', { name });
const chosen = (page: Page) => page.getByRole('row', { selected: true });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const times = (count: number, key: string) => Array<string>(count).fill(key);
const hash = (page: Page) => new URL(page.url()).hash;

test.describe('the first paint', () => {
  test('shows the catalog before any response of the service', async ({
    extension,
    library,
    openManager,
    admin,
  }) => {
    await (await openManager()).close();
    const [newest] = await library.filesIn('0');
    await extension.background.kill();
    await admin.setFaults([{ endpoint: '*', kind: 'hang' }]);
    await admin.clearAudit();
    try {
      const page = await extension.open('manager.html#files/0');
      await expect(row(page, newest?.title ?? '')).toBeVisible();
      await expect(folder(page, names.ferry)).toBeVisible();
      const popup = await extension.open('popup.html');
      await popup.getByRole('tab', { name: 'Files' }).click();
      await row(popup, 'My files').first().click();
      await expect(row(popup, names.ferry)).toBeVisible();
      const answered = (await library.requests()).filter(({ outcome }) => outcome !== 'open');
      expect(answered).toEqual([]);
      expect(extension.problems).toEqual([]);
    } finally {
      await admin.clearFaults();
      // With it go the requests that nobody will answer.
      await extension.background.kill();
    }
  });

  test('shows the catalog while the service is unreachable, with a notice', async ({
    extension,
    connectTo,
    installed,
  }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-gone-'));
    const service = await startService({ dataDir, rateLimit: false });
    const { id, filesIn } = await connectTo(service, small);
    const before = await extension.open('manager.html#files');
    await expect(before.getByText(/^Updated/)).toBeVisible();
    const [newest] = await filesIn('0');
    await service.close();
    await rm(dataDir, { recursive: true });
    await extension.background.kill();

    const page = await extension.open('manager.html#files/0');
    await expect(row(page, newest?.title ?? '')).toBeVisible();
    // One notice says so, and the list how old it is.
    await expect(page.locator('.manager-notices .notice')).toHaveText(/^Can’t reach /);
    await expect(page.locator('.sync-status')).toHaveText(/^Last updated/);
    await expect(page.locator('.sync-status .tone-bad')).toHaveCount(0);
    await folder(page, names.canal).click();
    await expect(row(page, names.tunnel)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search files' }).fill(newest?.title ?? '');
    await expect(row(page, newest?.title ?? '')).toBeVisible();
    await expect(page.getByText(/the service’s search isn’t responding/)).toBeVisible();
    await extension.screenshot(page, 'service-gone');
    await message(installed.optionsPage, 'accounts.remove', { accountId: id });
  });
});

test.describe('the keyboard', () => {
  test('reaches everything, and the focus is never lost', { tag: '@menu-key' }, async ({
    extension,
    openManager,
    library,
  }) => {
    const [first, second, third] = await library.filesIn('0');
    const page = await openManager('/0');
    const at = (name = '') =>
      expect(focused(page)).toHaveAccessibleName(new RegExp(`^(New name for )?${name}`));

    await press(page, '/');
    await expect(focused(page)).toHaveAccessibleName('Search files');
    await press(page, 'ArrowDown');
    await at(names.ferry);
    await press(page, 'End');
    await expect(focused(page)).toBeInViewport();
    await expect(focused(page)).toHaveAttribute('data-kind', 'file');
    await press(page, 'Home');
    await at(names.ferry);

    // Into a folder and out of it again, by each way there is.
    await press(page, ...times(4, 'ArrowDown'));
    await at(names.canal);
    await press(page, 'Enter');
    await at(names.tunnel);
    expect(hash(page)).not.toBe('#files/0');
    await press(page, 'Enter');
    await expect(page.getByRole('link', { name: names.tunnel })).toHaveAttribute('aria-current', 'page');
    await press(page, 'Backspace');
    await at(names.tunnel);
    await press(page, 'Backspace');
    await at(names.canal);
    expect(hash(page)).toBe('#files/0');
    await page.goBack();
    await at(names.tunnel);
    await page.goForward();
    await at(names.canal);

    // Choosing.
    await press(page, ...times(5, 'ArrowDown'));
    await at(first?.title);
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
    await at(third?.title);
    await expect(chosen(page)).toHaveCount(3);
    await press(page, 'Shift+ArrowUp');
    await expect(page.getByText('2 selected')).toBeVisible();
    await press(page, 'Control+a');
    await expect(page.getByText('29 selected')).toBeVisible();
    await at(second?.title);
    await press(page, 'Escape');
    await expect(chosen(page)).toHaveCount(0);
    await at(second?.title);
    await press(page, 'Space', 'ArrowDown', 'Shift+Space');
    await expect(chosen(page)).toHaveCount(2);

    // Details, menu, and a name that stays as it was.
    await press(page, 'Escape', 'Enter');
    await expect(details(page)).toBeVisible();
    await press(page, 'Escape');
    await expect(details(page)).toHaveCount(0);
    await at(third?.title);
    await press(page, 'Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
    await press(page, 'Escape');
    await at(third?.title);
    await press(page, 'F2');
    await expect(page.getByRole('textbox', { name: /^New name for/ })).toBeFocused();
    await press(page, 'Escape');
    await at(third?.title);
    await press(page, 'Shift+Tab');
    await expect(focused(page)).toHaveAccessibleName('Uploaded');
    expect(extension.problems).toEqual([]);
  });
});

test('details show everything the service knows of a file, and its pictures', async ({
  extension,
  openManager,
  library: { client, service, ids, filesIn },
}) => {
  const [file] = await filesIn(ids.ferry);
  const { fileCode = '', title = '' } = file ?? {};
  const [info] = await client.files.info([fileCode]);
  if (!info?.found) throw new Error('The service does not know its own file.');
  const page = await openManager(`/${ids.ferry}/${fileCode}`);
  const pane = details(page);
  await expect(pane.getByRole('heading', { name: title })).toBeVisible();
  const fact = (name: string) => pane.locator('.fact', { hasText: new RegExp(`^${name}`) }).locator('dd');
  const number = new Intl.NumberFormat('en');
  await expect(fact('Folder')).toHaveText(names.ferry);
  await expect(fact('Size')).toHaveText(/\d MB$/);
  await expect(fact('Length')).toHaveText(/^(\d+:)?\d+:\d\d$/);
  await expect(fact('Views')).toHaveText(number.format(info.views ?? -1));
  await expect(fact('Uploaded')).toContainText(`${info.uploaded?.slice(0, 4)}`);
  await expect(fact('Last viewed')).toHaveText('Never');
  await expect(fact('Playable')).toHaveText('Yes');
  await expect(fact('Public')).toHaveText('Yes');
  await expect(fact('Code')).toHaveText(fileCode);
  const addresses = [
    `${service.url}/d/${fileCode}`,
    `${service.url}/e/${fileCode}`,
    info.protectedDownload,
    info.protectedEmbed,
  ];
  await expect(pane.locator('.details-link-address')).toHaveText(addresses.map(String));
  const pictures = pane.locator('img');
  await expect(pictures.first()).toBeVisible();
  for (const picture of await pictures.all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await extension.screenshot(page, 'details');
  await pane.getByRole('button', { name: 'Copy: Protected player' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await pasted(page)).toBe(info.protectedEmbed);
  expect(extension.problems).toEqual([]);
});

test('filters by folder, date, length, playable and public', async ({
  extension,
  openManager,
  library: { client, ids, filesIn },
}) => {
  const all: FileEntry[] = [];
  for await (const file of client.files.iterate({})) all.push(file);
  const page = await openManager();
  const shows = (files: readonly unknown[]) =>
    expect(page.locator('.files-counts')).toHaveText(files.length === 1 ? '1 file' : `${files.length} files`);
  await shows(all);
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  const set = (group: string, value: string) =>
    filters.getByRole('group', { name: group }).getByLabel(value).check();

  await filters.getByLabel('at least').pressSequentially('60');
  await press(page, 'Enter');
  const long = all.filter(({ length }) => (length ?? 0) >= 3_600);
  await shows(long);
  await filters.getByLabel('at most').pressSequentially('90.5');
  // Drawn again with the new address, the field keeps what is not entered yet.
  await expect(page).toHaveURL(/least=3600/);
  await press(page, 'Enter');
  await shows(long.filter(({ length }) => (length ?? 0) <= 5_430));
  await filters.getByRole('button', { name: 'Clear filters' }).click();

  const days = all.map(({ uploaded }) => uploaded?.slice(0, 10) ?? '').sort();
  const [from = '', to = ''] = [days[50], days[120]];
  await filters.getByLabel('from').fill(from);
  await filters.getByLabel('to', { exact: true }).fill(to);
  await shows(days.filter((day) => day >= from && day <= to));
  await filters.getByRole('button', { name: 'Clear filters' }).click();

  await set('Playable', 'No');
  await shows(['plain words']);
  await expect(row(page, 'plain words')).toBeVisible();
  await set('Public', 'No');
  await expect(page.getByText('No files match these filters')).toBeVisible();
  await page.locator('.empty').getByRole('button', { name: 'Clear filters' }).click();
  await shows(all);

  // A folder, alone and with those inside of it.
  await folder(page, names.canal).click();
  const [outer, inner] = await Promise.all([filesIn(ids.canal), filesIn(ids.tunnel)]);
  await expect(page.locator('.files-counts')).toHaveText(`1 folder · ${outer.length} files`);
  await page.getByLabel('Include subfolders').check();
  await shows([...outer, ...inner]);
  await filters.getByLabel('at least').pressSequentially('60');
  await press(page, 'Enter');
  await shows([...outer, ...inner].filter(({ length }) => (length ?? 0) >= 3_600));
  // The address says it all, so a reload changes nothing.
  await expect(page).toHaveURL(/least=3600/);
  await page.reload();
  await shows([...outer, ...inner].filter(({ length }) => (length ?? 0) >= 3_600));
  expect(extension.problems).toEqual([]);
});
