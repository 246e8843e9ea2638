import type { Page } from '@playwright/test';
import { expect, focused, type Library, names, pasted, press, test } from '../harness/files.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search files' });
const counts = (page: Page) => page.locator('.files-counts');
const files = (page: Page) => page.locator('[data-kind="file"]');
const found = (page: Page) => page.locator('[data-kind="found"]');

/** The catalog was read before. */
async function addFile({ client, ids, filesIn }: Library, title: string): Promise<string> {
  const [any] = await filesIn(ids.ferry);
  const { fileCode } = await client.files.clone(any?.fileCode ?? '', { folderId: ids.orchard });
  await client.files.rename(fileCode, title);
  return fileCode;
}

test('the address follows the search, for Back and Forward, and overwrites no other address', {
  tag: '@all',
}, async ({ openManager }) => {
  const page = await openManager('/0');
  await press(page, '/');
  await page.keyboard.type('canal');
  await expect(page).toHaveURL(/#files\/0\?q=canal$/);
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/#files\/0$/);
  await page.goForward();
  await expect(search(page)).toHaveValue('canal');
  // Each is a history entry, even if the next one is visited before its address was written.
  const all = page
    .getByRole('navigation', { name: 'Current folder' })
    .getByRole('link', { name: 'All files' });
  await search(page).focus();
  await page.keyboard.type('s');
  await all.click();
  await expect(search(page)).toHaveValue('');
  await page.keyboard.press('/');
  await page.keyboard.type('x');
  await page.getByRole('treeitem', { name: 'My files' }).click();
  await expect(page).toHaveURL(/#files\/0$/);
  for (const text of ['x', '', 'canals', '']) {
    await page.goBack();
    await expect(search(page)).toHaveValue(text);
  }
  await expect(page).toHaveURL(/#files\/0$/);

  await search(page).fill('meadow');
  // The page is busy until the text is due. The event of the new address comes after that.
  await page.evaluate(() => {
    const end = performance.now() + 500;
    while (performance.now() < end);
    location.hash = '#activity';
  });
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeAttached();
  await expect(page).toHaveURL(/#activity$/);
});

test('results from the service are appended without moving rows, and can be used', {
  tag: '@drag',
}, async ({ library, openManager, admin }) => {
  const { client, service, ids } = library;
  const page = await openManager();
  const code = await addFile(library, 'Zanzibar meadow');
  await admin.setFaults([{ endpoint: '/api/search/videos', kind: 'delay', ms: 1_000 }]);
  const places = async () =>
    files(page).evaluateAll((rows) =>
      rows.map((each) => [each.textContent, each.getBoundingClientRect().top]),
    );
  let before: unknown[] = [];
  try {
    // The service isn't asked before a pause in typing.
    await search(page).fill('meadow');
    before = await places();
    expect(before.length).toBeGreaterThan(1);
    await expect(page.getByText('1 more found by the service')).toBeVisible();
  } finally {
    await admin.clearFaults();
  }
  expect(await places()).toEqual(before);
  await expect(found(page)).toHaveCount(1);
  await expect(page.locator('tbody tr').last()).toContainText('Zanzibar meadow');
  await expect(page.getByText(`${before.length + 1} files found`)).toBeAttached();

  await press(page, 'ArrowDown', 'End');
  await expect(focused(page)).toHaveAccessibleName(/^Zanzibar meadow/);
  await press(page, 'Control+c');
  await expect(page.getByText('1 link copied.')).toBeVisible();
  await expect.poll(() => pasted(page)).toBe(`${service.url}/d/${code}`);
  await press(page, 'Alt+Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Last viewed')).toBeVisible();
  await expect(details.locator('code')).toHaveText(code);
  await press(page, 'Escape');

  await press(page, 'F2');
  await page.keyboard.type('Timbuktu meadow');
  await press(page, 'Enter');
  await expect(page.getByRole('region', { name: 'File operations' })).toContainText('1 file renamed.');
  await expect(focused(page)).toHaveAccessibleName(/^Timbuktu meadow/);
  expect((await client.files.info([code]))[0]).toMatchObject({ title: 'Timbuktu meadow' });

  await found(page).dragTo(page.getByRole('treeitem', { name: names.ferry }));
  await expect(page.getByRole('region', { name: 'File operations' })).toContainText(
    new RegExp(`1 file moved from .* to “${names.ferry}”`),
  );
  expect((await library.filesIn(ids.ferry)).map(({ fileCode }) => fileCode)).toContain(code);
  // Now the catalog has it.
  await expect(found(page)).toHaveCount(0);
  await expect(files(page).filter({ hasText: 'Timbuktu meadow' })).toBeVisible();
});

test('results from the catalog stay, whatever the service responds', { tag: '@all' }, async ({
  library,
  openManager,
  admin,
}) => {
  const page = await openManager();
  const endpoint = '/api/search/videos';
  const said = (result: unknown) => ({
    endpoint,
    times: 1,
    kind: 'envelope' as const,
    envelope: { msg: 'OK', server_time: '2026-11-21 12:00:00', status: 200, result },
  });
  const hostile = {
    file_code: 'x'.repeat(9),
    title: '<img src=x onerror=alert(1)>',
    fld_id: { a: 1 },
    length: '-5',
  };
  const answers: readonly [string, ReturnType<typeof said>][] = [
    ['meadow', said('true')],
    ['valley', said({})],
    ['bridge', said([null, 7, 'x', {}, { title: 'no code' }])],
    ['lantern', said({ files: [hostile, hostile] })],
    ['night', said(42)],
  ];
  await admin.setFaults([
    ...answers.map(([, rule]) => rule),
    { endpoint, times: 1, kind: 'html' },
    { endpoint, times: 1, kind: 'status', httpStatus: 500, body: '{"' },
  ]);
  const answered = async () =>
    (await library.requests()).filter((each) => each.endpoint === endpoint && each.outcome !== 'open').length;
  try {
    for (const word of [...answers.map(([each]) => each), 'harbour', 'canal']) {
      const before = await answered();
      await search(page).fill(word);
      const shown = await files(page).allTextContents();
      expect(shown.length, word).toBeGreaterThan(0);
      await expect.poll(answered, word).toBe(before + 1);
      await expect(counts(page)).not.toContainText('searching the service too…');
      expect(await files(page).allTextContents(), word).toEqual(shown);
      expect(await found(page).count(), word).toBe(word === 'lantern' ? 1 : 0);
    }
    await expect(counts(page)).toContainText('the service’s search isn’t responding');
  } finally {
    await admin.clearFaults();
  }
});
