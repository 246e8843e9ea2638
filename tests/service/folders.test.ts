import { expect, test } from 'vitest';
import { type Call, OTHER_KEY, testService, upload } from './helpers.ts';

const create = async (call: Call, params: { name: string; parent_id?: string }): Promise<string> =>
  (await call('folder/create', params)).body.result.fld_id;
const list = async (call: Call, fld_id: string) => (await call('folder/list', { fld_id })).body.result;

test('folders are listed in their parents', async () => {
  const { call } = await testService();
  const outer = await create(call, { name: 'Outer' });
  const inner = await create(call, { name: ' Inner  folder ', parent_id: outer });
  expect((await list(call, '0')).folders).toMatchObject([{ name: 'Outer', fld_id: outer }]);
  expect((await list(call, outer)).folders).toMatchObject([{ name: 'Inner folder', fld_id: inner }]);
  expect((await list(call, inner)).folders).toEqual([]);
});

test('the list has the documented order: server_time last', async () => {
  const { call } = await testService();
  const { text } = await call('folder/list', { fld_id: '0' });
  expect(Object.keys(JSON.parse(text))).toEqual(['msg', 'status', 'result', 'server_time']);
});

test.each([
  ['folder/list', { fld_id: '99' }],
  ['folder/list', { fld_id: '-1' }],
  ['folder/list', { fld_id: 'abc' }],
  ['folder/rename', { fld_id: '99', name: 'x' }],
  ['folder/create', { name: 'x', parent_id: '99' }],
])('an unknown folder: %s %j', async (path, params) => {
  const { call } = await testService();
  expect((await call(path, params)).body).toMatchObject({ status: 404, msg: 'There is no such folder' });
});

test.each([
  ['folder/create', {}, 'name'],
  ['folder/create', { name: ' \u0000 ' }, 'name'],
  ['folder/rename', { fld_id: '0' }, 'name'],
  ['folder/rename', { name: 'x' }, 'fld_id'],
  ['folder/list', {}, 'fld_id'],
])('a missing parameter: %s %j', async (path, params, name) => {
  const { call } = await testService();
  expect((await call(path, params)).body).toMatchObject({ status: 400, msg: `Missing parameter: ${name}` });
});

test('folders of other accounts are inaccessible', async () => {
  const { call } = await testService();
  const id = await create(call, { name: 'Mine' });
  expect((await call('folder/list', { fld_id: id }, OTHER_KEY)).body.status).toBe(404);
  expect((await call('folder/rename', { fld_id: id, name: 'Yours' }, OTHER_KEY)).body.status).toBe(404);
  expect((await call('folder/create', { name: 'x', parent_id: id }, OTHER_KEY)).body.status).toBe(404);
  expect((await call('folder/list', { fld_id: '0' }, OTHER_KEY)).body.result.folders).toEqual([]);
  expect((await list(call, '0')).folders[0].name).toBe('Mine');
});

test('the root cannot be renamed', async () => {
  const { call } = await testService();
  expect((await call('folder/rename', { fld_id: '0', name: 'x' })).body.status).toBe(400);
});

test('a deleted folder: its files move to the root, its subfolders are deleted, its id is never reused', async () => {
  const { call, url, admin } = await testService();
  const outer = await create(call, { name: 'Outer' });
  const inner = await create(call, { name: 'Inner', parent_id: outer });
  const { result } = await upload(url, 'a.bin', 'bytes');
  await call('file/move', { file_code: result[0].filecode, fld_id: inner });
  await admin.deleteFolder(outer);
  expect((await call('folder/list', { fld_id: inner })).body.status).toBe(404);
  expect((await list(call, '0')).files).toMatchObject([{ fld_id: '0' }]);
  expect(await create(call, { name: 'Next' })).not.toBe(inner);
});
