import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { expectEventually, KEY, OTHER_KEY, testService, upload } from './helpers.ts';

const CLIP = new URL('../../service/sample/sample.webm', import.meta.url);

/** Sends a form to a new upload address. The caller decides the form and the query. */
async function post(
  call: Awaited<ReturnType<typeof testService>>['call'],
  fields: [string, string | Blob][],
  query = '',
) {
  const { body } = await call('upload/server');
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'file.bin');
  }
  const response = await fetch(body.result + query, { method: 'POST', body: form });
  return response.json();
}

const bytes = new Blob(['bytes']);

test('a clip is stored unchanged, and its type is detected', async () => {
  const { url } = await testService();
  const clip = await readFile(CLIP);
  const { result } = await upload(url, 'My_holiday.part.2.webm', clip);
  expect(result).toMatchObject([
    { title: 'My holiday part 2', size: '108248', length: '5', canplay: 1, status: 200 },
  ]);
  const [{ filecode, protected_dl: download }] = result;
  const stored = await fetch(`${url}/file/${filecode}`);
  expect(Buffer.from(await stored.arrayBuffer()).equals(clip)).toBe(true);
  expect(stored.headers.get('content-type')).toBe('video/webm');
  expect((await fetch(download)).status).toBe(200);
});

test('several files in one form return several entries', async () => {
  const { call } = await testService();
  const { result } = await post(call, [
    ['api_key', KEY],
    ['file', new Blob(['one'])],
    ['file', new Blob(['three'])],
  ]);
  expect(result.map((entry: { size: string }) => entry.size)).toEqual(['3', '5']);
});

test('a file name with a path is only a name', async () => {
  const { url } = await testService();
  const titles = [];
  for (const name of ['../../../etc/passwd', 'C:\\Users\\me\\film.mp4', 'наконец-то.mkv', '.webm']) {
    titles.push((await upload(url, name, 'bytes')).result[0].title);
  }
  expect(titles).toEqual(['passwd', 'film', 'наконец-то', 'untitled']);
});

test('an address can be used once', async () => {
  const { call } = await testService();
  const { body } = await call('upload/server');
  const send = async () => {
    const form = new FormData();
    form.set('api_key', KEY);
    form.set('file', bytes, 'file.bin');
    return (await fetch(body.result, { method: 'POST', body: form })).json();
  };
  expect(await send()).toMatchObject({ status: 200 });
  expect(await send()).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/already used or has expired/),
  });
});

test('an address expires', async () => {
  const { call } = await testService({ uploadAddressMs: -1000 });
  expect(await post(call, [['file', bytes]], `?${KEY}`)).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/has expired/),
  });
});

test.each([
  ['in the form', [['api_key', KEY]], '', 200],
  [
    'after the file',
    [
      ['file', bytes],
      ['api_key', KEY],
    ],
    '',
    200,
  ],
  ['bare in the query', [], `?${KEY}`, 200],
  ['in both', [['api_key', KEY]], `?${KEY}`, 200],
  ['nowhere', [], '', 400],
  ['of another account', [['api_key', OTHER_KEY]], '', 403],
  ['right in the form and wrong in the query', [['api_key', KEY]], `?${OTHER_KEY}`, 403],
] as [string, [string, string | Blob][], string, number][])(
  'the key %s',
  async (_, fields, query, status) => {
    const { call } = await testService();
    const withFile: typeof fields = fields.some(([name]) => name === 'file')
      ? fields
      : [...fields, ['file', bytes]];
    expect((await post(call, withFile, query)).status).toBe(status);
    expect((await call('file/list')).body.result.results).toBe(status === 200 ? 1 : 0);
  },
);

test('no file, too large a file, a full account: an error message, and nothing is stored', async () => {
  const { call, service } = await testService({ maxFileBytes: 4 });
  const send = () =>
    post(call, [
      ['api_key', KEY],
      ['file', bytes],
    ]);
  expect(await post(call, [['api_key', KEY]])).toMatchObject({ status: 400, msg: 'Missing parameter: file' });
  expect(await send()).toMatchObject({ status: 400, msg: 'The file is larger than 4 bytes' });
  service.settings.maxFileBytes = 5;
  expect(await send()).toMatchObject({ status: 200 });
  service.settings.quotaBytes = 9;
  expect(await send()).toMatchObject({ status: 400, msg: 'Not enough storage left' });
  expect((await call('file/list')).body.result.results).toBe(1);
});

test.each([
  ['no form', 'text/plain', 'bytes'],
  [
    'an incomplete form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\nbytes',
  ],
])('%s is rejected with a message', async (_, type, body) => {
  const { call } = await testService();
  const address = (await call('upload/server')).body.result;
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body });
  expect(await response.json()).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/could not be read/),
  });
});

test('a client that disconnects leaves nothing behind', async () => {
  const { call, admin } = await testService();
  const { body } = await call('upload/server');
  const sending = request(body.result, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
  });
  sending.once('error', () => {});
  sending.write(
    `--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(100_000)}`,
  );
  await expectEventually(async () =>
    (await admin.audit()).some(({ endpoint }) => endpoint === '/upload'),
  ).toBe(true);
  sending.destroy();
  const entry = async () => (await admin.audit()).find(({ endpoint }) => endpoint === '/upload');
  await expectEventually(entry).toMatchObject({ outcome: 'abandoned', effect: false });
  expect((await call('file/list')).body.result.results).toBe(0);
});

test('only POST is allowed', async () => {
  const { call } = await testService();
  const { body } = await call('upload/server');
  expect((await fetch(body.result)).status).toBe(405);
});
