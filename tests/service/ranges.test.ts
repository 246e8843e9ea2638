import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseRange } from '../../service/src/pages/bytes.ts';
import { testService, upload } from './helpers.ts';

describe('parseRange', () => {
  test.each([
    [undefined, 'whole'],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=10-', { start: 10, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=999-999', { start: 999, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
  ])('%s of 1000 bytes', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });

  test('of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable');
  });
});

async function clip() {
  const { url } = await testService();
  const content = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
  const { result } = await upload(url, 'Clip "№ 1".webm', content);
  const address = `${url}/file/${result[0].filecode}`;
  const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(address, { headers, method });
  return { address, content, get };
}

test('the whole file has the headers that players need', async () => {
  const { get, content } = await clip();
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': String(content.length),
    'content-type': 'video/webm',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  expect(response.headers.get('content-disposition')).toMatch(
    /^inline; filename="Clip .*\.webm"; filename\*=UTF-8''Clip%20%22/,
  );
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
});

test('the parts of a file are the whole file', async () => {
  const { get, content } = await clip();
  const parts: Buffer[] = [];
  for (let start = 0; start < content.length; start += 50_000) {
    const response = await get({ range: `bytes=${start}-${start + 49_999}` });
    const end = Math.min(start + 49_999, content.length - 1);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${content.length}`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    parts.push(Buffer.from(await response.arrayBuffer()));
  }
  expect(Buffer.concat(parts).equals(content)).toBe(true);
});

test('a range outside of the file is rejected', async () => {
  const { get, content } = await clip();
  const response = await get({ range: `bytes=${content.length}-` });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe(`bytes */${content.length}`);
});

test('HEAD: the same headers without a body', async () => {
  const { get, content } = await clip();
  const response = await get({}, 'HEAD');
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(content.length)]);
  const part = await get({ range: 'bytes=0-9' }, 'HEAD');
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
  expect(await part.text()).toBe('');
});

test('ETag: 304 for the same content; a range only of the same content', async () => {
  const { get } = await clip();
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^".+"$/);
  expect((await get({ 'if-none-match': `"other", ${etag}` })).status).toBe(304);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
});

test('as a download: an attachment with the title', async () => {
  const { address } = await clip();
  const response = await fetch(`${address}?download=1`);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
  await response.body?.cancel();
});

test.each([
  ['page.html', '<script>alert(1)</script>'],
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['list.m3u8', '#EXTM3U\n/etc/passwd'],
])('%s is never shown on this origin, only downloaded', async (name, content) => {
  const { url } = await testService();
  const { result } = await upload(url, name, content);
  const { headers } = await fetch(`${url}/file/${result[0].filecode}`);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox/);
});

test('an empty file is served', async () => {
  const { url } = await testService();
  const { result } = await upload(url, 'empty.bin', '');
  const response = await fetch(`${url}/file/${result[0].filecode}`);
  expect([response.status, await response.text()]).toEqual([200, '']);
});
