import { describe, expect, test } from 'vitest';
import { type Call, KEY, OTHER_KEY, testService, upload } from './helpers.ts';

const CREATE = { name: 'Folder' };
const listCodes = (files: { file_code: string }[]) => files.map((file) => file.file_code);

async function filled(count: number) {
  const started = await testService();
  const codes: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    codes.unshift((await upload(started.url, `file ${index}.bin`, 'bytes')).result[0].filecode);
  }
  return { ...started, codes };
}

const page = async (call: Call, params: Record<string, string>) =>
  (await call('file/list', params)).body.result;

describe('list', () => {
  test('the admin list contains the same files, all at once', async () => {
    const { admin, call, codes } = await filled(3);
    const [moved = ''] = codes;
    const folderId = (await call('folder/create', CREATE)).body.result.fld_id;
    await call('file/move', { file_code: moved, fld_id: folderId });
    const [account] = await admin.accounts();
    const all = await admin.files(account?.email ?? '');
    const listed = (await page(call, {})).files as Record<string, string>[];
    expect(all.toReversed().map(({ uploaded, ...file }) => file)).toEqual(
      listed.map((file) => ({
        fileCode: file['file_code'],
        title: file['title'],
        folderId: file['fld_id'],
        length: Number(file['length']),
        views: Number(file['views']),
      })),
    );
    expect(all.find(({ fileCode }) => fileCode === moved)?.folderId).toBe(folderId);
    await expect(admin.files('nobody@example.org')).rejects.toThrow('There is no such account.');
  });

  test.each([
    ['per_page', '0', 50],
    ['per_page', 'many', 50],
    ['page', '-1', 50],
  ])('%s=%s gives %d entries', async (name, value, entries) => {
    const { call, service } = await testService();
    await service.seed({ account: 'one@example.org', files: 250, folders: 0 });
    expect((await page(call, { [name]: value })).files).toHaveLength(entries);
  });

  test('fld_id: files of that folder; 0 is the root; an unknown folder does not filter', async () => {
    const { call, codes } = await filled(2);
    const id = (await call('folder/create', CREATE)).body.result.fld_id;
    await call('file/move', { file_code: codes[0] ?? '', fld_id: id });
    expect(listCodes((await page(call, { fld_id: id })).files)).toEqual([codes[0]]);
    expect(listCodes((await page(call, { fld_id: '0' })).files)).toEqual([codes[1]]);
    expect(listCodes((await page(call, { fld_id: '4711' })).files)).toEqual(codes);
  });

  test.each(['yesterday', '2026-02-30 00:00:00'])('rejects created=%s', async (created) => {
    const { call } = await testService();
    expect((await call('file/list', { created })).body.status).toBe(400);
  });
});

describe('info, check and image', () => {
  test('up to 50 codes separated by commas, each once, with an entry for unknown codes too', async () => {
    const { call, codes } = await filled(2);
    const [a = '', b = ''] = codes;
    const { body } = await call('file/info', { file_code: `${a}, nosuchcode,${b},${a}` });
    expect(body.status).toBe(200);
    expect(body.result).toMatchObject([
      { filecode: a, status: 200 },
      { filecode: 'nosuchcode', status: 'Not found or not your file' },
      { filecode: b, status: 200 },
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `code${index}`).join(',');
    expect((await call('file/info', { file_code: many(50) })).body.result).toHaveLength(50);
    expect((await call('file/info', { file_code: many(51) })).body.status).toBe(400);
  });

  test.each(['file/info', 'file/check', 'file/image'])("%s hides another account's file", async (path) => {
    const { call, codes } = await filled(1);
    const { body } = await call(path, { file_code: codes[0] ?? '' }, OTHER_KEY);
    expect(body).toMatchObject({ msg: 'OK', status: 200 });
    expect(body.result).toEqual([{ filecode: codes[0], status: 'Not found or not your file' }]);
  });
});

describe('rename and move', () => {
  test('a title is stored as given, with normalised white space', async () => {
    const { call, codes } = await filled(1);
    const file_code = codes[0] ?? '';
    const rename = async (title: string) => {
      expect((await call('file/rename', { file_code, title })).body.result).toBe('true');
      return (await call('file/info', { file_code })).body.result[0].title;
    };
    expect(await rename('My.new_name.webm')).toBe('My.new_name.webm');
    expect(await rename('  two\n\tlines ')).toBe('two lines');
    expect(await rename('<img src=x onerror=alert(1)> & "q"')).toBe('<img src=x onerror=alert(1)> & "q"');
    expect(await rename(`${'🎬'.repeat(300)}`)).toBe('🎬'.repeat(255));
  });

  test.each([
    ['file/rename', { title: 'x' }],
    ['file/move', { fld_id: '0' }],
  ])("%s does not touch another account's file", async (path, params) => {
    const { call, codes } = await filled(1);
    for (const file_code of [codes[0] ?? '', 'nosuchcode']) {
      const { body } = await call(path, { file_code, ...params }, OTHER_KEY);
      expect(body).toMatchObject({ status: 404, msg: 'Not found or not your file' });
    }
    expect((await call('file/info', { file_code: codes[0] ?? '' })).body.result[0].title).toBe('file 1');
  });

  test('a move into a folder that does not exist changes nothing', async () => {
    const { call, codes } = await filled(1);
    const id = (await call('folder/create', CREATE)).body.result.fld_id;
    await call('file/move', { file_code: codes[0] ?? '', fld_id: id });
    expect((await call('file/move', { file_code: codes[0] ?? '', fld_id: '99' })).body.status).toBe(404);
    expect((await page(call, {})).files[0].fld_id).toBe(id);
  });
});

describe('clone', () => {
  test("a copy of another account's file is independent of the original", async () => {
    const { call, url, codes, admin } = await filled(1);
    const [original = ''] = codes;
    await fetch(`${url}/e/${original}`);
    const { result } = (await call('file/clone', { file_code: original }, OTHER_KEY)).body;
    const [info] = (await call('file/info', { file_code: result.filecode }, OTHER_KEY)).body.result;
    expect(info).toMatchObject({ title: 'file 1', size: '5', views: '0', status: 200 });
    await admin.deleteFile(original);
    for (const address of [
      `${url}/file/${result.filecode}`,
      `${url}/file/${result.protected_embed.split('/e/')[1]}`,
    ]) {
      expect(await (await fetch(address)).text()).toBe('bytes');
    }
    await admin.deleteFile(result.filecode);
    expect((await fetch(`${url}/file/${result.filecode}`)).status).toBe(404);
  });

  test('into a folder; an unknown folder is the root; an unknown file and a full account are rejected', async () => {
    const { call, codes, service } = await filled(1);
    const [file_code = ''] = codes;
    const id = (await call('folder/create', CREATE)).body.result.fld_id;
    await call('file/clone', { file_code, fld_id: id });
    expect((await page(call, { fld_id: id })).results).toBe(1);
    await call('file/clone', { file_code, fld_id: '99' });
    expect((await page(call, { fld_id: '0' })).results).toBe(2);
    expect((await call('file/clone', { file_code: 'nosuchcode' })).body.status).toBe(404);
    service.settings.quotaBytes = 16;
    expect((await call('file/clone', { file_code })).body).toMatchObject({
      status: 400,
      msg: 'Not enough storage left',
    });
  });
});

test('search: every word, any order, ignoring case and diacritics, own files only', async () => {
  const { call, url } = await testService();
  for (const name of ['Café am Fluß.webm', 'CAFE noir.webm', '100%_wahr.webm'])
    await upload(url, name, 'bytes');
  await upload(url, 'cafe of another.webm', 'bytes', OTHER_KEY);
  const search = async (search_term: string) =>
    (await call('search/videos', { search_term })).body.result.map((file: { title: string }) => file.title);
  expect(await search('cafe')).toEqual(['CAFE noir', 'Café am Fluß']);
  expect(await search('fluß CAFÉ')).toEqual(['Café am Fluß']);
  expect(await search('%')).toEqual(['100% wahr']);
  expect(await search('nothing')).toEqual([]);
  expect((await call('search/videos')).body.status).toBe(400);
});

describe('the endpoints', () => {
  test('reject unknown names and other methods', async () => {
    const { url, call, codes } = await filled(1);
    const unknown = await fetch(`${url}/api/nothing?key=${KEY}`);
    expect([unknown.status, (await unknown.json()).status]).toEqual([404, 404]);
    const rename = `${url}/api/file/rename?key=${KEY}&file_code=${codes[0]}&title=changed`;
    for (const method of ['HEAD', 'POST', 'DELETE'])
      expect((await fetch(rename, { method })).status).toBe(405);
    expect((await page(call, {})).files[0].title).toBe('file 1');
  });

  test('return absolute addresses with the host of the request', async () => {
    const { url, call, service } = await filled(1);
    expect((await page(call, {})).files[0].download_url).toMatch(`${url}/d/`);
    const byName = await fetch(`http://localhost:${service.port}/api/upload/server?key=${KEY}`);
    expect((await byName.json()).result).toMatch(`http://localhost:${service.port}/upload/`);
  });
});
