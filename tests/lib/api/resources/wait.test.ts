/** Waiting for a remote upload, and how services respond meanwhile. */
import { describe, expect, test } from 'vitest';
import { ApiError, createClient, type Limiter, type Transfer } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';

const transfer = {
  file_code: 'abc',
  status: 'working',
  bytes_total: '10',
  bytes_downloaded: '5',
  remote_url: 'x',
};
const notFound = { status: 404, msg: 'Not found' };
const wrongKey = { status: 403, msg: 'Wrong auth' };
const refused = { status: 400, msg: 'Bad Request' };
const unknownFile = [{ filecode: 'abc', status: 'Not found or not your file' }];
const file = [{ filecode: 'abc', status: 200, size: '10', title: 'A' }];

/** `list` defaults to `transfer`. */
interface Look {
  readonly transfer: unknown;
  readonly list?: unknown;
  readonly file?: unknown;
  readonly account?: unknown;
}

/** A service with a sequence of states. The last one repeats. A number instead of a result is an error status. */
function clientFor(looks: readonly Look[]) {
  let at = -1;
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    const { pathname } = new URL(String(input));
    asked.push(pathname.replace('/api/', ''));
    if (pathname.endsWith('urlupload/status')) at = Math.min(at + 1, looks.length - 1);
    const look = looks[at];
    const result = pathname.endsWith('file/info')
      ? look?.file
      : pathname.endsWith('account/info')
        ? (look?.account ?? { email: 'a@b.example' })
        : pathname.endsWith('urlupload/list') && look?.list !== undefined
          ? look.list
          : look?.transfer;
    if (typeof result === 'number') return new Response('<html>', { status: result });
    if (typeof result === 'string') return new Response(result);
    if (result instanceof Error) throw result;
    const isError = typeof result === 'object' && result !== null && 'msg' in result;
    return Response.json(isError ? result : { status: 200, msg: 'OK', result: result ?? [] });
  };
  const options = { baseUrl: 'https://files.example', key: 'secret-key', fetch, limiter: fastLimiter() };
  return { asked, ...createClient({ ...options, maxRetries: 0 }) };
}

const working = { transfer: [transfer] };
const wait = { interval: 1 };

test.each<[string, readonly Look[]]>([
  ['leaves the list', [working, working, { transfer: [], file }]],
  ['leaves the list with an error for its code', [working, { transfer: notFound, file }]],
  ['is gone at first', [{ transfer: [], file: unknownFile }, working, { transfer: [], file }]],
  ['is gone before its file is there', [working, { transfer: [], file: notFound }, { transfer: [], file }]],
  ['stays as “finished”', [working, { transfer: [{ ...transfer, status: 'finished' }], file }]],
  ['stays with all bytes', [working, { transfer: [{ ...transfer, bytes_downloaded: '10' }], file }]],
  [
    'has a file that is refused for a while',
    [working, { transfer: [], file: refused }, { transfer: [], file }],
  ],
  ['cannot be asked for a while', [working, { transfer: 502 }, { transfer: 500 }, { transfer: [], file }]],
])('resolves to the file of a transfer that %s', async (_, looks) => {
  const { remoteUploads } = clientFor(looks);
  expect(await remoteUploads.wait('abc', wait)).toMatchObject({ found: true, fileCode: 'abc', size: 10 });
});

test.each<[string, readonly Look[], object]>([
  ['failed', [working, { transfer: [{ ...transfer, status: 'error' }] }], { code: 'refused', msg: 'error' }],
  ['is gone with its file', [working, { transfer: [], file: unknownFile }], { code: 'not-found' }],
  ['is gone, and its file fails', [{ transfer: [], file: 502 }], { code: 'invalid-response', status: 502 }],
  ['is gone, and its file is refused', [{ transfer: [], file: refused }], { code: 'refused', status: 400 }],
  [
    'stays as “finished”, and its file fails',
    [{ transfer: [{ ...transfer, status: 'finished' }], file: 502 }],
    { code: 'invalid-response', status: 502 },
  ],
  [
    'cannot be asked for, nor its file',
    [{ transfer: 502, file: 502 }],
    { code: 'invalid-response', status: 502 },
  ],
  ['is unknown, and not listed', [{ transfer: refused, list: [], file: unknownFile }], { code: 'not-found' }],
  ['belongs to a rejected key', [{ transfer: wrongKey, account: wrongKey }], { code: 'unauthorized' }],
])('rejects if the transfer %s', async (_, looks, expected) => {
  await expect(clientFor(looks).remoteUploads.wait('abc', wait)).rejects.toMatchObject(expected);
});

test.each<[string, unknown]>([
  ['a web page with 404', 404],
  ['a web page', '<html>'],
  ['an empty body', ''],
  ['a refusal', refused],
  ['“not found”', notFound],
  ['a denial', { status: 403, msg: 'Access denied' }],
  ['a limit', { status: 403, msg: 'limit reached: 10 per day' }],
  ['a failure', 500],
  ['a broken connection', new TypeError('Failed to fetch')],
])('only looks for the file if calls about transfers get %s', async (_, answer) => {
  const early = [unknownFile, notFound, refused].flatMap((each) => Array<unknown>(4).fill(each));
  const looks = early.map((each) => ({ transfer: answer, file: each }));
  const { remoteUploads, asked } = clientFor([...looks, { transfer: answer, file }]);
  expect(await remoteUploads.wait('abc', wait)).toMatchObject({ found: true, fileCode: 'abc' });
  expect(asked.filter((endpoint) => endpoint === 'file/info')).toHaveLength(13);
});

test('uses the list if the status call doesn’t work, and counts no absence beside transfers without a code', async () => {
  const waiting = { ...transfer, file_code: '' };
  const missing = Array.from({ length: 8 }, () => ({
    transfer: refused,
    list: [waiting],
    file: unknownFile,
  }));
  const { remoteUploads } = clientFor([
    ...missing,
    { transfer: refused, list: [transfer] },
    { transfer: refused, list: [], file },
  ]);
  const seen: Transfer[] = [];
  await remoteUploads.wait('abc', { ...wait, onProgress: (each) => seen.push(each) });
  expect(seen).toMatchObject([{ fileCode: 'abc', bytesDownloaded: 5 }]);
});

test('looks for the file only if it may exist, and reports the transfer', async () => {
  const { remoteUploads, asked } = clientFor([working, working, { transfer: [], file }]);
  const seen: Transfer[] = [];
  await remoteUploads.wait('abc', { ...wait, onProgress: (each) => seen.push(each) });
  expect(asked).toEqual([...Array(3).fill('urlupload/status'), 'file/info']);
  expect(seen.map(({ bytesDownloaded }) => bytesDownloaded)).toEqual([5, 5]);
});

test('ends by its signal at once', async () => {
  const { remoteUploads, asked } = clientFor([working]);
  const signal = AbortSignal.timeout(50);
  const error = await remoteUploads.wait('abc', { signal, interval: 60_000 }).catch((caught) => caught);
  expect(error).toMatchObject({ name: 'AbortError', code: 'aborted' });
  expect(error.cause).toBe(signal.reason);
  expect(asked).toHaveLength(1);
});

test('checks its arguments first', async () => {
  const { remoteUploads, asked } = clientFor([working]);
  await expect(remoteUploads.wait('')).rejects.toThrow(TypeError);
  await expect(remoteUploads.wait('abc', { interval: 0 })).rejects.toThrow(TypeError);
  expect(asked).toEqual([]);
});

test('an error thrown by onProgress ends it, even one that would otherwise be retried', async () => {
  const facts = { endpoint: 'mine', msg: null, status: null, mayHaveTakenEffect: false };
  const thrown = new ApiError('network', 'My own call failed.', facts);
  const onProgress = () => {
    throw thrown;
  };
  const one = clientFor([working]);
  await expect(one.remoteUploads.wait('abc', { ...wait, onProgress })).rejects.toBe(thrown);
  expect(one.asked).toEqual(['urlupload/status']);
  const many = manyFor([{ list: [transfer] }]);
  await expect(many.remoteUploads.waitAll(['abc'], { ...wait, onProgress })).rejects.toBe(thrown);
  expect(many.asked).toEqual(['list']);
});

/** A service with a sequence of states, each with its transfers and files. */
function manyFor(looks: readonly { readonly list: unknown; readonly files?: Record<string, unknown> }[]) {
  let at = -1;
  const asked: string[] = [];
  const lanes: (string | undefined)[] = [];
  const fetch = async (input: unknown) => {
    const { pathname, searchParams } = new URL(String(input));
    const isList = pathname.endsWith('urlupload/list');
    if (isList) at = Math.min(at + 1, looks.length - 1);
    const codes = searchParams.get('file_code')?.split(',') ?? [];
    asked.push(isList ? 'list' : pathname.endsWith('file/info') ? `info ${codes.join(' ')}` : pathname);
    const files = looks[at]?.files ?? {};
    const entries = codes.map((code) => ({
      filecode: code,
      status: 'Not found',
      ...(files[code] as object),
    }));
    const result = isList ? looks[at]?.list : entries;
    if (typeof result === 'number') return new Response('<html>', { status: result });
    return Response.json({ status: 200, msg: 'OK', result });
  };
  const inner = fastLimiter();
  const limiter: Limiter = {
    status: inner.status,
    run(call, options) {
      lanes.push(options?.lane);
      return inner.run(call, options);
    },
  };
  const options = {
    baseUrl: 'https://files.example',
    key: 'secret-key',
    dialect: 'document',
    fetch,
    limiter,
  } as const;
  return { asked, lanes, ...createClient({ ...options, maxRetries: 0 }) };
}
const named = (code: string, status = 'working') => ({ ...transfer, file_code: code, status });
const there = { status: 200, size: '10', title: 'A' };

describe('waitAll', () => {
  test('requests one list at a time, and the files that may exist', async () => {
    const { remoteUploads, asked, lanes } = manyFor([
      { list: [named('a'), named('b'), named('c')] },
      { list: [named('b'), named('c', 'error')], files: { a: there } },
      { list: [], files: { b: there } },
    ]);
    const seen: unknown[] = [];
    const ended = await remoteUploads.waitAll(['c', 'a', 'b', 'a'], {
      ...wait,
      onProgress: (each) => seen.push(each.fileCode),
    });
    expect(ended).toMatchObject([
      { found: false, fileCode: 'c', error: { code: 'refused', msg: 'error' } },
      { found: true, fileCode: 'a', size: 10 },
      { found: true, fileCode: 'b' },
      { found: true, fileCode: 'a' },
    ]);
    expect(asked).toEqual(['list', 'list', 'info a', 'list', 'info b']);
    expect(seen).toEqual(['c', 'a', 'b', 'c', 'b']);
    expect(new Set(lanes)).toEqual(new Set(['polling']));
  });

  test('reports a missing one only after repeating the check, and continues with the others', async () => {
    const { remoteUploads, asked } = manyFor([
      ...Array.from({ length: 7 }, () => ({ list: [named('b')] })),
      { list: [], files: { b: there } },
    ]);
    expect(await remoteUploads.waitAll(['a', 'b'], wait)).toMatchObject([
      { found: false, fileCode: 'a', error: { code: 'not-found' } },
      { found: true, fileCode: 'b' },
    ]);
    expect(asked.filter((each) => each === 'info a')).toHaveLength(5);
  });

  test('counts no absence if the list has no usable response', async () => {
    const { remoteUploads } = manyFor([
      ...Array.from({ length: 9 }, () => ({ list: 500 })),
      { list: 500, files: { a: there } },
    ]);
    expect(await remoteUploads.waitAll(['a'], wait)).toMatchObject([{ found: true }]);
  });

  test('ends by its signal, with an empty list, and with an invalid one', async () => {
    const { remoteUploads, asked } = manyFor([{ list: [named('a')] }]);
    expect(await remoteUploads.waitAll([])).toEqual([]);
    for (const codes of [[''], ['a', 7]])
      await expect(remoteUploads.waitAll(codes as string[])).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
    const signal = AbortSignal.timeout(50);
    const waiting = remoteUploads.waitAll(['a'], { signal, interval: 60_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', cause: { name: 'TimeoutError' } });
  });
});

test('waits in the given lane, otherwise with the polls', async () => {
  for (const lane of [undefined, 'sync'] as const) {
    const { remoteUploads, lanes } = manyFor([{ list: [], files: { a: there } }]);
    await remoteUploads.wait('a', { ...wait, lane });
    expect(new Set(lanes)).toEqual(new Set([lane ?? 'polling']));
  }
});
