/** What people come to Files for, in as few clicks and keys as it takes. */
import { expect, names, pasted, row, test } from '../harness/files.ts';
import { countInputs } from '../harness/inputs.ts';

test('a file found by a misspelt title, played where its poster was, its link copied', async ({
  extension,
  library: { filesIn, ids },
  openManager,
}) => {
  const [file] = await filesIn(ids.ferry);
  const title = file?.title ?? '';
  const word = title.split(' ').findLast((each) => each.length > 5) ?? '';
  const typo = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
  const page = await openManager();
  const inputs = await countInputs(page);
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search files' }).fill(title.replace(word, typo));
  await expect(page.getByText('Closest matches')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${title.slice(0, 8)}`));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Play “/ }).click();
  const frame = page.frameLocator('linkhaul-player iframe');
  await expect(frame.locator('video')).toBeVisible();
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText(/^Copied/)).toBeVisible();
  expect(await inputs()).toBeLessThanOrEqual(5);
  expect(await pasted(page)).toContain(file?.fileCode);
  expect(extension.problems).toEqual([]);
});

test('a folder’s files renamed and taken back, then moved', { tag: '@drag' }, async ({
  library: { filesIn, ids },
  openManager,
}) => {
  const before = (await filesIn(ids.ferry)).map(({ title }) => title);
  const page = await openManager(`/${ids.ferry}`);
  const titles = async () => (await filesIn(ids.ferry)).map(({ title }) => title);
  const inputs = await countInputs(page);
  await page.getByRole('checkbox', { name: 'Select all listed files' }).click();
  await page.getByRole('button', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'New title' }).fill('Ferry {n:3}');
  await page.getByRole('button', { name: /^Rename \d+ files/ }).click();
  const work = page.getByRole('region', { name: 'Work on files' });
  await expect(work.getByText(`${before.length} files renamed.`)).toBeVisible({ timeout: 30_000 });
  expect((await titles()).toSorted()[0]).toBe('Ferry 001');
  await page.keyboard.press('Control+z');
  await expect.poll(titles, { timeout: 30_000 }).toEqual(before);
  await expect(row(page, before[0] ?? '')).toBeVisible();
  expect(await inputs()).toBeLessThanOrEqual(4);

  await row(page, before[0] ?? '').dragTo(page.getByRole('treeitem', { name: names.orchard }));
  await expect
    .poll(async () => (await filesIn(ids.ferry)).length, { timeout: 30_000 })
    .toBeLessThan(before.length);
});
