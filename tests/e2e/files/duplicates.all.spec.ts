import { violations } from '../harness/axe.ts';
import { expect, row, test } from '../harness/files.ts';

test('extra copies are moved into “To delete”, and Undo moves them back', async ({
  openManager,
  library: { client, ids, filesIn },
}) => {
  const [mine] = await filesIn(ids.ferry);
  if (!mine) throw new Error('The folder has no files.');
  const copies = await Promise.all(
    ['0', ids.orchard, ids.canal].map((folderId) => client.files.clone(mine.fileCode, { folderId })),
  );
  await client.files.rename(copies[1]?.fileCode ?? '', `${mine.title} (1)`);

  const page = await openManager('/0');
  await expect(row(page, mine.title)).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find duplicates…' }).click();
  await expect(page.getByText('1 file has copies')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Select 3 extra copies' }).click();
  await page.getByRole('button', { name: 'Move to “To delete”' }).click();
  const work = (said: string | RegExp) =>
    page.getByRole('region', { name: 'File operations' }).getByText(said);
  await expect(work(/^3 files moved from .* to “To delete”\.$/)).toBeVisible();
  await expect(page.getByText('No duplicates', { exact: true })).toBeVisible();

  const { folders } = await client.folders.list('0', { onlyFolders: true });
  const folderId = folders.find(({ name }) => name === 'To delete')?.folderId ?? '';
  await expect.poll(() => filesIn(folderId)).toHaveLength(3);
  await page.getByRole('button', { name: /^Undo: / }).click();
  await expect(work('3 files moved back.')).toBeVisible();
  await expect.poll(() => filesIn(folderId)).toHaveLength(0);
});
