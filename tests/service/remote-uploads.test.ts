import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../service/src/index.ts';
import {
  type Call,
  expectEventually,
  fetchInto,
  OTHER_KEY,
  testServer,
  testService,
  testSite,
  waitFor,
} from './helpers.ts';

const listed = async (call: Call) => (await call('urlupload/list')).body.result;

async function failed({ admin }: Awaited<ReturnType<typeof testService>>, code: string): Promise<string> {
  return waitFor(async () => {
    const transfer = (await admin.transfers()).find(({ fileCode }) => fileCode === code);
    return transfer?.state === 'error' && transfer.reason;
  });
}

async function add(call: Call, url: string): Promise<string> {
  return (await call('upload/url', { url })).body.result.filecode;
}

test('an active transfer has no file', async () => {
  const { call, url } = await testService({ bytesPerSecond: 20_000 });
  const code = await add(call, `${await testSite()}/sample.webm`);
  await waitFor(async () => Number((await listed(call))[0]?.bytes_downloaded) > 0);
  expect((await call('file/list')).body.result.files).toEqual([]);
  expect((await call('file/info', { file_code: code })).body.result[0].status).toBe(
    'Not found or not your file',
  );
  expect((await fetch(`${url}/e/${code}`)).status).toBe(404);
});

test('slots: only as many are active at once, the others wait', async () => {
  const { call, service } = await testService({ slots: 2, bytesPerSecond: 1000 });
  const site = await testSite();
  for (const name of ['a', 'b', 'c', 'd']) await add(call, `${site}/sample.webm?${name}`);
  const states = (await listed(call)).map((transfer: { status: string }) => transfer.status);
  expect(states).toEqual(['pending', 'pending', 'working', 'working']);
  expect((await call('urlupload/slots')).body).toMatchObject({ total_slots: '2', used_slots: '2' });
  expect((await call('urlupload/slots', {}, OTHER_KEY)).body).toMatchObject({
    total_slots: '2',
    used_slots: '0',
  });
  service.settings.bytesPerSecond = 0;
  await waitFor(async () => (await listed(call)).length === 0);
  expect((await call('file/list')).body.result.results).toBe(4);
  expect((await call('urlupload/slots')).body.used_slots).toBe('0');
});

test('an active address is rejected; a failed one can be sent again', async () => {
  const started = await testService({ bytesPerSecond: 1000 });
  const site = await testSite();
  await add(started.call, `${site}/sample.webm`);
  const { body } = await started.call('upload/url', { url: ` ${site}/sample.webm ` });
  expect(body).toMatchObject({ status: 400, msg: 'This link is already in the queue' });
  const other = await started.call('upload/url', { url: `${site}/sample.webm` }, OTHER_KEY);
  expect(other.body.status).toBe(200);
  await failed(started, await add(started.call, `${site}/gone`));
  expect((await started.call('upload/url', { url: `${site}/gone` })).body.status).toBe(200);
});

test('allowDuplicates: an active address is accepted again', async () => {
  const { call } = await testService({ bytesPerSecond: 1000, allowDuplicates: true });
  const site = await testSite();
  const first = await add(call, `${site}/sample.webm`);
  const second = await add(call, `${site}/sample.webm`);
  expect(second).not.toBe(first);
});

test('a full queue rejects', async () => {
  const { call } = await testService({ queueLimit: 1, bytesPerSecond: 1000 });
  const site = await testSite();
  await add(call, `${site}/sample.webm?1`);
  const { body } = await call('upload/url', { url: `${site}/sample.webm?2` });
  expect(body).toMatchObject({ status: 400, msg: 'The queue is full, try again later' });
});

test.each(['file:///etc/passwd', 'ftp://host/file', 'javascript:alert(1)', 'no address', '/path'])(
  'only http and https are accepted: %s',
  async (url) => {
    const { call } = await testService();
    expect((await call('upload/url', { url })).body).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^Invalid url/),
    });
    expect(await listed(call)).toEqual([]);
  },
);

test('an unknown folder is the root', async () => {
  const { call } = await testService();
  const site = await testSite();
  await fetchInto(call, `${site}/sample.webm`, { fld_id: '4711' });
  expect((await call('file/list')).body.result.files[0].fld_id).toBe('0');
});

test('a folder that is deleted during its transfer is the root', async () => {
  const { call, admin, service } = await testService({ bytesPerSecond: 1000 });
  const site = await testSite();
  const { body: folder } = await call('folder/create', { name: 'Soon gone' });
  await call('upload/url', { url: `${site}/sample.webm`, fld_id: folder.result.fld_id });
  await admin.deleteFolder(folder.result.fld_id);
  service.settings.bytesPerSecond = 0;
  await waitFor(async () => (await listed(call)).length === 0);
  expect((await call('file/list')).body.result.files[0].fld_id).toBe('0');
});

describe('titles', () => {
  test.each([
    ['/holiday_clip.part.1.webm', {}, 'holiday clip part 1'],
    ['/media/caf%C3%A9%20%26%20harbour.webm', {}, 'café & harbour'],
    ['/moved', {}, 'sample'],
    ['/sample.webm', { new_title: '  My_own.title  ' }, 'My_own.title'],
  ])('%s %j', async (path, params, title) => {
    const { call } = await testService();
    const site = await testSite();
    const code = await fetchInto(call, site + path, params);
    expect((await call('file/info', { file_code: code })).body.result[0].title).toBe(title);
  });

  test.each([
    ['attachment; filename="named_by header.bin"', 'named by header'],
    [Buffer.from('attachment; filename="../日本.mp4"').toString('latin1'), '日本'],
    ['attachment; filename=""', 'address'],
  ])('from content-disposition: %s', async (header, title) => {
    const { call } = await testService();
    const source = await testServer((_, response) =>
      response.writeHead(200, { 'content-disposition': header }).end('bytes'),
    );
    const code = await fetchInto(call, `${source}/address.webm`);
    expect((await call('file/info', { file_code: code })).body.result[0].title).toBe(title);
  });
});

describe('failures', () => {
  test('a source that responds with 404', async () => {
    const started = await testService();
    const code = await add(started.call, `${await testSite()}/gone`);
    expect(await failed(started, code)).toBe('The source responded with HTTP 404');
    const [transfer] = await listed(started.call);
    expect(transfer).toMatchObject({ file_code: code, status: 'error', bytes_downloaded: '0' });
    expect((await started.call('urlupload/slots')).body.used_slots).toBe('0');
  });

  const half = (response: ServerResponse, then = () => {}) =>
    response.writeHead(200, { 'content-length': 1000 }).write('x'.repeat(500), then);
  const whole = (response: ServerResponse) => response.end('x'.repeat(1200));

  test.each<[string, Partial<ServiceOptions>, (response: ServerResponse) => unknown, reason: string]>([
    ['is too large by its header', { maxFileBytes: 999 }, half, 'The source is larger than 999 bytes'],
    [
      'is too large by its bytes',
      { maxFileBytes: 1000 },
      (response) => response.write('x'.repeat(600)) && response.end('x'.repeat(600)),
      'The source is larger than 1000 bytes',
    ],
    ['stalls', { stallTimeoutMs: 500 }, half, 'The source stopped responding'],
    [
      'closes the connection',
      {},
      (response) => half(response, () => response.destroy()),
      'The source could not be read',
    ],
    ['is slow', { transferTimeoutMs: 200, bytesPerSecond: 100 }, whole, 'The time limit was reached'],
    ['is empty', {}, (response) => response.end(), 'The source sent nothing'],
    [
      'redirects to another scheme than http',
      {},
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'not http or https',
    ],
    ['does not fit into the account', { quotaBytes: 1000 }, whole, 'Not enough storage left'],
  ])('a source that %s', async (_, options, answer, reason) => {
    const started = await testService(options);
    const source = await testServer((_request, response) => void answer(response));
    expect(await failed(started, await add(started.call, source))).toContain(reason);
    const sizes = { bytes_downloaded: '500', bytes_total: '1000' };
    if (reason.includes('stopped')) expect(await listed(started.call)).toMatchObject([sizes]);
    expect((await started.call('file/list')).body.result.results).toBe(0);
  });

  test('a source that refuses the connection', async () => {
    const started = await testService();
    // A port that was free a moment ago.
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const code = await add(started.call, `http://127.0.0.1:${port}/file`);
    expect(await failed(started, code)).toBe('The source refused the connection');
  });

  test('five redirects are followed, six are not', async () => {
    const started = await testService();
    const source = await testServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('bytes');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    await fetchInto(started.call, `${source}/5`);
    const code = await add(started.call, `${source}/6`);
    expect(await failed(started, code)).toBe('The source redirects more than 5 times');
  });
});

describe('actions', () => {
  test('delete_code stops an active transfer and frees its slot', async () => {
    const started = await testService({ slots: 1 });
    let left = () => {};
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const source = await testServer((_, response) => {
      response.once('close', left);
      response.writeHead(200, { 'content-length': 1000 }).write('x');
    });
    const first = await add(started.call, source);
    await waitFor(async () => (await listed(started.call))[0]?.bytes_downloaded === '1');
    const second = await add(started.call, `${await testSite()}/sample.webm`);
    const { body } = await started.call('urlupload/actions', { restart_errors: '0', delete_code: first });
    expect(body.msg).toBe('Transfer deleted');
    await gone;
    await waitFor(async () => (await started.call('file/list')).body.result.results === 1);
    expect((await started.call('file/check', { file_code: second })).body.result[0].status).toBe('Active');
    expect((await started.call('file/check', { file_code: first })).body.result[0].status).not.toBe('Active');
  });

  test('other accounts’ transfers are inaccessible', async () => {
    const { call } = await testService({ bytesPerSecond: 1000 });
    const code = await add(call, `${await testSite()}/sample.webm`);
    const params = { restart_errors: '0', delete_code: code };
    expect((await call('urlupload/actions', params, OTHER_KEY)).body.status).toBe(404);
    expect((await call('urlupload/status', { file_code: code }, OTHER_KEY)).body.result).toEqual([]);
    await call('urlupload/actions', { restart_errors: '1', clear_all: '1' }, OTHER_KEY);
    expect(await listed(call)).toHaveLength(1);
  });

  test('restart_errors is required, and 0 restarts nothing', async () => {
    const started = await testService();
    await failed(started, await add(started.call, `${await testSite()}/gone`));
    expect((await started.call('urlupload/actions')).body).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/restart_errors/),
    });
    await started.call('urlupload/actions', { restart_errors: '0' });
    expect(await listed(started.call)).toMatchObject([{ status: 'error' }]);
  });
});

test('decodeRemoteUrls: the returned address is decoded', async () => {
  const { call } = await testService({ bytesPerSecond: 1000, decodeRemoteUrls: true });
  const site = await testSite();
  await add(call, `${site}/media/caf%C3%A9%20%26%20harbour.webm`);
  expect((await listed(call))[0].remote_url).toBe(`${site}/media/café & harbour.webm`);
});

test('finishedStatus: a finished transfer stays in the list with this word and all bytes', async () => {
  const { call } = await testService({ finishedStatus: 'done' });
  const site = await testSite();
  const code = await add(call, `${site}/sample.webm`);
  const done = async () => (await listed(call)).find(({ status }: { status: string }) => status === 'done');
  await expectEventually(done).toMatchObject({ file_code: code });
  const { bytes_total, bytes_downloaded } = (await done()) ?? {};
  expect(bytes_downloaded).toBe(bytes_total);
  expect((await call('file/info', { file_code: code })).body.result[0].status).toBe(200);
});
