import { expect, message, row, test } from '../harness/files.ts';

test('the filter finds files not viewed for long, and the background reads their details', {
  tag: '@all',
}, async ({ library, openManager, admin }) => {
  const files = await library.filesIn('0');
  const [fresh, stale, never, ...others] = files;
  if (!fresh || !stale || !never) throw new Error('The root has too few files.');
  const { files: all } = await library.client.files.list({ perPage: 200 });
  for (const { fileCode } of all)
    await admin.setFileAge(fileCode, { uploadedDaysAgo: 200, viewedDaysAgo: 3 });
  await admin.setFileAge(stale.fileCode, { viewedDaysAgo: 70 });
  await admin.setFileAge(never.fileCode, { viewedDaysAgo: null });
  const page = await openManager();
  await expect(page.getByRole('columnheader', { name: 'Last viewed' })).toHaveCount(0);

  const infoRequests = async () =>
    (await library.requests()).filter(({ endpoint }) => endpoint === '/api/file/info').length;
  const before = await infoRequests();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find unviewed files…' }).click();
  await expect(page.getByLabel('Not viewed for')).toHaveValue('60');
  // Never viewed files come first. Nothing is unknown, because everything has been read.
  const rows = page.locator('tr[data-kind="file"]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(never.title);
  await expect(rows.first()).toContainText('Never');
  await expect(rows.last()).toContainText(stale.title);
  await expect(page.getByText('Never viewed: 1', { exact: true })).toBeVisible();
  expect((await infoRequests()) - before).toBe(Math.ceil(all.length / 50));

  await page.getByLabel('Not viewed for').selectOption('Never viewed');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Not viewed for').selectOption('Custom…');
  await page.getByRole('textbox', { name: 'Days' }).fill('3');
  await page.getByRole('textbox', { name: 'Days' }).press('Enter');
  await expect(rows.first()).toContainText('Never');
  await expect(page.locator('.files-counts')).toHaveText(`${all.length} files`);

  await admin.setFileAge(fresh.fileCode, { viewedDaysAgo: 1 });
  await page.getByLabel('Not viewed for').selectOption('Any');
  const search = page.getByRole('searchbox', { name: 'Search files' });
  await search.fill(fresh.title);
  await row(page, fresh.title).focus();
  await page.keyboard.press('Alt+Enter');
  // The details' date also appears in the list.
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText('Last viewed')).toBeVisible();
  await page.keyboard.press('Escape');
  await search.fill('');
  await page.getByRole('columnheader', { name: 'Last viewed' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Last viewed' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(rows.first()).toContainText(fresh.title);
  expect(others.length).toBeGreaterThan(0);
});

test('files that the host may soon delete cause a notice, until it is dismissed or they are viewed', {
  tag: '@all',
}, async ({ extension, installed, library, openManager, admin }) => {
  const { files: all } = await library.client.files.list({ perPage: 200 });
  for (const { fileCode } of all)
    await admin.setFileAge(fileCode, { uploadedDaysAgo: 200, viewedDaysAgo: 3 });
  const [one, other] = all;
  for (const file of [one, other]) await admin.setFileAge(file?.fileCode ?? '', { viewedDaysAgo: 58 });
  await (await openManager()).close();

  const page = await extension.open('manager.html#account');
  const card = page.getByRole('listitem').filter({ has: page.getByText('Current', { exact: true }) });
  await card.getByRole('checkbox', { name: /deletes files that nobody views/ }).click();
  await expect(card.getByText(/2 files may soon be deleted/)).toBeVisible();
  const notice = page.locator('.manager-notices .notice').filter({ hasText: 'may soon be deleted' });
  await expect(notice).toBeVisible();

  await notice.getByRole('button', { name: 'Show files' }).click();
  await expect(page).toHaveURL(/#files\?.*unviewed=53/);
  const rows = page.locator('tr[data-kind="file"]');
  await expect(rows).toHaveCount(2);

  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(notice).toHaveCount(0);
  const third = all.at(2)?.fileCode ?? '';
  await admin.setFileAge(third, { viewedDaysAgo: 59 });
  await message(installed.optionsPage, 'files.details', { accountId: library.id, fileCode: third });
  await expect(notice).toContainText('3 files may soon be deleted');

  // Viewed meanwhile: the count updates without a reload. Fewer files than when dismissed don't bring the notice back.
  for (const file of [one, other]) {
    const fileCode = file?.fileCode ?? '';
    await admin.setFileAge(fileCode, { viewedDaysAgo: 0 });
    await message(installed.optionsPage, 'files.details', { accountId: library.id, fileCode });
  }
  await expect(rows).toHaveCount(1);
  await expect(notice).toHaveCount(0);

  await page.goto(extension.url('manager.html#account'));
  await card.getByRole('textbox', { name: 'Days without a view' }).fill('0');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Enter a whole number from 1 to 3,650.')).toBeVisible();
  await card.getByRole('textbox', { name: 'Days without a view' }).fill('90');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('No files are about to be deleted.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await card.getByRole('checkbox', { name: /deletes files that nobody views/ }).click();
  await expect(card.getByText('No files are about to be deleted.')).toHaveCount(0);
});
