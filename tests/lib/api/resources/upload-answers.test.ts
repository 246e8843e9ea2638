/** How services respond to an upload, and how `uploads.send` reads it. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, createClient, type Fetch } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';

const key = 'K3y+that/is=secret';
const file = new File(['some text'], 'My_clip.mp4');
const notVideo = 'Not video file format';

interface Service {
  /** Body of the response to the POST. Anything but a string is sent as JSON. */
  readonly answer: unknown;
  /** What file/info lists. */
  readonly stored?: readonly object[];
  readonly infoStatus?: number;
  readonly signal?: AbortSignal;
  readonly onInfo?: () => void;
}

function sendTo({ answer, stored = [], infoStatus = 200, signal, onInfo }: Service) {
  const requests: string[] = [];
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push(pathname.replace('/api/', ''));
    await request.arrayBuffer();
    const ok = (result: unknown) => Response.json({ msg: 'OK', status: 200, result });
    if (pathname === '/up') return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
    if (pathname.endsWith('server')) return ok('https://files.example/up');
    onInfo?.();
    return infoStatus === 200
      ? ok(stored)
      : new Response(infoStatus === 404 ? '{"msg":"Not found","status":404}' : '', { status: infoStatus });
  };
  const options = { baseUrl: 'https://files.example', key, limiter: fastLimiter(), maxRetries: 0, fetch };
  const sent = createClient(options).uploads.send(file, {}, { signal });
  return { requests, sent: sent.catch((error: unknown) => error) };
}

const ok = (result: unknown) => ({ msg: 'OK', status: 200, result });
const form = (code: string, st: string) =>
  `<Form name='F1' action='/' method='POST'><textarea name="fn">${code}</textarea><textarea name="st">${st}</textarea></Form>`;
const taken = { filecode: 'abc', title: 'A &amp; B', size: '9' };

test.each<[string, unknown]>([
  ['an envelope with an array', ok([{ ...taken, status: 200 }])],
  ['an envelope with one entry', ok(taken)],
  ['an entry that is called active', ok([{ filecode: 'abc', status: 'Active' }])],
  ['a bare array', [{ file_code: 'abc', file_status: 'OK' }]],
  ['a bare array with a number as status', [{ ...taken, status: '200' }]],
  ['an HTML form', form('abc', 'OK')],
  ['an HTML form of inputs', '<input type=hidden name="fn" value="abc"><input name="st" value="OK">'],
  ['an HTML form of inputs, values first', `<input value='abc' name='fn'><input value=OK name=st>`],
  ['files beside no result', { msg: 'OK', status: 200, files: [{ filecode: 'abc', status: 'OK' }] }],
  ['files in the result', ok({ files: [{ file_code: 'abc', status: 'OK' }] })],
  ['files without an envelope', { files: [{ fileCode: 'abc', status: 'ok' }] }],
  ['files as an object', { msg: 'OK', status: 200, files: { 0: { filecode: 'abc' } } }],
  ['a file', { file: { file_code: 'abc', status: 'OK' } }],
  ['a file in processing', { files: [{ filecode: 'abc', status: 'Processing' }] }],
  ['a file in a queue', { files: [{ filecode: 'abc', status: 'Queued for encoding' }] }],
  ['a file in the result', ok({ file: { filecode: 'abc', st: 'Uploaded' } })],
  ['the fields in the envelope itself', { status: 'OK', filecode: 'abc' }],
  ['a file that is described beside its code', { status: 'OK', filecode: 'abc', file: { size: 9 } }],
  ['a file with a word for no error', { files: [{ filecode: 'abc', status: 'OK', error: 'N/A' }] }],
  ['a sentence of success', { ...ok([taken]), msg: 'Upload successful' }],
  ['an entry whose first code is none', ok([{ filecode: 'undef', file_code: 'abc' }])],
  [
    'files of others beside ours',
    {
      files: [
        { filecode: 'x', filename: 'My_clip.avi', status: 'OK' },
        { filecode: '', filename: 'other.mp4', status: 'unallowed extension' },
        { filecode: 'abc', filename: 'My_clip.mp4', status: 'OK' },
      ],
    },
  ],
  [
    'files of others beside ours, renamed',
    ok([
      { filecode: 'x', title: 'z' },
      { ...taken, title: 'my clip' },
    ]),
  ],
  ['files of others beside one without a name', ok([{ filecode: 'x', title: 'z' }, { filecode: 'abc' }])],
  ['a file under another name', ok({ files: [{ filecode: 'abc', filename: 'renamed', status: 'OK' }] })],
])('%s is a success', async (_, answer) => {
  const { sent } = sendTo({ answer });
  expect(await sent).toMatchObject({ fileCode: 'abc', folderId: '0' });
});

describe('a refusal', () => {
  test.each<[string, unknown, string | null]>([
    ['of a form', form('', notVideo), notVideo],
    ['of a form that names no file', form('undef', notVideo), notVideo],
    ['of a form in other letters', form('', 'Недопустимый формат'), 'Недопустимый формат'],
    ['of a form with entities', form('undef', 'Can&#39;t read &lt;file&gt;'), `Can't read <file>`],
    ['of a form of inputs', `<input name="fn" value=""><input name="st" value="Can't read">`, "Can't read"],
    ['of a file that does not exist', form('undef', 'File not found'), 'File not found'],
    ['of an empty code', form('', 'OK'), null],
    ['of the code 0', ok([{ filecode: 0, status: 200 }]), null],
    ['of the code null', ok([{ filecode: 'null' }]), null],
    ['of the code none', ok({ files: [{ filecode: 'None', status: 'OK' }] }), null],
    ['of the code undefined', ok({ file: { file_code: 'undefined', status: 'OK' } }), null],
    [
      'of a bare array',
      [{ file_code: 'undef', file_status: 'null filesize or wrong file path' }],
      'null filesize or wrong file path',
    ],
    ['of files', { files: [{ filecode: '', status: 'unallowed extension' }] }, 'unallowed extension'],
    [
      'of files under an OK',
      {
        msg: 'OK',
        status: 200,
        files: [{ filecode: '', filename: 'My_clip.mp4', status: 'unallowed extension' }],
      },
      'unallowed extension',
    ],
    [
      'of all files',
      {
        files: [
          { filename: 'a', status: 'too short' },
          { filename: 'b', status: 'too long' },
        ],
      },
      'too short',
    ],
    [
      'of ours among others',
      ok([
        { filecode: 'x', name: 'b' },
        { name: 'My_clip.mp4', st: 'no' },
      ]),
      'no',
    ],
    ['in words beside a number', ok([{ status: 400, error: 'Wrong container' }]), 'Wrong container'],
    ['in a number', ok([{ status: 0 }]), '0'],
    ['in a word like processing', ok([{ status: 'Processing failed' }]), 'Processing failed'],
    ['in the message', { msg: 'Come back tomorrow', status: 200, result: null }, 'Come back tomorrow'],
    ['in the envelope', { msg: 'Wrong file type', status: 400 }, 'Wrong file type'],
    ['in the entry of an envelope without words', { status: 400, result: [{ status: notVideo }] }, notVideo],
    ['in the status of the envelope', { status: 'ERROR', files: [{ filename: 'My_clip.mp4' }] }, 'ERROR'],
    ['in plain text', 'ERROR: upload session is not valid', 'ERROR: upload session is not valid'],
    ['that is cut', form('', 'why '.repeat(2_000)), `${'why '.repeat(75).trim().slice(0, 299)}…`],
    ['that echoes the key', form('', `${key} is odd`), '[key] is odd'],
  ])('%s is reported in the service’s words', async (_, answer, msg) => {
    const { sent } = sendTo({ answer });
    const error = await sent;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'refused', endpoint: 'upload', msg });
    expect(error).not.toHaveProperty('fileCode');
    expect(inspect(error)).not.toContain(key);
  });

  test.each<[string, unknown]>([
    ['in a form', form('abc', notVideo)],
    ['in an entry', [{ file_code: 'abc', file_status: notVideo }]],
    ['in an entry with an OK', ok([{ filecode: 'abc', status: 200, file_status: notVideo }])],
    ['in files', { msg: 'OK', status: 200, files: [{ filecode: 'abc', status: notVideo }] }],
    ['in the message', { ...ok([taken]), msg: notVideo }],
    ['in an envelope of refusal', { msg: notVideo, status: 400, result: [taken] }],
  ])('together with a code, %s, is a success only if the file exists', async (_, answer) => {
    const stored = [{ filecode: 'abc', status: 200, title: 'My clip', size: '9', protected_dl: '/d/abc' }];
    const found = sendTo({ answer, stored });
    expect(await found.sent).toMatchObject({
      fileCode: 'abc',
      title: 'My clip',
      downloadUrl: 'https://files.example/d/abc',
    });

    const absent = sendTo({ answer, stored: [{ filecode: 'abc', status: 'Not found or not your file' }] });
    expect(await absent.sent).toMatchObject({ code: 'refused', msg: notVideo, mayHaveTakenEffect: false });
    expect(absent.requests).toEqual(['upload/server', '/up', 'file/info']);

    const denied = sendTo({ answer, infoStatus: 404 });
    expect(await denied.sent).toMatchObject({ code: 'refused', msg: notVideo, mayHaveTakenEffect: false });

    const cutShort = sendTo({ answer, stored: [{ ...stored[0], size: '4' }] });
    expect(await cutShort.sent).toMatchObject({ code: 'refused', msg: notVideo, fileCode: 'abc' });

    const unknown = sendTo({ answer, infoStatus: 500 });
    const error = { code: 'refused', msg: notVideo, mayHaveTakenEffect: true, fileCode: 'abc' };
    expect(await unknown.sent).toMatchObject(error);
  });

  test.each(['20GB', '2048', '20'])(
    'of %s, together with a code, isn’t an HTTP status of success',
    async (word) => {
      const { sent } = sendTo({ answer: [{ file_code: 'abc', file_status: word }], infoStatus: 404 });
      expect(await sent).toMatchObject({ code: 'refused', msg: word });
    },
  );

  test('together with a code, if it is cancelled before the file was looked up, leaves open whether the file exists', async () => {
    const controller = new AbortController();
    const { sent } = sendTo({
      answer: form('abc', notVideo),
      signal: controller.signal,
      onInfo: () => controller.abort(),
    });
    expect(await sent).toMatchObject({ code: 'aborted', mayHaveTakenEffect: true, fileCode: 'abc' });
  });

  test('together with the code of an older file doesn’t name our file', async () => {
    const stored = [{ filecode: 'old', status: 200, title: 'My clip', size: '9' }];
    const { sent, requests } = sendTo({ answer: form('old', 'You have this file already'), stored });
    expect(await sent).toMatchObject({ code: 'refused', mayHaveTakenEffect: false });
    expect(requests).toEqual(['upload/server', '/up']);
  });
});

test.each<[string, unknown, object]>([
  ['a bad key', { status: 400, msg: 'Invalid key' }, { code: 'unauthorized', mayHaveTakenEffect: false }],
  ['a full account', form('undef', 'not enough disk space on your account'), { code: 'quota-exceeded' }],
  [
    'an error of the service beside a code',
    { status: 500, msg: 'Internal error', result: [{ filecode: 'abc', status: 'OK' }] },
    { code: 'invalid-response', mayHaveTakenEffect: true },
  ],
  ['an OK without a code', ok([{ size: 9 }]), { code: 'invalid-response', mayHaveTakenEffect: true }],
  ['an OK without a result', { status: 200, msg: 'OK' }, { code: 'invalid-response' }],
  ['an OK without files', { status: 200, msg: 'OK', files: [] }, { code: 'invalid-response' }],
  [
    'files of others only',
    ok([
      { filecode: 'x', title: 'z' },
      { filecode: 'y', title: 'w' },
    ]),
    {},
  ],
  ['an empty body', '', {}],
  ['a web page', '<HTML><BODY>Welcome</BODY></HTML>', {}],
  ['text of unknown meaning', 'Thank you', {}],
  ['a cut-off body', JSON.stringify(ok([taken])).slice(0, 40), {}],
  ['an answer of another API', { user: { filecode: 'abc' }, page: {} }, {}],
  ['nested lists', `{"files":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}],
  ['nested records', `${'{"result":'.repeat(50)}{"filecode":"abc"}${'}'.repeat(50)}`, {}],
  ['codes of the prototype', '{"files":[{"__proto__":{"filecode":"abc"}}]}', {}],
  ['a code that is too long', ok([{ filecode: 'x'.repeat(5_000) }]), { code: 'refused' }],
  ['a huge form', form('abc', 'x'.repeat(60_000)), {}],
])('%s is an error', async (_, answer, expected) => {
  const { sent } = sendTo({ answer });
  const error = await sent;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ endpoint: 'upload', code: 'invalid-response', ...expected });
});

test('a list of a hundred thousand entries is read at once', async () => {
  const others = Array.from({ length: 100_000 }, (_, at) => ({ filecode: `x${at}`, filename: `${at}.mp4` }));
  const startedAt = performance.now();
  const { sent } = sendTo({ answer: { files: [...others, { filecode: 'abc', filename: 'my clip' }] } });
  expect(await sent).toMatchObject({ fileCode: 'abc' });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
