// The sibling dialect (docs/http-api.md, "The sibling dialect"), over HTTP.
import { describe, expect, test } from 'vitest';
import { type ServiceOptions, startService } from '../../service/src/index.ts';
import { type Call, KEY, OTHER_KEY, temporaryFolder, testService, testSite, waitFor } from './helpers.ts';

const clipBytes = 108_248;
const startSibling = (options: Partial<ServiceOptions> = {}) =>
  testService({ dialect: 'sibling', ...options });

async function post(
  call: Call,
  files: Record<string, BlobPart>,
  fields: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  form.set('key', KEY);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  return fetch((await call('upload/server')).body.result, { method: 'POST', body: form, redirect: 'manual' });
}

async function send(call: Call, name = 'a.bin', fields: Record<string, string> = {}): Promise<string> {
  return (await (await post(call, { [name]: 'bytes' }, fields)).json()).files[0].filecode;
}

const createFolder = async (
  call: Call,
  params: Record<string, string> = { name: 'Folder' },
): Promise<string> => (await call('folder/create', params)).body.result.fld_id;
const info = async (call: Call, file_code: string) => (await call('file/info', { file_code })).body.result;
const add = async (call: Call, url: string, params: Record<string, string> = {}): Promise<string> =>
  (await call('upload/url', { url, ...params })).body.result.filecode;
const transfers = async (call: Call, params: Record<string, string> = {}) =>
  (await call('file/url_uploads', params)).body;
const arrived = (call: Call, code: string) => waitFor(async () => (await info(call, code))[0].status === 200);
const listCodes = (entries: { file_code: string }[]) => entries.map((entry) => entry.file_code);

describe('calls of the other dialect', () => {
  test.each(['urlupload/list', 'urlupload/slots', 'file/check', 'file/rename', 'search/videos', 'dmca/list'])(
    'the sibling lacks %s',
    async (path) => {
      const { call } = await startSibling();
      expect((await call(path, { file_code: 'x' })).httpStatus).toBe(404);
    },
  );

  test.each(['file/url_uploads', 'file/edit', 'file/delete', 'file/encodings', 'folder/edit', 'file/dmca'])(
    'the document lacks %s',
    async (path) => {
      const { call } = await testService();
      expect((await call(path, { file_code: 'x' })).httpStatus).toBe(404);
    },
  );

  test.each([
    ['envelope-404', 404, /^\{.*"status":404/],
    ['envelope-400', 200, /^\{"msg":"No such method".*"status":400/],
    ['page-404', 404, /<!doctype html>/],
  ] as const)('are answered as the host does: %s', async (missingCall, httpStatus, body) => {
    const { url } = await startSibling({ missingCall });
    const response = await fetch(`${url}/api/urlupload/list?key=${KEY}`);
    expect(response.status).toBe(httpStatus);
    expect(await response.text()).toMatch(body);
  });
});

describe('account', () => {
  test('info', async () => {
    const { call, service } = await startSibling({ quotaBytes: 100 });
    await send(call);
    expect((await call('account/info')).body.result).toEqual({
      email: 'one@example.org',
      login: 'one',
      balance: '0.00000',
      storage_used: '5',
      storage_left: '95',
      premium: '1',
      premium_expire: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      files_total: '1',
    });
    service.settings.quotaBytes = 0;
    expect((await call('account/info')).body.result.storage_left).toBe('inf');
  });

  test('reports: 7 days by default, or the requested number; no range', async () => {
    const { call } = await startSibling();
    expect((await call('account/stats')).body.result).toHaveLength(7);
    const { result } = (await call('account/stats', { last: '3', from_date: '2020-01-01' })).body;
    expect(result).toHaveLength(3);
    expect(Object.keys(result[0])).toEqual(
      'day views downloads views_adb views_prem sales refs profit_views profit_sales profit_refs profit_site profit_total'.split(
        ' ',
      ),
    );
    expect((await call('account/stats', { last: '3661' })).body.status).toBe(400);
  });
});

describe('local uploads', () => {
  test('several files: an entry for each, in a response without an envelope', async () => {
    const { call } = await startSibling();
    const answer = await (await post(call, { 'One_a.bin': 'bytes', 'two.bin': 'more' })).json();
    expect(answer).toEqual({
      msg: 'OK',
      status: 200,
      files: [
        { filecode: expect.any(String), filename: 'One_a.bin', status: 'OK' },
        { filecode: expect.any(String), filename: 'two.bin', status: 'OK' },
      ],
    });
    expect((await info(call, answer.files[0].filecode))[0].file_title).toBe('One a');
  });

  test('title, description, folder and tags', async () => {
    const { call, url } = await startSibling();
    const fld_id = await createFolder(call);
    const code = await send(call, 'a.bin', {
      file_title: 'Mine',
      file_descr: 'About it',
      fld_id,
      tags: 'x, y',
    });
    expect((await info(call, code))[0]).toMatchObject({
      file_title: 'Mine',
      file_fld_id: fld_id,
      tags: 'x, y',
    });
    expect(await (await fetch(`${url}/${code}.html`)).text()).toContain('About it');
  });

  test('an unknown folder is the root', async () => {
    const { call } = await startSibling();
    expect((await info(call, await send(call, 'a.bin', { fld_id: '99' })))[0].file_fld_id).toBe('0');
  });

  test('a refused file has the reason in its entry, next to an accepted file', async () => {
    const { call, service } = await startSibling({ maxFileBytes: 8 });
    const statuses = async (files: Record<string, string>) =>
      (await (await post(call, files)).json()).files.map((file: { status: string }) => file.status);
    expect(await statuses({ 'a.bin': '123456789', 'b.bin': '', 'c.bin': 'bytes' })).toEqual([
      'file is too big',
      'null filesize or wrong file path',
      'OK',
    ]);
    service.settings.quotaBytes = 6;
    expect(await statuses({ 'd.bin': 'bytes' })).toEqual(['not enough disk space']);
    expect((await call('account/info')).body.result.files_total).toBe('1');
  });

  test.each([
    [{ key: '' }, 400],
    [{ key: 'nobodys-key' }, 403],
    [{ key: '', api_key: KEY }, 400],
  ])('the form %j is refused with %i', async (fields, status) => {
    const { call } = await startSibling();
    expect(await (await post(call, { 'a.bin': 'bytes' }, fields)).json()).toMatchObject({ status });
    expect((await call('file/list')).body.result.results).toBe(0);
  });

  test('html_redirect leads to the page of the file', async () => {
    const { call, url } = await startSibling();
    const response = await post(call, { 'a.bin': 'bytes' }, { html_redirect: '1' });
    expect(response.status).toBe(303);
    const [file] = (await call('file/list')).body.result.files;
    expect(response.headers.get('location')).toBe(`${url}/${file.file_code}.html`);
  });

  test('sess_id is returned on request, and a file without it is lost to its sender', async () => {
    const { call, service } = await startSibling();
    expect((await call('upload/server')).body).not.toHaveProperty('sess_id');
    service.settings.sessionIds = true;
    const lost = await send(call);
    const { sess_id } = (await call('upload/server')).body;
    const kept = await send(call, 'a.bin', { sess_id });
    expect(await info(call, `${lost},${kept}`)).toMatchObject([{ status: 404 }, { status: 200 }]);
  });

  test('the upload address is below uploadUrl', async () => {
    const { call } = await startSibling({ uploadUrl: 'http://localhost:1' });
    expect((await call('upload/server')).body.result).toMatch(/^http:\/\/localhost:1\/upload\/\w+$/);
  });
});

describe('transfers', () => {
  test('a link becomes a file in its folder, without a title of its own', async () => {
    const { call } = await startSibling();
    const fld_id = await createFolder(call);
    const code = await add(call, `${await testSite()}/sample.webm`, { fld_id, new_title: 'Other' });
    await arrived(call, code);
    expect((await info(call, code))[0]).toMatchObject({ file_title: 'sample', file_fld_id: fld_id });
    expect((await transfers(call)).result).toEqual([]);
  });

  test('the list has address, percent, state and folder, and how many more can be added', async () => {
    const { call, service } = await startSibling({ slots: 1, bytesPerSecond: 20_000, queueLimit: 15 });
    const site = await testSite();
    const fld_id = await createFolder(call);
    const code = await add(call, `${site}/sample.webm`, { fld_id });
    await add(call, `${site}/sample.webm?2`);
    await waitFor(async () => Number((await transfers(call)).result[1].progress) > 0);
    const { requests_available, result } = await transfers(call);
    expect(requests_available).toBe('13');
    expect(result).toEqual([
      { remote_url: `${site}/sample.webm?2`, progress: '0', status: 'PENDING', file_code: '', fld_id: '0' },
      {
        remote_url: `${site}/sample.webm`,
        progress: expect.stringMatching(/^\d\d?$/),
        status: 'WORKING',
        file_code: code,
        fld_id,
      },
    ]);
    service.settings.workingStatus = 'WOKRING';
    expect((await transfers(call, { file_code: code })).result).toMatchObject([{ status: 'WOKRING' }]);
  });

  test.each([
    ['always', [true, true]],
    ['working', [false, true]],
    ['never', [false, false]],
  ] as const)('file codes are listed: %s', async (transferCodes, shown) => {
    const { call } = await startSibling({ slots: 1, bytesPerSecond: 1, transferCodes });
    const site = await testSite();
    const codes = [await add(call, `${site}/sample.webm`), await add(call, `${site}/sample.webm?2`)];
    const { result } = await transfers(call);
    expect(listCodes(result)).toEqual(codes.toReversed().map((code, at) => (shown[at] ? code : '')));
    expect((await transfers(call, { file_code: codes[1] ?? '' })).result).toEqual([result[0]]);
  });

  test('the code of a new transfer may come in an array', async () => {
    const { call } = await startSibling({ codeInArray: true });
    const { body } = await call('upload/url', { url: `${await testSite()}/sample.webm` });
    expect(body.result).toEqual([{ filecode: expect.any(String) }]);
  });

  test('a full queue says how many fit', async () => {
    const { call } = await startSibling({ queueLimit: 1, bytesPerSecond: 1 });
    const site = await testSite();
    await add(call, `${site}/sample.webm`);
    const { body } = await call('upload/url', { url: `${site}/sample.webm?2` });
    expect(body).toMatchObject({ status: 400, msg: 'max urls limit: 1' });
    expect((await transfers(call)).requests_available).toBe('0');
  });

  test('actions: restart and delete the failed ones, delete some by their codes, delete all', async () => {
    const { call } = await startSibling({ slots: 10, bytesPerSecond: 1 });
    const site = await testSite();
    const act = async (params: Record<string, string>, key = KEY) =>
      (await call('file/url_actions', params, key)).body;
    const codes = [];
    for (const name of ['1', '2', '3']) codes.push(await add(call, `${site}/sample.webm?${name}`));
    const failed = await add(call, `${site}/missing.webm`);
    const isError = async () => (await transfers(call, { file_code: failed })).result[0]?.status === 'ERROR';
    await waitFor(isError);
    await act({ restart_errors: '1' });
    await waitFor(isError);
    expect(await act({ delete_errors: '1' })).toMatchObject({ status: 200 });
    expect(listCodes((await transfers(call)).result)).toEqual(codes.toReversed());
    const [first = '', second = '', third = ''] = codes;
    expect(await act({ delete_code: first }, OTHER_KEY)).toMatchObject({ status: 404 });
    await act({ delete_code: `${first},${second},nothing` });
    expect(listCodes((await transfers(call)).result)).toEqual([third]);
    await act({ delete_all: '1' });
    expect((await transfers(call)).result).toEqual([]);
  });
});

describe('files', () => {
  test('info takes codes, and has no size', async () => {
    const { call, url } = await startSibling();
    const code = await send(call);
    const [found, missing] = await info(call, `${code},nothing`);
    expect(found).toEqual({
      status: 200,
      filecode: code,
      file_title: 'a',
      file_length: '0',
      file_views: '0',
      file_views_full: '0',
      file_created: expect.any(String),
      file_last_download: '',
      file_fld_id: '0',
      file_public: '1',
      file_adult: '0',
      canplay: 0,
      player_img: `${url}/i/splash/${code}`,
      cat_id: '0',
      tags: '',
    });
    expect(missing).toEqual({ status: 404, filecode: 'nothing' });
    expect((await call('file/info', { file_code: code }, OTHER_KEY)).body.result[0].status).toBe(404);
  });

  test('list: entries and counts, by folder, title, time, public and adult', async () => {
    const { call, url } = await startSibling();
    const fld_id = await createFolder(call);
    const inside = await send(call, 'Évora walk.bin', { fld_id });
    const outside = await send(call, 'Bergen.bin');
    const list = async (params: Record<string, string> = {}) => (await call('file/list', params)).body.result;
    expect(await list({ per_page: '1', page: '2' })).toEqual({
      results_total: '2',
      pages: 2,
      results: 1,
      files: [
        {
          file_code: inside,
          title: 'Évora walk',
          length: '0',
          views: '0',
          uploaded: expect.any(String),
          fld_id,
          public: '1',
          canplay: 0,
          link: `${url}/e/${inside}`,
          thumbnail: `${url}/i/thumb/${inside}`,
        },
      ],
    });
    const codes = async (params: Record<string, string>) => listCodes((await list(params)).files);
    expect(await codes({ fld_id })).toEqual([inside]);
    expect(await codes({ title: 'WALK evora' })).toEqual([inside]);
    expect(await codes({ title: 'nowhere' })).toEqual([]);
    expect(await codes({ created: '2999-01-01 00:00:00' })).toEqual([]);
    expect(await codes({ created: '5' })).toEqual([outside, inside]);
    expect(await codes({ public: '1', adult: '0' })).toEqual([outside, inside]);
    expect(await codes({ public: '0' })).toEqual([]);
    expect(await codes({ adult: '1' })).toEqual([]);
  });

  test('edit: the title and the folder of several files', async () => {
    const { call } = await startSibling();
    const fld_id = await createFolder(call);
    const codes = [await send(call), await send(call)];
    const file_code = [...codes, 'nothing'].join();
    const edit = async (params: Record<string, string>, key = KEY) =>
      (await call('file/edit', params, key)).body;
    expect(await edit({ file_code, file_title: ' New  title ', file_fld_id: fld_id })).toMatchObject({
      status: 200,
      result: 'true',
    });
    for (const entry of await info(call, codes.join())) {
      expect(entry).toMatchObject({ file_title: 'New title', file_fld_id: fld_id });
    }
    expect(await edit({ file_code, file_fld_id: '99' })).toMatchObject({ status: 404 });
    expect(await edit({ file_code })).toMatchObject({ status: 400 });
    expect(await edit({ file_code: 'nothing', file_title: 'x' })).toMatchObject({ status: 404 });
    expect(await edit({ file_code, file_title: 'x' }, OTHER_KEY)).toMatchObject({ status: 404 });
    expect(await edit({ file_code, file_fld_id: '0' })).toMatchObject({ result: 'true' });
    expect(
      (await info(call, codes.join())).map((file: Record<string, string>) => file['file_fld_id']),
    ).toEqual(['0', '0']);
  });

  test('clone: of any account’s file, with a title, a page and the same bytes', async () => {
    const { call, url } = await startSibling();
    const file_code = await send(call);
    const { result } = (await call('file/clone', { file_code, file_title: 'Copy' }, OTHER_KEY)).body;
    expect(result).toEqual({ url: `${url}/${result.filecode}.html`, filecode: expect.any(String) });
    const [copy] = (await call('file/info', { file_code: result.filecode }, OTHER_KEY)).body.result;
    expect(copy.file_title).toBe('Copy');
    expect((await fetch(result.url)).status).toBe(200);
    const plain = (await call('file/clone', { file_code })).body.result.filecode;
    expect((await info(call, plain))[0].file_title).toBe('a');
  });

  test('delete: the file is gone and listed as deleted; its bytes go with its last clone', async () => {
    const { call, url, admin } = await startSibling();
    const [code, other] = [await send(call), await send(call)];
    const clone = (await call('file/clone', { file_code: code })).body.result.filecode;
    expect((await call('file/delete', { file_code: code }, OTHER_KEY)).body.status).toBe(404);
    expect((await call('file/delete', { file_code: `${code},${other}` })).body.status).toBe(200);
    expect(await info(call, code)).toMatchObject([{ status: 404 }]);
    expect((await fetch(`${url}/${code}.html`)).status).toBe(404);
    expect((await fetch(`${url}/file/${clone}?download=1`)).status).toBe(200);
    expect((await call('account/info')).body.result).toMatchObject({ storage_used: '5', files_total: '1' });
    await admin.deleteFile(clone);
    const { result } = (await call('file/deleted', { last: '1' })).body;
    expect(listCodes(result).toSorted()).toEqual([code, other, clone].toSorted());
    expect(result.find((file: { file_code: string }) => file.file_code === code)).toEqual({
      file_code: code,
      title: 'a',
      deleted: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      deleted_by: 'owner',
      deleted_ago_sec: expect.stringMatching(/^\d+$/),
    });
    expect((await call('file/deleted', {}, OTHER_KEY)).body.result).toEqual([]);
  });

  test('takedowns: when each file will be removed', async () => {
    const { call, admin } = await startSibling();
    const code = await send(call);
    await admin.takeDown(code);
    const { result } = (await call('file/dmca', { last: '1' })).body;
    expect(result).toEqual([
      { file_code: code, del_in_sec: expect.stringMatching(/^86(400|39\d)$/), del_time: expect.any(String) },
    ]);
  });
});

describe('encoding', () => {
  const start = async (options: Partial<ServiceOptions>) => {
    const { call, service } = await startSibling({ encodingMs: 3_600_000, ...options });
    const code = await add(call, `${await testSite()}/sample.webm`);
    await arrived(call, code);
    const encodings = async (params: Record<string, string> = {}) =>
      (await call('file/encodings', params)).body.result;
    return { call, service, code, encodings };
  };

  test('an arrived video is encoded to one quality after another, and plays then', async () => {
    const { call, service, code, encodings } = await start({});
    const about = { file_code: code, title: 'sample', link: `${service.url}/e/${code}` };
    const entries = [
      { ...about, quality: 'n', status: 'ENCODING', progress: '0' },
      { ...about, quality: 'h', status: 'PENDING', progress: '0' },
    ];
    expect(await encodings()).toEqual(entries);
    expect(await encodings({ file_code: code })).toEqual(entries);
    expect(await encodings({ file_code: 'nothing' })).toEqual([]);
    expect((await call('file/encodings', { file_code: code }, OTHER_KEY)).body.result).toEqual([]);
    expect((await info(call, code))[0].canplay).toBe(0);
    service.settings.encodingMs = 0;
    expect(await encodings()).toEqual([]);
    expect(await encodings({ file_code: code })).toEqual([]);
    expect((await info(call, code))[0].canplay).toBe(1);
  });

  test('it can fail', async () => {
    const { encodings } = await start({ encodingMs: 0, encodingQualities: 'n', encodingFails: true });
    expect(await encodings()).toMatchObject([{ quality: 'n', status: 'ERROR' }]);
  });

  test('clones and files that are not media need none', async () => {
    const { call, service, code, encodings } = await start({});
    service.settings.encodingMs = 3_600_000;
    const clone = (await call('file/clone', { file_code: code })).body.result.filecode;
    const other = await send(call);
    expect(await encodings({ file_code: clone })).toEqual([]);
    expect(await encodings({ file_code: other })).toEqual([]);
  });
});

describe('folders', () => {
  const list = async (call: Call, params: Record<string, string> = {}) =>
    (await call('folder/list', params)).body.result;

  test('they are listed in their parents, files with files=1 only', async () => {
    const { call } = await startSibling();
    const outer = await createFolder(call, { name: 'Outer', descr: 'All of it' });
    const inner = await createFolder(call, { name: 'Inner', parent_id: outer });
    const file = await send(call, 'a.bin', { fld_id: outer });
    expect(await list(call)).toEqual({
      folders: [{ name: 'Outer', fld_id: outer, code: expect.any(String), descr: 'All of it' }],
    });
    const { folders, files } = await list(call, { fld_id: outer, files: '1' });
    expect(folders).toMatchObject([{ fld_id: inner }]);
    expect(listCodes(files)).toEqual([file]);
    expect((await call('folder/list', { fld_id: '99' })).body.status).toBe(404);
  });

  test('edit: name and description, and each alone', async () => {
    const { call } = await startSibling();
    const fld_id = await createFolder(call);
    const edit = async (params: Record<string, string>) => (await call('folder/edit', params)).body;
    expect(await edit({ fld_id, name: 'Renamed' })).toMatchObject({ status: 200, result: 'true' });
    expect(await edit({ fld_id, descr: 'Words' })).toMatchObject({ status: 200 });
    expect((await list(call)).folders).toMatchObject([{ name: 'Renamed', descr: 'Words' }]);
    expect(await edit({ fld_id })).toMatchObject({ status: 400 });
    expect(await edit({ fld_id: '0', name: 'x' })).toMatchObject({ status: 400 });
    expect((await call('folder/edit', { fld_id, name: 'x' }, OTHER_KEY)).body.status).toBe(404);
  });

  test('edit moves a folder, but not into itself or its subfolders', async () => {
    const { call } = await startSibling();
    const outer = await createFolder(call);
    const inner = await createFolder(call, { name: 'Inner', parent_id: outer });
    const other = await createFolder(call, { name: 'Other' });
    const move = async (fld_id: string, parent_id: string) =>
      (await call('folder/edit', { fld_id, parent_id })).body.status;
    expect(await move(outer, other)).toBe(200);
    expect((await list(call, { fld_id: other })).folders).toMatchObject([{ fld_id: outer, name: 'Folder' }]);
    expect([await move(other, inner), await move(outer, outer), await move(outer, '99')]).toEqual([
      400, 400, 404,
    ]);
    expect(await move(inner, '0')).toBe(200);
    expect((await list(call)).folders.map((folder: { fld_id: string }) => folder.fld_id)).toEqual([
      inner,
      other,
    ]);
  });
});

describe('pages', () => {
  test.each(['/e/{code}', '/embed-{code}.html', '/embed/{code}', '/v/{code}'])(
    'the player is only at %s, and plays; the page of the file links to it',
    async (playerPath) => {
      const { call, url } = await startSibling({ playerPath, encodingMs: 0 });
      const code = await add(call, `${await testSite()}/sample.webm`);
      await arrived(call, code);
      const [file] = (await call('file/list')).body.result.files;
      const path = playerPath.replace('{code}', code);
      expect(file.link).toBe(url + path);
      const html = await (await fetch(file.link)).text();
      const source = /<video[^>]* src="([^"]*)"/.exec(html)?.[1] ?? '';
      const bytes = await fetch(new URL(source, file.link));
      expect((await bytes.arrayBuffer()).byteLength).toBe(clipBytes);
      expect((await fetch(file.thumbnail)).headers.get('content-type')).toContain('image/');
      expect(await (await fetch(`${url}/${code}.html`)).text()).toContain(`href="${path}"`);
      const elsewhere = playerPath === '/v/{code}' ? `/e/${code}` : `/v/${code}`;
      expect((await fetch(url + elsewhere)).status).toBe(404);
      expect((await fetch(`${url}/d/${code}`)).status).toBe(404);
    },
  );

  test('the player takes no poster and no subtitles', async () => {
    const { call, url } = await startSibling();
    const code = await add(call, `${await testSite()}/sample.webm`);
    await arrived(call, code);
    const query = 'c_poster=https://pictures.example/a.jpg&c1_file=https://words.example/a.srt&c1_label=x';
    expect(await (await fetch(`${url}/e/${code}?${query}`)).text()).not.toContain('.example');
  });

  test('addresses in responses are those of the share host', async () => {
    const shareUrl = 'https://videos.example/sub';
    const { call } = await startSibling({ shareUrl });
    const file_code = await send(call);
    const [file] = (await call('file/list')).body.result.files;
    expect(file).toMatchObject({
      link: `${shareUrl}/e/${file_code}`,
      thumbnail: `${shareUrl}/i/thumb/${file_code}`,
    });
    expect((await call('file/clone', { file_code })).body.result.url).toMatch(
      /^https:\/\/videos.example\/sub\/\w+\.html$/,
    );
    expect((await info(call, file_code))[0].player_img).toMatch(/^https:\/\/videos\.example\/sub\/i\//);
  });

  test('opening the page updates the last view, opening the player also counts a view', async () => {
    const { admin, call, url } = await startSibling();
    const [seen, played] = [await send(call), await send(call)];
    await fetch(`${url}/${seen}.html`);
    await fetch(`${url}/e/${played}`);
    const endpoints = (await admin.audit()).map(({ endpoint }) => endpoint);
    expect(endpoints.slice(-2)).toEqual(['/{code}.html', '/e']);
    const [first, second] = await info(call, `${seen},${played}`);
    expect(first).toMatchObject({ file_views: '0', file_last_download: expect.stringMatching(/^\d{4}-/) });
    expect(second).toMatchObject({ file_views: '1', file_last_download: expect.stringMatching(/^\d{4}-/) });
  });
});

test('the limit, faults and the audit log apply', async () => {
  const { call, admin } = await startSibling();
  const fault = { endpoint: '/api/file/url_*', kind: 'html', httpStatus: 404 } as const;
  await admin.setFaults([fault]);
  await expect(call('file/url_uploads')).rejects.toThrow(SyntaxError);
  await expect(call('file/url_actions')).rejects.toThrow(SyntaxError);
  expect((await call('file/list')).body.status).toBe(200);
  expect(await admin.audit()).toMatchObject([
    { endpoint: '/api/file/url_uploads', account: 'one@example.org', fault: 'html', httpStatus: 404 },
    { endpoint: '/api/file/url_actions', fault: 'html' },
    { endpoint: '/api/file/list', fault: null, effect: true, status: 200 },
  ]);
  await admin.setSettings({ rateLimit: true });
  const answers = await Promise.all(
    Array.from({ length: 11 }, () => call('file/url_actions')).map((it) => it.catch(() => null)),
  );
  expect(answers.filter((answer) => answer?.httpStatus === 429)).toHaveLength(1);
});

test('both dialects have the same store', async () => {
  const dataDir = await temporaryFolder();
  const first = await testService({ dataDir });
  const { body } = await first.call('folder/create', { name: 'Kept' });
  await first.service.close();
  const { call } = await startSibling({ dataDir });
  expect((await call('folder/list')).body.result.folders).toMatchObject([{ fld_id: body.result.fld_id }]);
});

test.each([
  [{ dialect: 'other' }, '"dialect" must be one of document, sibling, not "other".'],
  [{ missingCall: 'page-500' }, 'The setting "missingCall" must match'],
  [{ playerPath: '/watch' }, 'The setting "playerPath" must match'],
  [{ shareUrl: 'videos.example' }, 'The setting "shareUrl" must match'],
])('%j is rejected with a message', async (options, sentence) => {
  const dataDir = await temporaryFolder();
  await expect(startService({ dataDir, ...(options as Partial<ServiceOptions>) })).rejects.toThrow(sentence);
});
