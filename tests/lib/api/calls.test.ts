/** Behaviour that all calls share: headers, the response beside the value, the log, and calls that the client has no method for. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient as createNodeClient } from '../../../api/src/node.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  createLimiter,
  type Logger,
  type LogLevel,
} from '../../../lib/api/index.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, type Handler, type RawServer, startRawServer } from './helpers/raw-server.ts';

const key = 'secret key/1';
const account = { status: 200, msg: 'OK', result: { email: 'me@files.example' } };

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function clientFor(handler: Handler, options: Partial<ClientOptions> = {}) {
  const started = await startRawServer(handler);
  server = started;
  const given = { baseUrl: started.url, key, limiter: fastLimiter(), maxRetries: 0, ...options };
  return { client: createClient(given), requests: started.requests, url: started.url };
}

const page = (titles: readonly string[]) => ({
  ...account,
  result: { files: titles.map((title) => ({ file_code: title, title })), results_total: titles.length },
});

function createLogger() {
  const lines: [level: string, message: string, details: object | undefined][] = [];
  const levels = ['debug', 'info', 'warn', 'error'] as const;
  const entries = levels.map((level) => [
    level,
    (message: string, details?: object) => void lines.push([level, message, details]),
  ]);
  return { lines, logger: Object.fromEntries(entries) as Logger };
}

describe('the response that withResponse adds', () => {
  test('is what the service sent', async () => {
    const { client } = await clientFor((_, response) => {
      response.writeHead(201, { 'x-request-id': '7' }).end(JSON.stringify(account));
    });
    const { data, response } = await client.account.info().withResponse();
    expect(data).toEqual(await client.account.info());
    expect(response).toMatchObject({ status: 201, text: JSON.stringify(account) });
    expect(response?.headers.get('x-request-id')).toBe('7');
  });

  test('never has the key, wherever the service put it', async () => {
    const { client } = await clientFor((request, response) => {
      const echo = { 'x-url': request.url ?? '', 'set-cookie': [`a=${key}`, `b=${encodeURIComponent(key)}`] };
      response.writeHead(200, echo).end(JSON.stringify({ ...account, url: request.url }));
    });
    const { response } = await client.account.info().withResponse();
    expect(response?.headers.getSetCookie()).toEqual(['a=[key]', 'b=[key]']);
    const shown = inspect([response, [...(response?.headers ?? [])]], { depth: Number.POSITIVE_INFINITY });
    expect(shown).toContain('[key]');
    expect(shown).not.toMatch(/secret.*key/);
  });

  test('never has the key in a header that must be decoded to find it', async () => {
    const sample = 'sample-key';
    const hidden = sample.replace('m', '%6d');
    const { client } = await clientFor(
      (_, response) => {
        response
          .writeHead(200, { 'x-link': `/?title=%E6%97%A5\\ud800&key=${hidden}` })
          .end(JSON.stringify(account));
      },
      { key: sample },
    );
    const { response } = await client.account.info().withResponse();
    expect(response?.headers.get('x-link')).toBe('/?title=%E6%97%A5%EF%BF%BD&key=[key]');
  });

  test('is the last one of a call that makes several requests, or none', async () => {
    let count = 0;
    const { client } = await clientFor((request, response) => {
      count += 1;
      response.setHeader('x-count', count);
      const codes = new URL(request.url ?? '', 'http://host').searchParams.get('file_code')?.split(',') ?? [];
      const result = codes.map((code) => ({ file_code: code, title: code, status: 200 }));
      response.end(JSON.stringify({ ...account, result }));
    });
    const codes = Array.from({ length: 60 }, (_, at) => `code${at}`);
    const { data, response } = await client.files.info(codes).withResponse();
    expect([data.length, response?.headers.get('x-count')]).toEqual([60, '2']);
    // Requests the transfer and the file.
    const { response: ofFile } = await client.remoteUploads.wait('abc').withResponse();
    expect(ofFile?.headers.get('x-count')).toBe(String(count));
    expect(await client.files.info([]).withResponse()).toEqual({ data: [], response: null });
  });

  test('is given to each caller that shares a request', async () => {
    const { client, requests } = await clientFor(answering(account));
    const both = await Promise.all([1, 2].map(() => client.account.info().withResponse()));
    expect(requests).toHaveLength(1);
    for (const { response } of both) expect(response?.text).toBe(JSON.stringify(account));
  });

  test('rejects like the call, and leaves no unhandled rejection', async () => {
    const { client } = await clientFor(answering({ status: 404, msg: 'No file' }));
    await expect(client.files.check('abc').withResponse()).rejects.toMatchObject({ code: 'not-found' });
    await expect(client.files.list('7' as never).withResponse()).rejects.toThrow(TypeError);
  });

  test.each<LogLevel>(['off', 'error'])(
    'leaves a rejection visible that nobody handles (log: %s)',
    async (logLevel) => {
      const thrown: unknown[] = [];
      const onUnhandled = (error: unknown) => void thrown.push(error);
      process.on('unhandledRejection', onUnhandled);
      try {
        const { logger } = createLogger();
        const { client } = await clientFor(answering({ status: 404, msg: 'No file' }), { logger, logLevel });
        void client.files.rename('abc', 'A');
        await vi.waitFor(() => expect(thrown).toMatchObject([{ code: 'not-found' }]));
      } finally {
        process.off('unhandledRejection', onUnhandled);
      }
    },
  );

  test('exists in a page whose scripts replace Promise', async () => {
    const { client } = await clientFor(answering(account));
    vi.stubGlobal('Promise', class extends Promise<unknown> {});
    const call = (() => {
      try {
        return client.account.info();
      } finally {
        vi.unstubAllGlobals();
      }
    })();
    expect((await call.withResponse()).data).toEqual(await call);
    expect(await call).toMatchObject({ email: 'me@files.example' });
  });

  test('exists for every call that returns a promise', async () => {
    const { client } = await clientFor(answering({ status: 404, msg: 'No file' }));
    const nouns = ['account', 'takedowns', 'uploads', 'remoteUploads', 'folders', 'files'] as const;
    const calls = [client.get, ...nouns.flatMap((noun) => Object.values(client[noun]))];
    expect(calls.length).toBeGreaterThan(30);
    for (const call of calls as ((...args: unknown[]) => unknown)[]) {
      const end = call();
      if (!(end instanceof Promise)) continue;
      end.catch(() => undefined);
      expect(end).toHaveProperty('withResponse');
    }
  });
});

describe('headers of a call', () => {
  test('are sent with each of its requests', async () => {
    const { client, requests, url } = await clientFor((request, response) => {
      request.resume();
      const result =
        request.method === 'POST'
          ? [{ filecode: 'abc' }]
          : request.url?.includes('server')
            ? `${url}/up`
            : [{ file_code: 'abc', title: 'a', status: 200 }];
      response.end(JSON.stringify({ ...account, result }));
    });
    const headers = { 'x-access': 'let me in' };
    await client.account.probe({ headers: new Headers(headers) });
    await client.uploads.send(new File(['a'], 'a.txt'), { folderId: '7', title: 'B', headers });
    await client.remoteUploads.wait('abc', { headers });
    for await (const _ of client.files.iterateDetails({}, { headers }));
    const without = requests.filter((each) => each.headers['x-access'] !== 'let me in');
    // The upload address may be on another host.
    expect(without.map(({ method }) => method)).toEqual(['POST']);
    expect(requests.length).toBeGreaterThan(6);
  });

  test('are also sent with the detection of the dialect', async () => {
    const { client, requests } = await clientFor(answering(account));
    await client.detectDialect({ headers: { 'x-access': 'a' } });
    expect(requests.every((each) => each.headers['x-access'] === 'a')).toBe(true);
  });

  test('separate calls that would otherwise share a request', async () => {
    const { client, requests } = await clientFor(answering(account));
    const calls = ['de', 'fr', 'de'].map((language) =>
      client.account.info({ headers: { 'accept-language': language } }),
    );
    await Promise.all(calls);
    expect(requests.map(({ headers }) => headers['accept-language']).sort()).toEqual(['de', 'fr']);
  });

  test.each<[string, unknown]>([
    ['a name', { 'not a name': 'secret' }],
    ['a value', { 'x-a': 'secret\nmore' }],
    ['a text', 'secret'],
    ['null', null],
  ])('are rejected with a TypeError that doesn’t quote them: %s', async (_, headers) => {
    const { client, requests } = await clientFor(answering(account));
    const error = await client.account.info({ headers: headers as never }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/headers/);
    expect(inspect(error)).not.toContain('secret');
    expect(requests).toHaveLength(0);
  });
});

describe('the log', () => {
  const failing: Handler = (request, response) => {
    if (request.url?.includes('info')) response.end(JSON.stringify(account));
    else response.writeHead(404).end(JSON.stringify({ status: 404, msg: `No such file: ${request.url}` }));
  };

  async function readLog(logLevel: LogLevel | undefined): Promise<string[]> {
    const { logger, lines } = createLogger();
    const { client } = await clientFor(failing, { logger, logLevel });
    await client.account.info();
    await expect(client.files.rename('abc', 'A')).rejects.toThrow();
    await expect(client.files.iterate({ folderId: ' ' }).next()).rejects.toThrow(TypeError);
    const aborted = client.account.info({ signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve));
    expect(inspect(lines, { depth: Number.POSITIVE_INFINITY })).not.toMatch(/secret.*key/);
    return lines.map(([level, message]) => `${level}: ${message.replace(/\d+ ms/, '… ms')}`);
  }

  test('has four levels', async () => {
    const calls = [
      expect.stringMatching(/^error: files.rename failed: file\/rename: .*No such file: .*\[key\]/),
      'error: files.iterate failed: folderId must be a text that is not empty.',
    ];
    const request = 'warn: file/rename: not-found, HTTP 404 after … ms';
    expect(await readLog('error')).toEqual(calls);
    expect(await readLog('warn')).toEqual([request, ...calls]);
    expect(await readLog(undefined)).toEqual([request, ...calls]);
    const info = ['info: account/info: HTTP 200 after … ms', request, ...calls];
    expect(await readLog('info')).toEqual(info);
    const debug = await readLog('debug');
    expect(debug).toEqual(expect.arrayContaining(info));
    expect(debug).toContainEqual(`debug: account.info was answered: HTTP 200 ${JSON.stringify(account)}`);
    expect(debug.filter((line) => line.startsWith('debug'))).toHaveLength(2);
    expect(await readLog('off')).toEqual([]);
  });

  test('says which attempt it is', async () => {
    const { logger, lines } = createLogger();
    let count = 0;
    const { client } = await clientFor(
      (_, response) => {
        count += 1;
        response.writeHead(count === 1 ? 503 : 200).end(count === 1 ? '' : JSON.stringify(account));
      },
      { logger, logLevel: 'info', maxRetries: 1 },
    );
    await client.account.info();
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(lines).toMatchObject([
      ['warn', expect.stringContaining('account/info: invalid-response, HTTP 503'), { attempt: 1 }],
      ['info', expect.stringContaining('account/info, attempt 2: HTTP 200'), { attempt: 2, status: 200 }],
    ]);
  });

  test('never has the key, in any call, at any level', async () => {
    const { logger, lines } = createLogger();
    const echo: Handler = (request, response) => {
      request.resume();
      response.end(
        JSON.stringify({ ...account, msg: `key ${key}`, result: [{ title: key, file_code: 'abc' }] }),
      );
    };
    const { client } = await clientFor(echo, { logger, logLevel: 'debug' });
    await Promise.allSettled(tableOfCalls.map(({ run }) => run(client)));
    await expect(client.files.list({ [key]: 1 } as object)).rejects.toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve));
    expect(lines.length).toBeGreaterThan(50);
    expect(inspect(lines, { depth: Number.POSITIVE_INFINITY, maxArrayLength: null })).not.toMatch(
      /secret.{1,5}key/,
    );
  });

  test('doesn’t change onRequest, and a logger that throws doesn’t affect calls', async () => {
    const seen: string[] = [];
    const thrown: unknown[] = [];
    const onUnhandled = (error: unknown) => void thrown.push(error);
    process.on('unhandledRejection', onUnhandled);
    try {
      const broken = () => {
        throw new Error('The log is full.');
      };
      const logger = { debug: broken, info: broken, warn: broken, error: broken };
      const { client } = await clientFor(answering(account), {
        logger,
        logLevel: 'debug',
        onRequest: ({ endpoint }) => void seen.push(endpoint),
      });
      expect(await client.account.info()).toMatchObject({ email: 'me@files.example' });
      await vi.waitFor(() => expect(thrown).toHaveLength(2));
      expect(seen).toEqual(['account/info']);
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
  });

  test('is off without a logger and a level', async () => {
    const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockReturnValue(),
    );
    const { client } = await clientFor(failing);
    await client.account.info();
    await expect(client.files.rename('abc', 'A')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve));
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  test('goes to the console if only a level is given', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue();
    const { client } = await clientFor(answering(account), { logLevel: 'info' });
    await client.account.info();
    await vi.waitFor(() => expect(info).toHaveBeenCalledOnce());
    info.mockRestore();
  });

  test.each<[object, RegExp]>([
    [{ logger: {} }, /logger must have the methods debug, info, warn, error/],
    [{ logger: null }, /logger must have/],
    [{ logLevel: 'verbose' }, /logLevel must be one of these: debug, info, warn, error, off/],
    [{ logger: console, onRequest: 5 }, /onRequest must be a function/],
    [{ loglevel: 'info' }, /Is “logLevel” meant/],
  ])('rejects %o with a TypeError', (options, message) => {
    const create = () => createClient({ baseUrl: 'https://files.example', key, ...options });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });
});

describe('a call that isn’t in the table', () => {
  /** A key that would be valid in a path. */
  const pathKey = 'key-0123456789';
  const direct = { ...account, server_time: '2026-01-01 00:00:00', result: { url: 'https://cdn.example/a' } };

  test('is sent like the other calls, and returns the whole envelope', async () => {
    const { client, requests } = await clientFor(answering(direct), { dialect: 'document' });
    const envelope = await client.get('file/direct_link', {
      file_code: 'a b',
      quality: 720,
      hls: true,
      none: undefined,
    });
    expect(envelope).toEqual(direct);
    expect(await client.get('/file/direct_link')).toEqual(direct);
    expect(requests.map(({ url }) => url.pathname)).toEqual(Array(2).fill('/api/file/direct_link'));
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      ...{ key, file_code: 'a b', quality: '720', hls: 'true' },
    });
    const { response } = await client.get('a').withResponse();
    expect(response?.status).toBe(200);
  });

  test('takes a slot of the limiter', async () => {
    const limiter = createLimiter({ perSecond: 1 });
    const { client, requests } = await clientFor(answering(direct), { dialect: 'document', limiter });
    await client.get('a');
    const controller = new AbortController();
    const second = client.get('b', {}, { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
    expect(requests).toHaveLength(1);
  });

  test('may have had an effect, so it is sent once', async () => {
    const { client, requests } = await clientFor((request) => void request.socket.resetAndDestroy(), {
      dialect: 'document',
      maxRetries: 3,
    });
    await expect(client.get('file/direct_link')).rejects.toMatchObject({
      ...{ code: 'network', endpoint: 'file/direct_link', mayHaveTakenEffect: true },
    });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Handler, object]>([
    [
      'a refusal',
      answering({ status: 404, msg: 'No such call' }),
      { code: 'not-found', msg: 'No such call' },
    ],
    ['a web page', answering('<html>'), { code: 'invalid-response' }],
    ['no JSON', answering('{"status":200,'), { code: 'invalid-response' }],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
      { code: 'invalid-response', status: 302 },
    ],
  ])('rejects like the other calls: %s', async (_, handler, error) => {
    const { client } = await clientFor(handler, { dialect: 'document' });
    await expect(client.get('file/direct_link')).rejects.toMatchObject(error);
  });

  test('doesn’t mean a bad key if the account responds', async () => {
    const { client } = await clientFor(
      (request, response) => {
        const isInfo = request.url?.includes('account/info');
        response.end(JSON.stringify(isInfo ? account : { status: 403, msg: 'Forbidden' }));
      },
      { dialect: 'document' },
    );
    await expect(client.get('admin/users')).rejects.toMatchObject({ code: 'invalid-response' });
  });

  test('is below the path of the host’s dialect, which is detected once', async () => {
    const { client, requests } = await clientFor((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://host');
      if (pathname.startsWith('/api/remotedl') || pathname.startsWith('/api/urlupload'))
        response.writeHead(404).end('<html>');
      else response.end(JSON.stringify(account));
    });
    await client.get('a');
    const first = requests.length;
    await client.get('b');
    expect(requests.slice(first).map(({ url }) => url.pathname.endsWith('/b'))).toEqual([true]);
  });

  test('isn’t sent with an unknown option, nor is the dialect detected', async () => {
    const { client, requests } = await clientFor(answering(direct));
    const wrong = { timeOut: 5 } as object;
    await expect(client.get('a', {}, wrong)).rejects.toThrow('Is “timeout” meant?');
    await expect(client.detectDialect(wrong)).rejects.toThrow('Is “timeout” meant?');
    expect(requests).toHaveLength(0);
  });

  test.each<[string, unknown, unknown]>([
    ['an address', 'https://elsewhere.example/', {}],
    ['another host', '//elsewhere.example/', {}],
    ['a query', 'a?key=b', {}],
    ['a folder up', '../admin', {}],
    ['a folder up later', 'a/../../admin', {}],
    ['a fragment', 'a#b', {}],
    ['an encoded path', 'a%2f..', {}],
    ['the key', pathKey, {}],
    ['nothing', '', {}],
    ['no text', undefined, {}],
    ['another key', 'a', { key: 'other' }],
    ['a parameter that is a list', 'a', { b: ['c'] }],
    ['a parameter that is null', 'a', { b: null }],
    ['parameters that are a text', 'a', 'b=c'],
    ['no parameters', 'a', null],
  ])('isn’t sent with %s', async (_, path, params) => {
    const { client, requests } = await clientFor(answering(direct), { dialect: 'document', key: pathKey });
    await expect(client.get(path as string, params as never)).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });
});

describe('a list that is read to its end', () => {
  async function read(client: Client) {
    const files = client.files.iterate();
    const before = files.summary;
    let count = 0;
    for await (const _ of files) count += 1;
    return { before, count, after: files.summary };
  }

  test.each<[string, unknown, object]>([
    ['is complete', page(['a', 'b']), { skipped: 0, isComplete: true }],
    [
      'is not where an entry could not be read',
      {
        ...account,
        result: { files: [{ file_code: 'a', title: 'a' }, { title: 'b' }, { file_code: 'c', title: 'c' }] },
      },
      // Reads on until a page repeats.
      { skipped: expect.any(Number), isComplete: false },
    ],
    [
      'is not where the service counts more',
      { ...account, result: { ...page(['a', 'b']).result, results_total: 5 } },
      { skipped: 0, isComplete: false },
    ],
  ])('%s', async (_, body, summary) => {
    const { client } = await clientFor(answering(body), { dialect: 'document' });
    expect(await read(client)).toEqual({ before: null, count: 2, after: summary });
  });

  test('has no summary before', async () => {
    const { client } = await clientFor(answering(page(['a', 'b'])), { dialect: 'document' });
    const files = client.files.iterate();
    for await (const _ of files) break;
    expect(files.summary).toBeNull();
  });

  test('returns the details of its files, 50 per request', async () => {
    const codes = Array.from({ length: 120 }, (_, at) => `code${at}`);
    const { client, requests } = await clientFor(
      (request, response) => {
        const asked = new URL(request.url ?? '', 'http://host').searchParams.get('file_code')?.split(',');
        const infos = asked?.map((code) => ({
          file_code: code,
          title: code,
          status: code === 'code7' ? 404 : 200,
        }));
        response.end(JSON.stringify(infos ? { ...account, result: infos } : page(codes)));
      },
      { dialect: 'document' },
    );
    const files = client.files.iterateDetails();
    const found: string[] = [];
    for await (const file of files) if (file.found) found.push(file.title);
    expect(found).toEqual(codes.filter((code) => code !== 'code7'));
    expect(files.summary).toEqual({ skipped: 0, isComplete: true });
    expect(requests.filter(({ url }) => url.pathname.endsWith('info'))).toHaveLength(3);
  });

  test('requests no more details than are read', async () => {
    const codes = Array.from({ length: 120 }, (_, at) => `code${at}`);
    const { client, requests } = await clientFor(
      (request, response) => {
        const asked = new URL(request.url ?? '', 'http://host').searchParams.get('file_code')?.split(',');
        const infos = asked?.map((code) => ({ file_code: code, title: code, status: 200 }));
        response.end(JSON.stringify(infos ? { ...account, result: infos } : page(codes)));
      },
      { dialect: 'document' },
    );
    for await (const _ of client.files.iterateDetails()) break;
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/file/list', '/api/file/info']);
  });

  test('isn’t read further if the details fail, or the reader stops', async () => {
    const { client, requests } = await clientFor(
      (request, response) => {
        const isPage = request.url?.includes('file/list?') && request.url.includes('per_page=200');
        response.end(JSON.stringify(isPage ? page(['a', 'b']) : { status: 401, msg: 'Wrong key' }));
      },
      { dialect: 'document' },
    );
    const files = client.files.iterateDetails();
    await expect(files.next()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await files.next()).toEqual({ done: true, value: undefined });
    const before = requests.length;
    await client.files.iterateDetails().return(undefined as never);
    expect(requests).toHaveLength(before);
  });
});

test('all of this exists in Node.js, Deno and Bun, too', async () => {
  const { url } = await clientFor(answering(account));
  const client = createNodeClient({ baseUrl: url, key, limiter: fastLimiter(), logLevel: 'off' });
  expect((await client.account.info().withResponse()).response?.status).toBe(200);
});
