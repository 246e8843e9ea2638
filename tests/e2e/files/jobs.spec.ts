/** What people come to Files for, in as few clicks and keys as it takes. */
import { expect, names, pasted, test } from '../harness/files.ts';
import { countInputs } from '../harness/inputs.ts';

test('finds a file by a misspelt title, plays it and copies its link', async ({
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

test.describe('an account of 200 files', () => {
  test.use({ size: { files: 200, folders: 6 } });

  test('renames all and undoes it, then moves 50', { tag: '@drag' }, async ({
    extension,
    library: { client, filesIn, ids },
    openManager,
  }) => {
    // 450 changes at ten a second.
    test.setTimeout(120_000);
    const done = { timeout: 50_000 };
    const readTitles = async () => {
      const titles: string[] = [];
      for await (const { fileCode, title } of client.files.iterate({ perPage: 200 }))
        titles.push(`${fileCode} ${title}`);
      return titles;
    };
    const before = await readTitles();
    const inOrchard = (await filesIn(ids.orchard)).length;
    const page = await openManager();
    const work = page.getByRole('region', { name: 'File operations' });
    const inputs = await countInputs(page);
    await page.getByRole('checkbox', { name: 'Select all listed files' }).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'New title' }).fill('Ferry {n:3}');
    await page.getByRole('button', { name: `Rename ${before.length} files` }).click();
    await expect(work.getByText(`${before.length} files renamed.`)).toBeVisible(done);
    expect((await readTitles()).filter((each) => / Ferry \d{3}$/.test(each))).toHaveLength(before.length);
    await page.keyboard.press('Control+z');
    await expect(work.getByText(`${before.length} titles restored.`)).toBeVisible(done);
    expect(await readTitles()).toEqual(before);
    expect(await inputs()).toBeLessThanOrEqual(4);

    // The head is the first row.
    const fileRow = (number: number) => page.locator(`.file-list [aria-rowindex="${number + 1}"]`);
    await page.getByRole('button', { name: 'Deselect all' }).click();
    await fileRow(1).locator('.check').click();
    await page.locator('.file-list').evaluate((list) => list.scrollTo(0, list.scrollHeight / 5));
    await fileRow(50).click({ modifiers: ['Shift'] });
    await expect(page.getByText('50 selected')).toBeVisible();
    await fileRow(50).dragTo(page.getByRole('treeitem', { name: names.orchard }));
    // Whatever is there already is named, and the numbers add up.
    const staying = (await page.getByText(/^Already in Jávea orchard 3: /).textContent()) ?? '';
    const did = work.getByText(/^\d+ files moved to Jávea orchard 3\.$/);
    await expect(did).toBeVisible(done);
    const moved = Number.parseInt((await did.textContent()) ?? '', 10);
    expect(await filesIn(ids.orchard)).toHaveLength(inOrchard + moved);
    const named = staying.match(/“/g)?.length ?? 0;
    expect(moved + named + Number(/(\d+) more\.$/.exec(staying)?.[1] ?? 0)).toBe(50);
    expect(await inputs()).toBeLessThanOrEqual(8);
    expect(extension.problems).toEqual([]);
  });
});
