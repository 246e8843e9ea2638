import { readFile } from 'node:fs/promises';
import { expect, pasted, test } from '../harness/files.ts';

test('pasted links are checked by the account at their host, and every line is listed', {
  tag: '@all',
}, async ({ extension, library, openManager, admin }) => {
  const { files } = await library.client.files.list({ perPage: 200 });
  const [here, deleted] = files;
  if (!here || !deleted) throw new Error('The account has too few files.');
  const page = await openManager();
  await admin.deleteFile(deleted.fileCode);
  const { url } = library.service;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Check links…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check links' });
  const check = dialog.getByRole('button', { name: 'Check links' });
  await check.click();
  await expect(dialog.getByText('Paste at least one link to a file.')).toBeVisible();

  const lines = [
    `${url}/d/${here.fileCode}`,
    `${url}/e/${deleted.fileCode}`,
    'https://nobody.example/e/a1b2c3d4e5f6',
    'My holiday, part one',
    `${url}/d/${here.fileCode}`,
  ];
  await dialog.getByRole('textbox').fill(lines.join('\n'));
  await expect(dialog.getByText('Left out: 1')).toBeVisible();
  const before = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await check.click();
  const rows = dialog.getByRole('region', { name: 'Checked links' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(0)).toContainText('Still there');
  await expect(rows.nth(1)).toContainText('Gone · Your file is no longer on the service.');
  await expect(rows.nth(2)).toContainText('Unknown · No account at nobody.example');
  await expect(rows.nth(3)).toContainText('Left out · No link to a file');
  await expect(rows.nth(4)).toContainText('Still there');
  const after = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(after.slice(before).filter((name) => name.includes('nobody.example'))).toEqual([]);

  await dialog.getByRole('radio', { name: /^Gone 1/ }).check();
  await expect(rows).toHaveCount(1);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  const table = await readFile(await (await download).path(), 'utf8');
  expect(table.split('\r\n')).toHaveLength(5 + 2);
  expect(table).toContain(`2,${lines[1]},${deleted.fileCode},gone,missing,`);
  await dialog.getByRole('button', { name: 'Copy links that are gone' }).click();
  await expect(dialog.getByText('1 link copied.')).toBeVisible();
  await expect.poll(() => pasted(page)).toBe(lines[1]);

  // The result survives reopening the page. A new one replaces it.
  await page.close();
  const again = await extension.open('manager.html#files');
  await again.getByRole('button', { name: 'More', exact: true }).click();
  await again.getByRole('menuitem', { name: 'Check links…' }).click();
  const reopened = again.getByRole('dialog', { name: 'Check links' });
  await expect(reopened.getByRole('listitem')).toHaveCount(5);
  await reopened.getByRole('button', { name: 'Check more links' }).click();
  await reopened.getByRole('textbox').fill('https://nobody.example/e/a1b2c3d4e5f6');
  // Another host's check would outlive the test.
  await reopened.getByRole('combobox', { name: 'No account at nobody.example' }).selectOption(library.id);
  await reopened.getByRole('button', { name: 'Check links' }).click();
  await expect(reopened.getByText(/^Gone · The service doesn’t know this file/)).toBeVisible();
  await reopened.getByRole('button', { name: 'Clear' }).click();
  await expect(reopened.getByRole('textbox')).toBeFocused();
  await again.reload();
  await again.getByRole('button', { name: 'More', exact: true }).click();
  await again.getByRole('menuitem', { name: 'Check links…' }).click();
  await expect(reopened.getByRole('textbox')).toBeVisible();
});
