// However the process ends, nothing is lost, neither stored data nor unfinished transfers.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startService } from '../../service/src/index.ts';
import {
  ACCOUNTS,
  caller,
  fetchInto,
  KEY,
  OTHER_KEY,
  temporaryFolder,
  testService,
  testSite,
  upload,
  waitFor,
} from './helpers.ts';

const RUNNER = fileURLToPath(new URL('memory-runner.ts', import.meta.url));

test('accounts, folders, files, bytes, errors and upload addresses are kept', async () => {
  const dataDir = await temporaryFolder();
  const site = await testSite();
  const first = await startService({ dataDir, accounts: ACCOUNTS, rateLimit: false });
  const call = caller(first);
  const { body: folder } = await call('folder/create', { name: 'Kept' });
  const code = await fetchInto(call, `${site}/sample.webm`, { fld_id: folder.result.fld_id });
  await call('upload/url', { url: `${site}/gone` });
  await waitFor(async () => (await call('urlupload/list')).body.result[0]?.status === 'error');
  const { body: address } = await call('upload/server');
  const before = (await call('file/info', { file_code: code })).body.result;
  await first.close();

  const { call: again, url } = await testService({ dataDir, accounts: [] });
  expect((await again('file/info', { file_code: code })).body.result).toEqual(before);
  expect((await again('folder/list', { fld_id: '0' })).body.result.folders).toMatchObject([{ name: 'Kept' }]);
  expect((await again('account/info', {}, OTHER_KEY)).body.result.email).toBe('two@example.org');
  expect((await again('urlupload/list')).body.result).toMatchObject([{ status: 'error' }]);
  expect((await (await fetch(`${url}/file/${code}`)).arrayBuffer()).byteLength).toBe(108_248);
  const form = new FormData();
  form.set('file', new Blob(['bytes']), 'late.bin');
  // The address stays valid, although the port is different.
  const late = await fetch(`${url}${new URL(address.result).pathname}?${KEY}`, {
    method: 'POST',
    body: form,
  });
  expect(await late.json()).toMatchObject({ status: 200 });
});

test('an active remote upload starts again from zero, before the pending ones', async () => {
  const dataDir = await temporaryFolder();
  const site = await testSite();
  const first = await startService({
    dataDir,
    accounts: ACCOUNTS,
    rateLimit: false,
    slots: 1,
    bytesPerSecond: 20_000,
  });
  const call = caller(first);
  const add = async (name: string) =>
    (await call('upload/url', { url: `${site}/sample.webm?${name}` })).body.result.filecode;
  const codes = [await add('a'), await add('b')];
  await waitFor(async () => Number((await call('urlupload/list')).body.result[1].bytes_downloaded) > 0);
  await first.close();

  const second = await startService({ dataDir, rateLimit: false, slots: 1, bytesPerSecond: 1 });
  const list = (await caller(second)('urlupload/list')).body.result;
  expect(list).toMatchObject([
    { file_code: codes[1], status: 'pending' },
    { file_code: codes[0], status: 'working' },
  ]);
  expect(Number(list[1].bytes_downloaded)).toBeLessThan(10);
  second.settings.bytesPerSecond = 0;
  await waitFor(async () => (await caller(second)('urlupload/list')).body.result.length === 0);
  const { body } = await caller(second)('file/check', { file_code: codes.join(',') });
  expect(body.result.map((entry: { status: string }) => entry.status)).toEqual(['Active', 'Active']);
  await second.close();
});

test('after a crash, confirmed requests are complete and others have no effect', async () => {
  const dataDir = await temporaryFolder();
  const site = await testSite({ bytesPerSecond: 20_000 });
  const child = fork(RUNNER, [dataDir, 'one@example.org', KEY]);
  const [{ url }] = await once(child, 'message');
  const call = caller({ url });
  await upload(url, 'kept.bin', 'bytes');
  const { body } = await call('upload/url', { url: `${site}/sample.webm` });
  await waitFor(async () => Number((await call('urlupload/list')).body.result[0].bytes_downloaded) > 0);
  expect(await readdir(join(dataDir, 'parts'))).toHaveLength(1);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;

  const { call: again } = await testService({ dataDir, accounts: [], bytesPerSecond: 1 });
  expect((await again('file/list')).body.result.files).toMatchObject([{ title: 'kept' }]);
  expect((await again('urlupload/list')).body.result).toMatchObject([{ file_code: body.result.filecode }]);
  expect(await readdir(join(dataDir, 'files'))).toHaveLength(1);
});

test('a second service on the same data folder is rejected with a message', async () => {
  const { dataDir } = await testService();
  await expect(startService({ dataDir })).rejects.toThrow('Another service has');
});

test('closing is idempotent', async () => {
  const service = await startService({ dataDir: await temporaryFolder() });
  await Promise.all([service.close(), service.close()]);
  await service.close();
});

test('a port in use is rejected, and the data folder is released', async () => {
  const { service } = await testService();
  const dataDir = await temporaryFolder();
  await expect(startService({ dataDir, port: service.port })).rejects.toThrow('EADDRINUSE');
  await (await startService({ dataDir })).close();
});
