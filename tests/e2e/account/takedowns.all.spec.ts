import { readFile } from 'node:fs/promises';
import { createAdmin } from '../../../service/src/index.ts';
import { violations } from '../harness/axe.ts';
import { pasted } from '../harness/files.ts';
import { expect, test } from '../harness/index.ts';

test.use({ serviceOptions: { admin: true, rateLimit: false } });

const count = 20;

test('takedowns are matched with files, filtered and saved, and new ones are marked', async ({
  extension,
  service,
  account,
  client,
}) => {
  const admin = createAdmin(service.url);
  await service.seed({ account: account.email, files: count + 1, folders: 1 });
  const [hostile, last, ...rest] = await admin.files(account.email);
  if (!hostile || !last) throw new Error('The account has no files.');
  await client.files.rename(hostile.fileCode, '=1+1, "twice"');
  for (const { fileCode } of [hostile, ...rest]) await admin.takeDown(fileCode);

  await extension.connect(service.url, account.key);
  const page = extension.firstPage;
  // Titles come from the catalog, although Files was never opened.
  await page.goto(extension.url('manager.html#takedowns'));
  const section = page.getByRole('region', { name: 'Takedowns in demo' });
  const rows = section.locator('tr[data-code]');
  await expect(section.getByText(`${count} takedowns`)).toBeVisible();
  await expect(section.getByText('New', { exact: true })).toHaveCount(0);

  const { folders } = await client.folders.list('0', { onlyFolders: true });
  const nameOf = (id: string | null) => folders.find(({ folderId }) => folderId === id)?.name ?? 'My files';
  const titles = new Map(rest.map(({ fileCode, title }) => [fileCode, title]));
  titles.set(hostile.fileCode, `"'=1+1, ""twice"""`);
  let expected =
    '\ufeffcode,title,folder,reported,disabled,protected_download,protected_player,new,deletion\r\n';
  for await (const each of client.takedowns.iterate()) {
    const { fileCode, folderId, reportedOn, disabledOn, protectedDownload, protectedEmbed } = each;
    const links = `${service.url}/d/${protectedDownload},${service.url}/e/${protectedEmbed}`;
    expected += `${fileCode},${titles.get(fileCode)},${nameOf(folderId)},${reportedOn},${disabledOn},${links},no,\r\n`;
  }
  // The takedowns are listed before the catalog is read.
  const [newest] = await client.takedowns.list();
  for (const shown of [titles.get(newest?.fileCode ?? '') ?? '', folders[0]?.name ?? ''])
    await expect(rows.filter({ hasText: shown }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^linkhaul-takedowns-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await saved.path(), 'utf8')).toBe(expected);
  await expect(section.getByText(`${count} takedowns saved.`)).toBeVisible();

  await section.getByLabel('Filter takedowns').fill('TWICE =1');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute('data-code', hostile.fileCode);
  await expect(rows).toContainText('=1+1, "twice"');
  expect(await violations(page)).toEqual([]);

  const { protectedDownload, protectedEmbed } =
    (await client.takedowns.list()).find(({ fileCode }) => fileCode === hostile.fileCode) ?? {};
  const choose = async (name: string) => {
    await rows.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Copy protected download link');
  await expect.poll(() => pasted(page)).toBe(`${service.url}/d/${protectedDownload}`);
  const opened = extension.context.waitForEvent('page');
  await choose('Open protected player');
  await (await opened).waitForURL(`${service.url}/e/${protectedEmbed}`);
  await page.bringToFront();

  await section.getByLabel('Filter takedowns').fill('no such file');
  await expect(section.getByText('No results for “no such file”')).toBeVisible();
  await section.getByRole('button', { name: 'Clear search' }).click();
  await expect(section.getByText(`${count} takedowns`, { exact: true })).toBeVisible();

  await admin.takeDown(last.fileCode);
  await section.getByRole('button', { name: 'Check for new takedowns' }).click();
  await expect(section.getByText('1 new takedown since your last visit.')).toBeVisible();
  const marked = rows.filter({ has: page.getByText('New', { exact: true }) });
  await expect(marked).toHaveAttribute('data-code', last.fileCode);
  await page.reload();
  await expect(marked).toHaveAttribute('data-code', last.fileCode);

  await marked.getByRole('button', { name: 'Show in folder' }).click();
  await expect(page).toHaveURL(new RegExp(`#files/${last.folderId}/${last.fileCode}$`));
  await expect(page.getByRole('row', { name: last.title })).toContainText('New takedown');
  await expect(page.getByText('This file was reported for takedown.')).toBeVisible();
  await page.getByRole('button', { name: 'Show takedowns' }).click();
  await expect(section.getByText(`${count + 1} takedowns`, { exact: true })).toBeVisible();
  await section.getByRole('link', { name: 'Show in Files' }).click();
  await expect(page).toHaveURL(/#files\?takedown=1$/);
  await expect(page.locator('.files-counts')).toHaveText(`${count + 1} files`);
});
