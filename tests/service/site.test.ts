import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, testService } from './helpers.ts';

/** A folder with a site in it, and a secret next to the site. */
async function siteFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const site = join(folder, 'site');
  await mkdir(join(site, 'more pages'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(site, 'index.html'), '<h1>Hello</h1>');
  await writeFile(join(site, 'a b.js'), 'let a;');
  await writeFile(join(site, 'thing.unknown'), '<script>');
  await writeFile(join(site, 'more pages', 'index.html'), 'more');
  await mkdir(join(folder, 'site-beside'));
  await writeFile(join(folder, 'site-beside', 'index.html'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(site, 'link.txt'));
  return site;
}

/** `fetch` would normalise the path before sending it. */
const raw = (url: string, path: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });

test('serves the pages of the folder', async () => {
  const { url } = await testService({ site: await siteFolder() });
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  expect(await get('/site/')).toEqual([200, 'text/html; charset=utf-8', '<h1>Hello</h1>']);
  expect(await get('/site/a%20b.js?v=2')).toEqual([200, 'text/javascript; charset=utf-8', 'let a;']);
  expect(await get('/site/thing.unknown')).toEqual([200, 'application/octet-stream', '<script>']);
  expect(await get('/site/more%20pages/')).toEqual([200, 'text/html; charset=utf-8', 'more']);
  expect(await get('/site/', { method: 'HEAD' })).toEqual([200, 'text/html; charset=utf-8', '']);
  expect((await get('/site/', { method: 'POST' }))[0]).toBe(404);
  expect((await get('/site/nothing'))[0]).toBe(404);
  expect((await get('/site/index.html/'))[0]).toBe(404);
  const moved = await fetch(`${url}/site/more%20pages?x=1`, { redirect: 'manual' });
  expect(moved.status).toBe(301);
  expect(moved.headers.get('location')).toBe('/site/more%20pages/?x=1');
  expect((await get('/'))[2]).toContain('href="/site/"');
});

test('serves nothing outside of the folder', async () => {
  const { url } = await testService({ site: await siteFolder() });
  const ways = [
    '/site/../secret.txt',
    '/site/%2e%2e/secret.txt',
    '/site/..%2fsecret.txt',
    '/site/%2e%2e%2fsecret.txt',
    '/site/..%5csecret.txt',
    '/site/more%20pages/..%2f..%2fsecret.txt',
    '/site/..%2fsite-beside%2findex.html',
    '/site/..%2fsite-beside/',
    '/site//../../secret.txt',
    '/site/link.txt',
    '/site/%00',
    '/site/%',
  ];
  for (const path of ways) {
    const { status, text } = await raw(url, path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('secret');
  }
});

test('is off without a folder', async () => {
  const { url } = await testService();
  expect((await fetch(`${url}/site/`)).status).toBe(404);
  expect(await (await fetch(url)).text()).not.toContain('/site/');
});
