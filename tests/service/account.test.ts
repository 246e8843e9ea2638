import { describe, expect, test } from 'vitest';
import { dateTime, day } from '../../service/src/date-time.ts';
import { KEY, OTHER_KEY, testService, upload } from './helpers.ts';

const today = () => day(Date.now() / 1000);

describe('keys', () => {
  test.each([
    ['none', {}, 400, 'Invalid key'],
    ['an empty one', { key: '' }, 400, 'Invalid key'],
    ['a malformed one', { key: "' OR 1=1 --" }, 400, 'Invalid key'],
    ['one that is nobody’s', { key: 'nobodys-key' }, 403, 'Wrong auth'],
  ])('%s: an envelope with the error, inside HTTP 200', async (_, params, status, msg) => {
    const { url } = await testService();
    const response = await fetch(`${url}/api/account/info?${new URLSearchParams(params)}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ msg, server_time: expect.any(String), status });
  });

  test('a key of another account, or a changed one, is refused when the account is created', async () => {
    const { service } = await testService();
    expect(() => service.createAccount({ email: 'three@example.org', key: KEY })).toThrow(
      'This key belongs to another account',
    );
    expect(() => service.createAccount({ email: 'one@example.org', key: 'other' })).toThrow('another key');
    expect(() => service.createAccount({ email: 'nobody', key: 'some-key' })).toThrow('not an email');
    expect(() => service.createAccount({ email: 'three@example.org', key: 'a b' })).toThrow(
      'A key must have',
    );
    expect(service.createAccount({ email: 'one@example.org' })).toEqual({
      email: 'one@example.org',
      key: KEY,
    });
  });
});

test('used storage is counted per file and account, until none is left', async () => {
  const { call, url, service } = await testService({ quotaBytes: 100 });
  const info = async (key = KEY) => (await call('account/info', {}, key)).body.result;
  expect(await info()).toMatchObject({ email: 'one@example.org', storage_used: '0', storage_left: 100 });
  const { result } = await upload(url, 'a.bin', 'x'.repeat(60));
  expect(await info()).toMatchObject({ storage_used: '60', storage_left: 40 });
  expect(await info(OTHER_KEY)).toMatchObject({ storage_used: '0', storage_left: 100 });
  await call('file/clone', { file_code: result[0].filecode }, OTHER_KEY);
  expect(await info(OTHER_KEY)).toMatchObject({ storage_used: '60', storage_left: 40 });
  service.settings.quotaBytes = 10;
  expect(await info()).toMatchObject({ storage_used: '60', storage_left: 0 });
});

describe('reports', () => {
  test('count views and downloads, which earn', async () => {
    const { call, url } = await testService();
    const { result } = await upload(url, 'a.bin', 'bytes');
    const code = result[0].filecode;
    await fetch(`${url}/e/${code}`);
    await fetch(`${url}/e/${code}`);
    await fetch(`${url}/e/${code}`, { method: 'HEAD' });
    await fetch(`${url}/file/${code}?download=1`);
    await fetch(`${url}/file/${code}?download=1`, { method: 'HEAD' });
    await fetch(`${url}/file/${code}?download=1`, { headers: { range: 'bytes=2-' } });
    const { body } = await call('account/stats', { last: '1' });
    const profit = { profit_views: '0.00100', profit_total: '0.00120' };
    expect(body.result).toEqual([{ day: today(), views: '2', downloads: '1', ...profit }]);
    expect((await call('account/info')).body.result.balance).toBe('0.00120');
    const [info] = (await call('file/info', { file_code: code })).body.result;
    expect(info).toMatchObject({ views: '2', last_view: expect.stringMatching(/^\d{4}-/) });
  });

  test.each([
    [{ from_date: '2026-02-27', to_date: '2026-03-01' }, ['2026-02-27', '2026-02-28', '2026-03-01']],
    [{ to_date: '2026-01-01', last: '2' }, ['2025-12-31', '2026-01-01']],
    [{ from_date: '2026-03-02', to_date: '2026-03-01' }, []],
  ])('accept the range %j', async (params, days) => {
    const { call } = await testService();
    const { body } = await call('account/stats', params);
    expect(body.result.map((entry: { day: string }) => entry.day)).toEqual(days);
  });

  test.each([
    { from_date: 'yesterday' },
    { to_date: '2026-02-30' },
    { from_date: '1900-01-01' },
    { last: '3661' },
    { last: '900000000000000' },
  ])('reject the range %j', async (params) => {
    const { call } = await testService();
    expect((await call('account/stats', params)).body.status).toBe(400);
  });
});

test('takedowns are listed in pages, newest first, and their files are no longer served', async () => {
  const { call, url, admin } = await testService();
  const codes: string[] = [];
  for (const name of ['a.bin', 'b.bin']) codes.push((await upload(url, name, name)).result[0].filecode);
  for (const code of codes) await admin.takeDown(code);
  const { body } = await call('dmca/list');
  expect(body.result.map((entry: { file_code: string }) => entry.file_code)).toEqual(codes.toReversed());
  expect((await call('dmca/list', { per_page: '1', page: '2' })).body.result).toMatchObject([
    { file_code: codes[0] },
  ]);
  expect((await call('dmca/list', {}, OTHER_KEY)).body.result).toEqual([]);
  expect((await fetch(`${url}/e/${codes[0]}`)).status).toBe(451);
  expect((await fetch(`${url}/file/${body.result[1].protected_download}`)).status).toBe(451);
  expect((await call('file/check', { file_code: codes.join(',') })).body.result[0].status).toBe('Disabled');
  expect((await call('file/clone', { file_code: codes[0] ?? '' })).body.status).toBe(404);
});

test('takedowns: per_page has a maximum', async () => {
  const { call } = await testService();
  expect((await call('dmca/list', { per_page: '10001' })).body).toMatchObject({
    status: 400,
    msg: 'At most 10000 takedowns a page',
  });
});

test('serverTimeOffset changes the service’s clock but no dates of files', async () => {
  const { call, url, service } = await testService();
  await upload(url, 'a.bin', 'bytes');
  const dates = async () => {
    const { body } = await call('file/list');
    return { server: body.server_time, file: body.result.files[0].uploaded };
  };
  const before = await dates();
  service.settings.serverTimeOffset = 7200;
  const after = await dates();
  expect(after.file).toBe(before.file);
  expect(Date.parse(after.server) - Date.parse(before.server)).toBeGreaterThanOrEqual(7_200_000);
  expect(dateTime(0)).toBe('1970-01-01 00:00:00');
});
