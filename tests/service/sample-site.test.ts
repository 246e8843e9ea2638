import { expect, test } from 'vitest';
import { fetchInto, testService, testSite } from './helpers.ts';

test('every link of the page has the described behaviour', async () => {
  const site = await testSite();
  const page = await (await fetch(site)).text();
  const links = [...page.matchAll(/(?:href|src|poster)="(\/[^"]*)"/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(8);
  for (const path of new Set(links)) {
    const response = await fetch(site + path, { method: 'HEAD' });
    expect([path, response.status]).toEqual([path, path === '/gone.webm' ? 404 : 200]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
  for (const [address] of page.matchAll(/http:\/\/127\.0\.0\.1:\d+\/[^\s,<]+/g)) {
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
  }
  expect(page).not.toContain('{origin}');
});

test('its clip plays with a known length', async () => {
  const { call } = await testService();
  const site = await testSite();
  const code = await fetchInto(call, `${site}/moved`);
  const [info] = (await call('file/info', { file_code: code })).body.result;
  expect(info).toMatchObject({ canplay: 1, length: '5', size: '108248' });
});

test('serves any number of bytes, and no other files', async () => {
  const site = await testSite();
  expect((await (await fetch(`${site}/big/100001.bin`)).arrayBuffer()).byteLength).toBe(100_001);
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/README.md',
    '/constructor',
    '/big/x.bin',
  ]) {
    expect((await fetch(site + path)).status).toBe(404);
  }
  expect((await fetch(site, { method: 'POST' })).status).toBe(405);
});
