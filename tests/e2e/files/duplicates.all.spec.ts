/** Copies of a file are found, all but the kept ones are moved into a folder of their own, and come back by Undo. */
import { violations } from '../harness/axe.ts';
import { expect, row, test } from '../harness/files.ts';

test('extra copies are moved into a folder, and back', async ({
  openManager,
  library: { client, ids, filesIn },
}) => {
  const [mine, other] = await filesIn(ids.ferry);
  if (!mine || !other) throw new Error('The folder has no files.');
  const copies = await Promise.all(
    ['0', ids.orchard, ids.canal].map((folderId) => client.files.clone(mine.fileCode, { folderId })),
  );
  await client.files.clone(other.fileCode, { folderId: ids.orchard });
  await client.files.rename(copies[1]?.fileCode ?? '', `${mine.title} (1)`);

  const page = await openManager('/0');
  await expect(row(page, mine.title)).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find duplicates…' }).click();
  await expect(page.getByText('2 files have copies')).toBeVisible();
  const work = (said: string) => page.getByRole('region', { name: 'File operations' }).getByText(said);
  const group = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mine.title }) });
  await expect(group.getByRole('checkbox')).toHaveCount(4);
  expect(await violations(page)).toEqual([]);

  await group.getByRole('checkbox', { name: `${mine.title} (1)` }).check();
  await group.getByRole('button', { name: 'Move 2 copies' }).click();
  await expect(work('2 files moved to “Duplicates”.')).toBeVisible();
  await expect(page.getByText('2 files have copies')).toBeVisible();
  await expect(group.getByRole('button', { name: 'Move 0 copies' })).toBeDisabled();
  await page.getByRole('button', { name: 'Move 1 extra copy' }).click();
  await expect(page.getByText('1 file has copies')).toBeVisible();
  // Until the page has heard of its end, the work before it is offered for undoing.
  await expect(work('1 file moved to “Duplicates”.')).toBeVisible();

  const { folders } = await client.folders.list('0', { onlyFolders: true });
  const folderId = folders.find(({ name }) => name === 'Duplicates')?.folderId ?? '';
  expect(await filesIn(folderId)).toHaveLength(3);
  await page.getByRole('button', { name: /^Undo: / }).click();
  await expect(work('1 file moved back.')).toBeVisible();
  expect(await filesIn(folderId)).toHaveLength(2);
});
