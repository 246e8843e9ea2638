import { expect, test } from 'vitest';
import { testService } from './helpers.ts';

test('creates an account of the given size, the same for the same seed, which plays', async () => {
  const titles = async () => {
    const { service, call, url } = await testService();
    await service.seed({ account: 'one@example.org', files: 500, folders: 20 });
    const { result } = (await call('file/list', { per_page: '200' })).body;
    expect(result).toMatchObject({ results_total: '500', total_pages: 3 });
    const root = (await call('folder/list', { fld_id: '0' })).body.result;
    expect(root.folders.length).toBeGreaterThan(3);
    expect(root.folders.length).toBeLessThan(20);
    const clip = await fetch(`${url}/file/${result.files[7].file_code}`);
    expect((await clip.arrayBuffer()).byteLength).toBe(108_248);
    expect(Number((await call('account/info')).body.result.storage_used)).toBeGreaterThan(500 * 5000);
    expect(result.files.some((file: { views: string }) => Number(file.views) > 0)).toBe(true);
    expect((await call('account/stats')).body.result[0].profit_total).not.toBe('0.00000');
    const names = root.files.map((file: { title: string }) => file.title);
    return names.toSorted();
  };
  const first = await titles();
  expect(first.length).toBeGreaterThan(5);
  expect(await titles()).toEqual(first);
});

test('creates 100,000 files in 2,000 folders, which are listed, searched and counted', {
  timeout: 60_000,
}, async () => {
  const { admin, call, service } = await testService();
  await admin.seed({ account: 'many@example.org', files: 100_000, folders: 2000 });
  const key = service.accounts().find(({ email }) => email === 'many@example.org')?.key ?? '';
  const last = (await call('file/list', { per_page: '200', page: '500' }, key)).body.result;
  expect(last).toMatchObject({ results_total: '100000', total_pages: 500, results: 200 });
  const found = (await call('search/videos', { search_term: 'bergen amber' }, key)).body.result;
  expect(found.length).toBe(200);
  for (const { title } of found) expect(title).toMatch(/^amber .*Bergen/);
  expect((await call('account/info', {}, key)).body.result.storage_left).toBeGreaterThan(0);
});

test('creates takedowns among the files', async () => {
  const { admin, call } = await testService();
  await admin.seed({ account: 'one@example.org', files: 6, folders: 0, takedowns: 4 });
  const { result } = (await call('dmca/list')).body;
  expect(result).toHaveLength(4);
  expect((await call('file/check', { file_code: result[0].file_code })).body.result[0].status).toBe(
    'Disabled',
  );
  const more = admin.seed({ account: 'one@example.org', files: 1, folders: 0, takedowns: 2 });
  await expect(more).rejects.toThrow('must not be more than');
});

test('rejects invalid numbers', async () => {
  const { service } = await testService();
  await expect(service.seed({ account: 'one@example.org', files: -1, folders: 0 })).rejects.toThrow(
    RangeError,
  );
  await expect(service.seed({ account: 'one@example.org', files: 1.5, folders: 0 })).rejects.toThrow(
    RangeError,
  );
});

test('ages: of all seeded files, or of one', async () => {
  const { admin, call, service } = await testService();
  const info = async (file_code: string) => {
    const [{ uploaded, last_view }] = (await call('file/info', { file_code })).body.result;
    const daysSince = (text: string) => (Date.now() - Date.parse(`${text.replace(' ', 'T')}Z`)) / 86_400_000;
    return [uploaded, last_view].map((text) => text && Math.round(daysSince(text)));
  };
  const account = 'one@example.org';
  await admin.seed({ account, files: 1, folders: 0, uploadedDaysAgo: 200, viewedDaysAgo: 70 });
  await admin.seed({ account, files: 1, folders: 0, uploadedDaysAgo: 90, viewedDaysAgo: null });
  const [first = '', second = ''] = (await admin.files(account)).map(({ fileCode }) => fileCode);
  expect([await info(first), await info(second)]).toEqual([
    [200, 70],
    [90, ''],
  ]);
  await admin.setFileAge(first, { viewedDaysAgo: 3 });
  service.setFileAge(second, { uploadedDaysAgo: 1.2, viewedDaysAgo: 0 });
  expect([await info(first), await info(second)]).toEqual([
    [200, 3],
    [1, 0],
  ]);
  await admin.setFileAge(first, { viewedDaysAgo: null });
  expect(await info(first)).toEqual([200, '']);
  await expect(admin.setFileAge(first, { uploadedDaysAgo: -1 })).rejects.toThrow('a number of days');
  await expect(admin.setFileAge('nothing', {})).rejects.toThrow('no such file');
});

test('a seeded file was viewed after its upload, unless it has no views', async () => {
  const { admin, call } = await testService();
  await admin.seed({ account: 'one@example.org', files: 50, folders: 0 });
  const codes = (await admin.files('one@example.org')).map(({ fileCode }) => fileCode);
  const { result } = (await call('file/info', { file_code: codes.join() })).body;
  for (const { uploaded, last_view, views } of result) {
    if (views === '0') expect(last_view).toBe('');
    else expect(last_view >= uploaded).toBe(true);
  }
});
