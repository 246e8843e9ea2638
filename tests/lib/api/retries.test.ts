/** Which requests are retried, timeouts of a call, its observers, and how it ends on abort. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  createLimiter,
  isApiError,
  probeService,
  type SentRequest,
} from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { type Handler, type RawServer, startRawServer } from './helpers/raw-server.ts';

const key = 'secret key/1';
const info = { status: 200, msg: 'OK', result: { email: 'me@files.example', fld_id: '7' } };

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Time passes faster than requests need. */
function hurry() {
  let turns: NodeJS.Timeout;
  beforeEach(() => {
    const { setInterval } = globalThis;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    turns = setInterval(() => vi.advanceTimersByTime(20), 1);
  });
  afterEach(() => {
    clearInterval(turns);
    vi.useRealTimers();
  });
}

/** A service that fails with these responses first, then works. */
async function clientFor(failures: readonly Handler[], options: Partial<ClientOptions> = {}) {
  let count = 0;
  const started = await startRawServer((request, response) => {
    const fail = failures[count++];
    if (fail) fail(request, response);
    else response.end(JSON.stringify(info));
  });
  server = started;
  const client = createClient({ baseUrl: started.url, key, limiter: fastLimiter(), ...options });
  return { client, requests: started.requests };
}

const answer =
  (status: number, body: unknown = '<html>', headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const tooMany = { msg: 'Too Many Requests', status: '429' };
const reset: Handler = (request) => void request.socket.resetAndDestroy();

const read = (client: Client) => client.account.info();
const change = (client: Client) => client.folders.create({ name: 'A' });

describe('repeated requests', () => {
  hurry();
  test.each<[string, Handler, (client: Client) => Promise<unknown>]>([
    ['a read after HTTP 502', answer(502), read],
    ['a read after HTTP 503', answer(503), read],
    ['a read after HTTP 520', answer(520), read],
    ['a read after HTTP 524', answer(524), read],
    ['a read after an envelope with 522', answer(200, { status: 522, msg: 'Timed out' }), read],
    ['a read after an envelope with 504', answer(200, { status: 504, msg: 'Gateway' }), read],
    ['a read after a reset', reset, read],
    [
      'a read after a body that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{', () => response.socket?.destroy());
      },
      read,
    ],
    ['an upload address after HTTP 503', answer(503), (client) => client.uploads.server().catch(() => 'x')],
    ['a read after a 429', answer(429, tooMany), read],
    ['a read after a 429 in HTTP 200', answer(200, tooMany), read],
    ['a change after a 429', answer(429, tooMany), change],
    ['a change after a 429 in HTTP 200', answer(200, tooMany), change],
  ])('%s', async (_, failure, call) => {
    const { client, requests } = await clientFor([failure]);
    await call(client);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.url.href).toBe(requests[1]?.url.href);
  });

  test('aren’t sent more often than allowed, and the last failure is reported', async () => {
    for (const maxRetries of [0, 1]) {
      const { client, requests } = await clientFor([answer(503), answer(502), answer(503)], { maxRetries });
      await expect(read(client)).rejects.toMatchObject({ status: maxRetries === 0 ? 503 : 502 });
      expect(requests).toHaveLength(maxRetries + 1);
      await server?.close();
    }
  });

  test('follow the call’s number, whatever the client’s', async () => {
    const failures = [answer(503), answer(503)];
    const { client, requests } = await clientFor(failures, { maxRetries: 0 });
    await client.account.info({ maxRetries: 2 });
    expect(requests).toHaveLength(3);
    await server?.close();
    const eager = await clientFor(failures, { maxRetries: 4 });
    await expect(eager.client.account.info({ maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
    await expect(eager.client.uploads.send(new Blob(['a']), { maxRetries: 0 })).rejects.toMatchObject({
      endpoint: 'upload/server',
      status: 503,
    });
    expect(eager.requests).toHaveLength(2);
  });

  test('wait as long as the service says', async () => {
    const { client } = await clientFor([answer(503, '', { 'retry-after': '1' })]);
    const startedAt = performance.now();
    await read(client);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  test('wait until a date by the service’s clock', async () => {
    const clock = Date.parse('2020-01-01T00:00:00Z');
    const [date, at] = [clock, clock + 2_000].map((ms) => new Date(ms).toUTCString());
    const { client } = await clientFor([answer(503, '', { date: `${date}`, 'retry-after': `${at}` })]);
    const startedAt = performance.now();
    await read(client);
    expect(performance.now() - startedAt).toBeGreaterThan(1_990);
  });

  test('each take a slot of the limiter', async () => {
    const limiter = fastLimiter();
    const run = vi.spyOn(limiter, 'run');
    const { client } = await clientFor([answer(503)], { limiter });
    await read(client);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('sent once', () => {
  test.each<[string, Handler, (client: Client) => Promise<unknown>]>([
    ['a change after HTTP 502', answer(502), change],
    ['a change after a reset', reset, change],
    ['a read after HTTP 500', answer(500), read],
    ['a read after a refusal', answer(404, { status: 404, msg: 'Not found' }), read],
    ['a read after a quota in HTTP 503', answer(503, { status: 503, msg: 'Quota exceeded' }), read],
    [
      'a change whose 429 proves nothing',
      answer(200, { status: 200, msg: 'Too many requests' }),
      (client) => client.remoteUploads.restartErrors(),
    ],
  ])('%s', async (_, failure, call) => {
    const { client, requests } = await clientFor([failure], { timeout: 500 });
    await expect(call(client)).rejects.toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
  });

  test('a read that ran out of time', async () => {
    const { client, requests } = await clientFor([() => undefined]);
    await expect(client.account.info({ timeout: 300 })).rejects.toMatchObject({ code: 'timeout' });
    expect(requests).toHaveLength(1);
  });
});

test('onRequest sees every request, without the key', async () => {
  const seen: SentRequest[] = [];
  const { client } = await clientFor([answer(503), reset], { onRequest: (request) => seen.push(request) });
  await read(client);
  await client.files.rename('abc', 'B').catch(() => undefined);
  expect(seen).toMatchObject([
    { endpoint: 'account/info', attempt: 1, status: 503, code: 'invalid-response' },
    { endpoint: 'account/info', attempt: 2, status: null, code: 'network' },
    { endpoint: 'account/info', attempt: 3, status: 200, code: null },
    { endpoint: 'file/rename', attempt: 1 },
  ]);
  for (const { duration } of seen) expect(duration).toBeGreaterThan(0);
  expect(decodeURIComponent(JSON.stringify(seen))).not.toContain(key);
});

describe('an abort', () => {
  class Withdrawn {
    why = 'not any more';
  }
  test.each<[string, unknown]>([
    ['no reason', undefined],
    ['an error', new Error('not any more')],
    ['a text', 'not any more'],
    ['an object', new Withdrawn()],
  ])('with %s keeps it as the cause, before, between and during requests', async (_, reason) => {
    const early = AbortSignal.abort(reason);
    const between = new AbortController();
    const { client } = await clientFor([answer(503), () => controller.abort(reason)], {
      onRequest: () => void setTimeout(() => between.abort(reason)),
    });
    const expected = { name: 'AbortError', code: 'aborted' };
    const failure = (call: Promise<unknown>) =>
      call.then(() => null).catch((error: unknown) => error as ApiError);

    const before = await failure(client.account.info({ signal: early }));
    expect(before).toMatchObject({ ...expected, mayHaveTakenEffect: false });
    expect(before?.cause).toBe(early.reason);

    const waiting = await failure(client.account.info({ signal: between.signal }));
    expect(waiting).toMatchObject(expected);
    expect(waiting?.cause).toBe(between.signal.reason);

    const controller = new AbortController();
    const during = await failure(client.folders.create({ name: 'A' }, { signal: controller.signal }));
    expect(during).toMatchObject({ ...expected, mayHaveTakenEffect: true });
    expect(during?.cause).toBe(controller.signal.reason);
  });

  test('while a refused change waits had no effect', async () => {
    const controller = new AbortController();
    const { client, requests } = await clientFor([answer(429, tooMany)], {
      onRequest: () => void setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError'))),
    });
    const { signal } = controller;
    const error = await client.folders.create({ name: 'A' }, { signal }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'aborted',
      mayHaveTakenEffect: false,
      cause: { name: 'TimeoutError' },
    });
    expect(requests).toHaveLength(1);
  });
});

test('the cause of a broken connection has the system’s error code', async () => {
  const { client } = await clientFor([], { maxRetries: 0 });
  await server?.close();
  server = undefined;
  await expect(read(client)).rejects.toMatchObject({ code: 'network', cause: { code: 'ECONNREFUSED' } });
});

describe('a client isn’t created', () => {
  const wrong = (options: unknown) => () => createClient(options as ClientOptions);
  const good = { baseUrl: 'https://files.example', key };
  test.each<[string, unknown, RegExp]>([
    ['without options', undefined, /needs \{ baseUrl, key \}/],
    ['from an address alone', 'https://files.example', /needs \{ baseUrl, key \}/],
    ['without an address', { key }, /address is empty/],
    ['without a key', { baseUrl: 'https://files.example' }, /API key is empty/],
    ['with another fetch', { ...good, fetch: 'fetch' }, /fetch must be a function/],
    ['with another dialect', { ...good, dialect: 'german' }, /dialect must be/],
    ['with another onRequest', { ...good, onRequest: true }, /onRequest must be a function/],
    ['with another limiter', { ...good, limiter: 10 }, /createLimiter/],
    [
      'with a misspelt option',
      { ...good, maxretries: 1 },
      /createClient takes no option “maxretries”. Is “maxRetries” meant\?/,
    ],
    [
      'with an option that there is not',
      { ...good, retries: 1 },
      /no option “retries”. It takes baseUrl, .*maxRetries/,
    ],
    ['with negative retries', { ...good, maxRetries: -1 }, /maxRetries/],
    ['with a timeout that is a text', { ...good, timeout: '10' }, /timeout/],
  ])('%s', (_, options, message) => {
    expect(wrong(options)).toThrow(TypeError);
    expect(wrong(options)).toThrow(message);
  });
});

test.each<[string, object, RegExp]>([
  ['signal', { signal: {} }, /signal must be/],
  ['lane', { lane: 'urgent' }, /lane must be one of these: interactive, queue, polling, sync\./],
  ['option', { timeOut: 5 }, /no option “timeOut”. Is “timeout” meant\?/],
  ['word', { max_wait: 5 }, /no option “max_wait”. It takes signal, lane, timeout/],
  ['timeout', { timeout: 0 }, /timeout must be/],
  ['number of retries', { maxRetries: -1 }, /maxRetries must be/],
])('a call with another %s isn’t sent', async (_, options, message) => {
  const { client, requests } = await clientFor([]);
  await expect(client.account.info(options as never)).rejects.toThrow(message);
  await expect(client.account.info(options as never)).rejects.toThrow(TypeError);
  expect(requests).toHaveLength(0);
});

test('options for sending, waiting and limits are accepted, too', async () => {
  const { client, requests } = await clientFor([]);
  const wrong = { foldrId: '7' } as object;
  const file = new Blob(['a']);
  for (const call of [
    () => client.uploads.send(file, wrong),
    () => client.uploads.finish('abc', wrong),
    () => client.remoteUploads.wait('abc', wrong),
    () => client.remoteUploads.waitAll(['abc'], wrong),
    async () => createLimiter(wrong),
  ])
    await expect(call()).rejects.toThrow('takes no option “foldrId”');
  expect(requests).toEqual([]);
});

describe('arguments of a call', () => {
  const calls: Record<string, (client: Client, query: object) => Promise<unknown>> = {
    'account.reports': (c, query) => c.account.reports(query),
    'takedowns.list': (c, query) => c.takedowns.list(query),
    'folders.create': (c, query) => c.folders.create(query as { name: string }),
    'folders.list': (c, query) => c.folders.list('0', query),
    'remoteUploads.add': (c, query) => c.remoteUploads.add(query as { url: string }),
    'files.list': (c, query) => c.files.list(query),
    'files.iterate': (c, query) => c.files.iterate(query).next(),
    'files.clone': (c, query) => c.files.clone('abc', query),
    'files.deleted': (c, query) => c.files.deleted(query),
  };

  test.each(Object.keys(calls))('are rejected with a TypeError in %s if a field is unknown', async (name) => {
    const { client, requests } = await clientFor([]);
    const call = calls[name] as (typeof calls)[string];
    await expect(call(client, { foo: '7' })).rejects.toThrow(
      new RegExp(`^${name} takes no option “foo”. It takes (\\w+, )*\\w+\\.$`),
    );
    for (const wrong of [{ signal: AbortSignal.timeout(1) }, { foo: undefined }, null, '0', 7] as object[])
      await expect(call(client, wrong)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test('are rejected with a TypeError for all pages of takedowns, too', async () => {
    const { client, requests } = await clientFor([]);
    await expect(client.takedowns.iterate({ per_page: 5 } as object).next()).rejects.toThrow(
      'Is “perPage” meant?',
    );
    expect(requests).toEqual([]);
  });

  test('are also checked outside clients', async () => {
    await expect(probeService('https://files.example', { timeout: 5 } as object)).rejects.toThrow(
      'probeService takes no option “timeout”. It takes fetch, timeoutMs.',
    );
  });
});

test('isApiError accepts only known codes', () => {
  const facts = { endpoint: 'file/info', msg: null, status: null, mayHaveTakenEffect: false };
  const error: unknown = new ApiError('not-found', 'Not there.', facts);
  if (!isApiError(error, 'not-found', 'refused')) throw error;
  const code: 'not-found' | 'refused' = error.code;
  expect(code).toBe('not-found');
  expect([isApiError(error), isApiError(error, 'network'), isApiError(new Error('Other.'))]).toEqual([
    true,
    false,
    false,
  ]);
});
