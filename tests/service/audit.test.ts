import { expect, test } from 'vitest';
import { KEY, OTHER_KEY, testService, upload } from './helpers.ts';

test('every API request is recorded with its outcome', async () => {
  const { call, admin } = await testService();
  const before = Date.now();
  await call('folder/create', { name: 'Films' });
  await call('folder/create', {}, OTHER_KEY);
  await call('account/info', {}, 'nobodys-key');
  const entries = await admin.audit();
  expect(entries).toMatchObject([
    {
      method: 'GET',
      path: '/api/folder/create',
      endpoint: '/api/folder/create',
      account: 'one@example.org',
      query: { name: 'Films' },
      outcome: 'answered',
      httpStatus: 200,
      status: 200,
      fault: null,
      effect: true,
    },
    { account: 'two@example.org', status: 400, effect: false },
    { account: null, status: 403, effect: false },
  ]);
  for (const { at } of entries) {
    expect(at).toBeGreaterThan(before - 1);
    expect(at).toBeLessThan(Date.now() + 1);
  }
});

test('contains no key and no upload address', async () => {
  const { url, admin } = await testService();
  await upload(url, 'a.bin', 'bytes');
  await fetch(`${url}/api/account/info?key=${KEY}&KEY=x&api_key=${OTHER_KEY}`);
  await fetch(`${url}/api/account/info?%6Bey=${KEY}`);
  const audit = JSON.stringify(await admin.audit());
  expect(audit).not.toContain(KEY);
  expect(audit).not.toContain(OTHER_KEY);
  expect(audit).toContain('"/upload"');
  expect(audit).not.toMatch(/"\/upload\/\w/);
});

test('names the fields of an upload’s form', async () => {
  const { url, admin } = await testService();
  await upload(url, 'a.bin', 'bytes');
  const uploads = (await admin.audit()).filter(({ endpoint }) => endpoint === '/upload');
  expect(uploads).toMatchObject([{ account: 'one@example.org', query: {}, form: ['api_key', 'file'] }]);
});

test('can be limited in time, and cleared', async () => {
  const { call, admin } = await testService();
  await call('account/info');
  const [first] = await admin.audit();
  await call('urlupload/slots');
  expect(await admin.audit(first?.at)).toMatchObject([{ endpoint: '/api/urlupload/slots' }]);
  await admin.clearAudit();
  expect(await admin.audit()).toEqual([]);
});

test('contains page requests, but no calls to /admin', async () => {
  const { url, admin } = await testService();
  await admin.settings();
  await fetch(`${url}/e/nosuchcode?c1_label=x`);
  expect(await admin.audit()).toMatchObject([
    { endpoint: '/e', path: '/e/nosuchcode', query: { c1_label: 'x' }, httpStatus: 404, status: null },
  ]);
});

test('has times with a resolution below a millisecond', async () => {
  const { call, admin } = await testService();
  await Promise.all(Array.from({ length: 20 }, () => call('urlupload/slots')));
  const times = (await admin.audit()).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.some((at) => !Number.isInteger(at))).toBe(true);
});
