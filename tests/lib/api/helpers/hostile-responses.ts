/** Hostile responses. Each is tried with every call. */
import type { ServerResponse } from 'node:http';
import { isAll } from '../../../properties.ts';

/** A body with HTTP 200, or a function that sends anything. It may leave the connection open or broken. */
export type HostileAnswer = { readonly name: string } & (
  | { readonly body: string }
  | { send(response: ServerResponse): void }
);

const ok = { msg: 'OK', server_time: '2026-11-01 12:00:00', status: 200 };
const withResult = (result: unknown) => ({ ...ok, result });
const page =
  '<!DOCTYPE html><html><head><title>Just a moment…</title></head><body><h1>503</h1></body></html>';
const file = { file_code: 'abc', title: 'A', download_url: 'https://share.example/d/abc' };
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies with HTTP 200. Strings are sent as they are, everything else as JSON. */
const bodies: Readonly<Record<string, unknown>> = {
  'a huge body': 'x'.repeat(17 * 1024 * 1024),
  // No envelope.
  nothing: '',
  blanks: ' \r\n\t ',
  'a web page': page,
  'a PHP warning before the JSON': `<br />\n<b>Warning</b>: x in <b>/a.php</b>\n${JSON.stringify(withResult([]))}`,
  'plain text': 'Service temporarily out of order',
  'a JSON text': '"OK"',
  'a JSON number': '200',
  'JSON null': 'null',
  'JSON true': 'true',
  'a JSON array': '[]',
  'an array of arrays': '[[[]]]',
  'an array of an empty object': '[{}]',
  'an empty object': '{}',
  'an object of another API': { data: [], ok: true },
  'a cut-off body': '{"msg":"OK","status":200,"result":[{"file_code":"abc","ti',
  'two documents': `${JSON.stringify(ok)}${JSON.stringify(ok)}`,
  'a byte order mark': `\uFEFF${JSON.stringify(withResult([]))}`,
  binary: '\u0000\u0001\u0002\u0003\ufffd\ufffd',
  'nested deeply without an envelope': deep(200_000),
  // An envelope with an odd result.
  'no result': ok,
  'result null': withResult(null),
  'result {}': withResult({}),
  'result []': withResult([]),
  'result ""': withResult(''),
  'result "true"': withResult('true'),
  'result "false"': withResult('false'),
  'result false': withResult(false),
  'result true': withResult(true),
  'result 0': withResult(0),
  'result -1': withResult(-1),
  'result 1e999': '{"msg":"OK","status":200,"result":1e999}',
  'result a sentence': withResult('Not found or not your file'),
  'result a scripting address': withResult('javascript:alert(1)'),
  'result an address with a password': withResult('https://user:secret@files.example/up'),
  'result a number in a string': withResult('42'),
  'result [null]': withResult([null]),
  'result [1, "a", true]': withResult([1, 'a', true]),
  'result [[]]': withResult([[]]),
  'result [{}]': withResult([{}]),
  'result {"0": {}}': withResult({ 0: file, 7: file }),
  'result one file': withResult(file),
  'result an array with one good file': withResult([null, 'x', file, { title: 'no code' }]),
  'result { files: null }': withResult({ files: null, folders: null }),
  'result { files: "none" }': withResult({ files: 'none', folders: 3 }),
  'result { files: {} }': withResult({ files: {}, folders: {}, total_pages: '1' }),
  'result of zeros': withResult({ total_pages: 0, results: '0', results_total: '' }),
  'result nested deeply': `{"msg":"OK","status":200,"result":${deep(50_000)}}`,
  'every field null': withResult([nulls()]),
  'every field an object': withResult([filled({ a: [{}] })]),
  'every field an array': withResult([filled([1, [2]])]),
  'every field nested deeply': JSON.stringify(withResult([filled('deep')])).replaceAll(
    '"deep"',
    deep(20_000),
  ),
  'every field true': withResult([filled(true)]),
  'every field a huge number': withResult([filled(1.7976931348623157e308)]),
  'every field a negative number': withResult(filled(-5)),
  'every field a number in a string': withResult(filled('12.75')),
  'every field a long text': withResult(filled('é'.repeat(10_000))),
  'every field but the codes a long text': withResult([
    { ...filled('x'.repeat(10_000)), file_code: 'abc', filecode: 'abc', fld_id: '7', folder_id: '7' },
  ]),
  'every field but the codes a long address': withResult([
    {
      ...filled(`https://share.example/${'x'.repeat(10_000)}`),
      file_code: 'abc',
      filecode: 'abc',
      fld_id: '7',
      folder_id: '7',
    },
  ]),
  'every field markup': withResult([filled('<img src=x onerror=alert(1)>')]),
  'every field a scripting address': withResult([filled('javascript:alert(1)')]),
  'every field a lone surrogate':
    '{"msg":"OK","status":200,"result":[{"file_code":"abc","title":"\\ud800","filecode":"\\udfff"}]}',
  'zero dates': withResult([filled('0000-00-00 00:00:00')]),
  'another file': withResult([{ ...file, filecode: 'zzz', file_code: 'zzz', status: 200 }]),
  'an entry that carries the failure': withResult([
    { filecode: 'abc', status: 'Not found or not your file' },
  ]),
  'an entry that carries a number': withResult([{ filecode: 'abc', file_code: 'abc', status: 404 }]),
  'keys of the prototype':
    '{"msg":"OK","status":200,"result":{"__proto__":{"filecode":"abc"},"constructor":"x"}}',
  'codes of the prototype': withResult([
    { file_code: '__proto__', filecode: 'constructor', fld_id: 'toString' },
  ]),
  'an envelope of the prototype':
    '{"__proto__":{"status":200,"result":[]},"constructor":{"prototype":{"msg":"OK"}}}',
  // An odd envelope.
  'status missing': { msg: 'OK', result: [] },
  'status null': { msg: 'OK', status: null, result: [] },
  'status "200"': { msg: 'OK', status: '200', result: [file] },
  'status "OK"': { status: 'OK', result: 'true' },
  'status an object': { msg: 'OK', status: {}, result: [] },
  'status 0': { msg: 'OK', status: 0, result: [] },
  'status 302': { msg: 'Moved', status: 302 },
  'status 400 and nothing else': { status: 400 },
  'a bad key': { msg: 'Invalid key', status: 400 },
  'a wrong key': { msg: 'wrong AUTH', status: '403' },
  'a quota': { msg: 'limit reached: 100 uploads per day', status: 403 },
  'an unknown status': { msg: 'I am a teapot', status: 799 },
  'status 500': { msg: 'Internal error', status: 500 },
  'the documented 429 in HTTP 200': { msg: 'Too Many Requests', status: '429' },
  'a sentence under status 200': { ...ok, msg: 'Already in the queue', result: {} },
  'an unknown sentence under status 200': { ...ok, msg: 'Thank you for flying', result: null },
  'msg an object': { msg: { en: 'OK' }, status: 200, result: [] },
  // A backtracking pattern must not run over the whole text.
  'words that take long to read': withResult([
    { ...filled('reached '.repeat(5_000)), file_code: 'abc', filecode: 'abc' },
  ]),
  'msg that takes long to read': { msg: 'reached '.repeat(100_000), status: 400 },
  'a form that takes long to read': '<textarea name=a '.repeat(100_000),
  'msg a long text': { msg: 'why '.repeat(100_000), status: 400 },
};

/** Responses that are more than a body. */
const exchanges: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'HTTP 204': (response) => response.writeHead(204).end(),
  'HTTP 404 with a page': (response) => response.writeHead(404).end(page),
  'HTTP 401 with a page': (response) => response.writeHead(401).end(page),
  'HTTP 403 with a page': (response) => response.writeHead(403).end(page),
  'HTTP 429 with a page': (response) => response.writeHead(429).end(page),
  'HTTP 429 with the documented body': (response) =>
    response.writeHead(429).end(JSON.stringify({ msg: 'Too Many Requests', status: '429' })),
  'HTTP 502 with a page': (response) => response.writeHead(502).end(page),
  'HTTP 500 around a success': (response) => response.writeHead(500).end(JSON.stringify(withResult([file]))),
  'a redirect to another host': (response) =>
    response.writeHead(302, { location: 'https://elsewhere.example/?key=taken' }).end(),
  'a redirect in circles': (response) => response.writeHead(307, { location: response.req.url ?? '/' }).end(),
  'a wrong charset': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
      .end(JSON.stringify(withResult([file]))),
  'a body that is not what its encoding says': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"status":200}'),
  'a connection cut before the answer': (response) => void response.socket?.resetAndDestroy(),
  'a connection cut in the body': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"msg":"OK",', () => response.socket?.destroy());
  },
  'no HTTP': (response) => void response.socket?.end('hello\r\n\r\n'),
  'no answer at all': () => undefined,
  'an answer that never ends': (response) => {
    response.writeHead(200);
    response.write('{"msg":"OK","status":200,"result":[');
  },
};

function filled(value: unknown): Record<string, unknown> {
  const names =
    'email balance storage_used storage_left premim_expire day views downloads profit_views profit_total file_code fld_id protected_download protected_embed reported_on disabled_on title download_url single_img canplay length uploaded public filecode splash_img thumb_img size last_view protected_dl embed_url name code remote_url status bytes_total bytes_downloaded created folder_id total_pages results_total results files folders';
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

function nulls(): Record<string, unknown> {
  return { ...filled(null), file_code: 'abc', filecode: 'abc' };
}

/** These take as long as all others together. */
const heavy = new Set(['every field nested deeply', 'a huge body']);

/** Large bodies without an envelope. No call reads anything in them. */
export const unreadable: ReadonlySet<string> = new Set([
  'a huge body',
  'nested deeply without an envelope',
  'a form that takes long to read',
]);

/** Large bodies. Detecting the dialect would parse them several times for each call. */
export const slowToDetect: ReadonlySet<string> = new Set([
  'every field nested deeply',
  'result nested deeply',
  'words that take long to read',
  'every field a long text',
]);

export const hostileAnswers: readonly HostileAnswer[] = [
  ...Object.entries(bodies).map(([name, body]) => ({
    name,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })),
  ...Object.entries(exchanges).map(([name, send]) => ({ name, send })),
].filter(({ name }) => isAll || !heavy.has(name));

/** Only the timeout ends these. */
export const endless: ReadonlySet<string> = new Set(['no answer at all', 'an answer that never ends']);
