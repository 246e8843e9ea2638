/** Links of files: copied in every format, and pasted ones cloned. */
import type { Page } from '@playwright/test';
import { expect, names, pasted, press, row, test } from '../harness/files.ts';

test('links are copied in each format, and what is copied can be pasted', async ({
  extension,
  openManager,
  library: { client, service, ids, filesIn },
}) => {
  const [one, two] = await filesIn(ids.ferry);
  const hostile = 'A [b] <c> & "d", *e*';
  await client.files.rename(one?.fileCode ?? '', hostile);
  const page = await openManager(`/${ids.ferry}`);
  const [a, b] = [one, two].map((file) => `${service.url}/d/${file?.fileCode}`);
  const title = two?.title;

  await row(page, hostile).focus();
  await press(page, 'Control+c');
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await pasted(page)).toBe(a);

  await press(page, 'Shift+ArrowDown');
  const dialog = page.getByRole('dialog', { name: 'Copy links: 2 files' });
  const copied = async (format: string, address = 'Download page', prepare?: () => Promise<void>) => {
    // What was said of the copy before would prove nothing of this one.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Copied.')).toHaveCount(0);
    await row(page, title ?? '').focus();
    await press(page, 'Control+c');
    await dialog.getByLabel(format, { exact: true }).check();
    // The browser remembers which was chosen last, also when it was in another run of this test.
    await dialog.getByLabel(address, { exact: true }).check();
    await prepare?.();
    await dialog.getByRole('button', { name: 'Copy 2 links' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Copied.')).toBeVisible();
    return pasted(page);
  };
  expect(await copied('Addresses')).toBe(`${a}\n${b}`);
  expect(await copied('Titles and addresses')).toBe(`${hostile}\n${a}\n\n${title}\n${b}`);
  expect(await copied('Markdown')).toBe(`- [A \\[b\\] \\<c\\> \\& "d", \\*e\\*](${a})\n- [${title}](${b})`);
  expect(await copied('HTML')).toBe(
    `<ul>\n  <li><a href="${a}">A [b] &lt;c&gt; &amp; &quot;d&quot;, *e*</a></li>\n  <li><a href="${b}">${title}</a></li>\n</ul>`,
  );
  expect(await copied('BBCode')).toBe(`[url=${a}]A (b) <c> & "d", *e*[/url]\n[url=${b}]${title}[/url]`);
  const [head, first, second] = (await copied('Table (CSV)')).split('\n');
  expect(head).toBe('title,url,embed,code,folder,length,size,views,uploaded');
  const embed = `${service.url}/e/${one?.fileCode}`;
  expect(first).toContain(
    `"A [b] <c> & ""d"", *e*",${a},${embed},${one?.fileCode},${names.ferry},${one?.length},`,
  );
  expect(second).toContain(`${title},${b},`);
  const own = await copied('Custom', 'Player', () =>
    dialog.getByLabel('Custom format').fill('{code} = {title} ({seconds} s, {folder})'),
  );
  expect(own).toBe(
    [one, two]
      .map(
        (file, at) => `${file?.fileCode} = ${at === 0 ? hostile : title} (${file?.length} s, ${names.ferry})`,
      )
      .join('\n'),
  );
  expect(extension.problems).toEqual([]);
});

/** What is said of work on files. */
const work = (page: Page, said: string) =>
  page.getByRole('region', { name: 'File operations' }).getByText(said);

async function openClone(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Clone files from links…' }).click();
  return page.getByRole('dialog', { name: 'Clone files' });
}

test('clones a file by its code and a list by addresses, and reports an invalid line', async ({
  extension,
  openManager,
  service,
  library: { ids, filesIn },
}) => {
  const before = await filesIn(ids.orchard);
  const [mine, another] = await filesIn(ids.ferry);
  const page = await openManager(`/${ids.orchard}`);

  let dialog = await openClone(page);
  await dialog.getByLabel('File codes or links').fill(mine?.fileCode ?? '');
  await expect(dialog.getByText('1 file found')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clone 1 file' }).click();
  await expect(work(page, `1 file cloned into ${names.orchard}.`)).toBeVisible();
  await expect(row(page, mine?.title ?? '')).toBeVisible();

  dialog = await openClone(page);
  const lines = [
    `${service.url}/d/${another?.fileCode}`,
    'this is no file at all',
    `See ${service.url}/e/${mine?.fileCode}?c1_label=x`,
    `${another?.fileCode}`,
    'nosuchfile99',
  ];
  await dialog.getByLabel('File codes or links').fill(lines.join('\n'));
  await expect(dialog.getByText('3 files found')).toBeVisible();
  await expect(dialog.getByText('1 repeated, cloned once')).toBeVisible();
  await expect(dialog.getByText('1 line couldn’t be read')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toHaveText(/this is no file at all.*no file in line 2/);
  await extension.screenshot(page, 'clone');
  await dialog.getByRole('button', { name: 'Clone 3 files' }).click();
  await expect(work(page, '1 file couldn’t be changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('nosuchfile99');
  await press(page, 'Escape');

  const codes = new Set(before.map(({ fileCode }) => fileCode));
  const copies = (await filesIn(ids.orchard)).filter(({ fileCode }) => !codes.has(fileCode));
  expect(copies.map(({ title }) => title).sort()).toEqual(
    [mine, mine, another].map((file) => file?.title).sort(),
  );
  await expect(page.locator('.files-counts')).toHaveText(`${before.length + 3} files`);
  expect(extension.problems).toEqual([]);
});
