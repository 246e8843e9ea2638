/** What is sent over the network, and what ends a call, with real sockets. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, createLimiter } from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, type Handler, type RawServer, startRawServer } from './helpers/raw-server.ts';

const key = 'secret key/1';
const account = { status: 200, msg: 'OK', result: { email: 'me@files.example', balance: '1.50000' } };

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function clientFor(handler: Handler, options: Partial<ClientOptions> = {}, path = '') {
  server = await startRawServer(handler);
  return {
    server,
    client: createClient({
      baseUrl: server.url + path,
      key,
      limiter: fastLimiter(),
      maxRetries: 0,
      ...options,
    }),
  };
}

describe('the request', () => {
  test('is a GET with the key in the query and without credentials', async () => {
    const { client, server } = await clientFor(
      answering({ status: 200, msg: 'OK', result: 'true' }),
      {},
      '/host/',
    );
    await client.files.rename('a b', 'Ünï & co');
    const [request] = server.requests;
    expect(request?.method).toBe('GET');
    expect(request?.url.pathname).toBe('/host/api/file/rename');
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      key,
      file_code: 'a b',
      title: 'Ünï & co',
    });
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('referer');
  });

  test('asks fetch for no credentials, no referrer, no cache and no redirects', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(account));
    await createClient({
      baseUrl: 'https://files.example',
      key,
      fetch,
      limiter: fastLimiter(),
      maxRetries: 0,
    }).account.info();
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]?.[0]).toBe(`https://files.example/api/account/info?key=secret+key%2F1`);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'GET',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
  });

  test('is sent once, whatever the response', async () => {
    const { client, server } = await clientFor((request) => void request.socket.destroy());
    await expect(client.account.info()).rejects.toMatchObject({ code: 'network' });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['Quota errors restarted', null],
    ['10 quota errors restarted', null],
    ['Restarting quota errors', null],
    ['Quota errors queued again', null],
    ['Quota errors cleared', null],
    ['Removing flood errors', null],
    ['Deleting per day limit errors', null],
    ['Flood errors re-queued', null],
    ['Invalid API key', 'unauthorized'],
    ['Daily quota reached, nothing restarted', 'quota-exceeded'],
    ['Daily limit reached, 0 errors restarted', 'quota-exceeded'],
    ['Storage quota exceeded, remove some files', 'quota-exceeded'],
    ['Restart limit reached', 'quota-exceeded'],
    ['Quota errors haven’t been cleared', 'quota-exceeded'],
    ['Restarting failed: flood', 'rate-limited'],
    ['Too many requests', 'rate-limited'],
    ['Too many requests, the queue is full', 'rate-limited'],
  ])('with the message “%s” and status 200 is a success, or may have taken effect: %s', async (msg, code) => {
    const { client } = await clientFor(answering({ status: 200, msg }));
    const { restartErrors, clearErrors, clearAll, delete: remove } = client.remoteUploads;
    for (const call of [restartErrors, clearErrors, clearAll, () => remove('abc')]) {
      const outcome = call();
      if (code === null) expect(await outcome).toEqual({ msg });
      else await expect(outcome).rejects.toMatchObject({ code, mayHaveTakenEffect: true });
    }
  });

  test('certainly had no effect if the status is an error, too', async () => {
    const { client } = await clientFor(answering({ status: 403, msg: 'Daily limit reached' }));
    await expect(client.remoteUploads.restartErrors()).rejects.toMatchObject({
      code: 'quota-exceeded',
      mayHaveTakenEffect: false,
    });
  });

  test('is sent with the given parameters, or rejected', async () => {
    const { client, server } = await clientFor(answering({ status: 200, msg: 'OK', result: [] }));
    await client.takedowns.list({ page: 2, perPage: 2_000 });
    await client.account.reports({ days: 20_000 });
    expect(
      server.requests.map(({ url }) => url.searchParams.get('per_page') ?? url.searchParams.get('last')),
    ).toEqual(['2000', '20000']);
    for (const wrong of [0, -1, 1.5, Number.NaN]) {
      await expect(client.takedowns.list({ perPage: wrong })).rejects.toThrow(TypeError);
      await expect(client.account.reports({ days: wrong })).rejects.toThrow(TypeError);
      await expect(client.files.list({ page: wrong })).rejects.toThrow(TypeError);
    }
    await expect(client.files.list({ perPage: 201 })).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(2);
  });

  test('always has restart_errors for transfer actions', async () => {
    const { client, server } = await clientFor(answering({ status: 200, msg: 'Errors restarted' }));
    const { remoteUploads } = client;
    expect(await remoteUploads.restartErrors()).toEqual({ msg: 'Errors restarted' });
    await remoteUploads.clearErrors();
    await remoteUploads.clearAll();
    await remoteUploads.delete('abc');
    const sent = server.requests.map(({ url }) => {
      url.searchParams.delete('key');
      return Object.fromEntries(url.searchParams);
    });
    expect(sent).toEqual([
      { restart_errors: '1' },
      { restart_errors: '0', clear_errors: '1' },
      { restart_errors: '0', clear_all: '1' },
      { restart_errors: '0', delete_code: 'abc' },
    ]);
  });

  test.each([null, 0, '', ' '])('is not sent with %j for an optional text', async (value) => {
    const { client, server } = await clientFor(answering(account));
    const wrong = value as string;
    const url = 'https://files.example/a.mp4';
    const calls: readonly [string, () => Promise<unknown>][] = [
      ['folderId', () => client.remoteUploads.add({ url, folderId: wrong })],
      ['title', () => client.remoteUploads.add({ url, title: wrong })],
      ['parentId', () => client.folders.create({ name: 'A', parentId: wrong })],
      ['folderId', () => client.files.list({ folderId: wrong })],
      ['folderId', () => client.files.iterate({ folderId: wrong }).next()],
      ['folderId', () => client.files.clone('abc', { folderId: wrong })],
    ];
    for (const [name, call] of calls)
      await expect(call()).rejects.toThrow(new TypeError(`${name} must be a text that is not empty.`));
    expect(server.requests).toHaveLength(0);
  });

  test.each<[string, (client: ReturnType<typeof createClient>) => Promise<unknown>]>([
    ['an empty link', (client) => client.remoteUploads.add({ url: ' ' })],
    ['an empty code', (client) => client.files.check('')],
    ['a code with a comma', (client) => client.files.info(['a,b'])],
    ['a time of another form', (client) => client.files.list({ createdAfter: 'yesterday' })],
    ['a day of another form', (client) => client.account.reports({ from: '1.1.2026' })],
  ])('is not sent with %s', async (_, call) => {
    const { client, server } = await clientFor(answering(account));
    await expect(call(client)).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });
});

describe('redirects', () => {
  test('are not followed, because the next host would get the key', async () => {
    const { client, server } = await clientFor((request, response) => {
      response.writeHead(302, { location: `/elsewhere${request.url}` }).end();
    });
    await expect(client.account.info()).rejects.toMatchObject({ code: 'invalid-response', status: 302 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the time limit', () => {
  test.each([
    ['fetch', () => new Promise<Response>(() => undefined)],
    ['the body', async () => new Response(new ReadableStream())],
  ])('ends the call even if %s ignores its signal', async (_, fetch) => {
    const client = createClient({
      baseUrl: 'https://files.example',
      key,
      fetch,
      timeout: 20,
      limiter: fastLimiter(),
      maxRetries: 0,
    });
    await expect(client.account.info()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('does not include the wait for a slot', async () => {
    const fetch = async () => Response.json(account);
    const limiter = createLimiter({ perSecond: 1 });
    const client = createClient({ baseUrl: 'https://files.example', key, fetch, timeout: 800, limiter });
    await client.account.info();
    expect(await client.account.info()).toMatchObject({ email: 'me@files.example' });
  });

  test('can be infinite', async () => {
    const { client } = await clientFor(answering(account), { timeout: Number.POSITIVE_INFINITY });
    expect(await client.account.info()).toMatchObject({ balance: 1.5 });
    expect(() => createClient({ baseUrl: 'https://files.example', key, timeout: 0 })).toThrow(TypeError);
  });
});

describe('beforeSend', () => {
  const add = { url: 'https://files.example/a.mp4' };

  test('cancels the request when it rejects, with the same reason', async () => {
    const { client, server } = await clientFor(answering(account));
    const withdrawn = new Error('not any more');
    const call = client.remoteUploads.add(add, { beforeSend: () => Promise.reject(withdrawn) });
    await expect(call).rejects.toBe(withdrawn);
    expect(server.requests).toHaveLength(0);
  });
});

describe('aborting', () => {
  test('before the request is sent has no effect', async () => {
    const { client, server } = await clientFor(answering(account));
    const error = client.folders.create({ name: 'A' }, { signal: AbortSignal.abort() });
    await expect(error).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
    expect(server.requests).toHaveLength(0);
  });

  test('during the request may have had an effect', async () => {
    const controller = new AbortController();
    const { client } = await clientFor(() => controller.abort());
    const error = client.folders.create({ name: 'A' }, { signal: controller.signal });
    await expect(error).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: true });
  });

  test('works during the body', async () => {
    const controller = new AbortController();
    const { client } = await clientFor((_, response) => response.write('{', () => controller.abort()));
    const error = client.files.list({}, { signal: controller.signal });
    await expect(error).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
  });

  test('closes the connection', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { client } = await clientFor((_, response) => {
      response.on('close', () => closed.resolve());
      controller.abort();
    });
    await expect(client.account.info({ signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    await closed.promise;
  });
});

describe('the response', () => {
  test('may be compressed and split within a character', async () => {
    const body = gzipSync(
      JSON.stringify({ ...account, result: { ...account.result, email: 'grüße@files.example' } }),
    );
    const { client } = await clientFor((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      for (const byte of body) response.write(Uint8Array.of(byte));
      response.end();
    });
    expect(await client.account.info()).toMatchObject({ email: 'grüße@files.example' });
  });

  test('isn’t read to its end if it is too large', async () => {
    const stopped = Promise.withResolvers<void>();
    const { client } = await clientFor((_, response) => {
      response.on('close', () => stopped.resolve());
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pour);
      pour();
    });
    await expect(client.account.info()).rejects.toMatchObject({ code: 'invalid-response' });
    await stopped.promise;
  });
});

test('a body that is too large is closed, even if a fetch ignores its signal', async () => {
  const closed = Promise.withResolvers<void>();
  const chunk = new Uint8Array(1024 * 1024);
  const fetch = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(chunk),
        cancel: () => closed.resolve(),
      }),
    );
  const options = { baseUrl: 'https://files.example', key, fetch, limiter: fastLimiter(), maxRetries: 0 };
  await expect(createClient(options).account.info()).rejects.toThrow('too large');
  await closed.promise;
});

test('callers that share a repeated read each get its response', async () => {
  let count = 0;
  const { client, server } = await clientFor(
    (request, response) => {
      count += 1;
      if (count === 1) response.writeHead(503).end();
      else answering(account)(request, response);
    },
    { maxRetries: 2 },
  );
  const infos = await Promise.all(Array.from({ length: 5 }, () => client.account.info()));
  expect(infos).toEqual(Array(5).fill(expect.objectContaining({ email: 'me@files.example' })));
  // Each one waits on its own before it retries.
  expect(server.requests.length).toBeLessThanOrEqual(6);
});

test('a limiter that fails doesn’t count as a failure of the service, and nothing is repeated', async () => {
  for (const error of [new TypeError('fetch failed'), 'The disk is full.']) {
    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.reject(error);
    };
    const limiter = { ...fastLimiter(), run };
    const client = createClient({ baseUrl: 'https://files.example', key, limiter });
    await expect(client.account.info()).rejects.toBe(error);
    expect(runs).toBe(1);
  }
});

describe('HTTP 429', () => {
  test.each([200, 429])('in HTTP %i slows down the limiter that all calls share', async (httpStatus) => {
    const limiter = createLimiter();
    const { client } = await clientFor(answering({ msg: 'Too Many Requests', status: '429' }, httpStatus), {
      limiter,
      maxRetries: 0,
    });
    await expect(client.account.info()).rejects.toMatchObject({ code: 'rate-limited', status: 429 });
    expect(limiter.status().limit).toBe(0);
  });
});

describe('identical reads', () => {
  test('share a request, but not the resulting object', async () => {
    const { client, server } = await clientFor(answering(account));
    const [one, other] = await Promise.all([client.account.info(), client.account.info()]);
    expect(server.requests).toHaveLength(1);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
  });

  test('do not include changes and upload addresses', async () => {
    const { client, server } = await clientFor((request, response) => {
      const result = request.url?.includes('server') ? 'https://up.example/1' : { fld_id: '7' };
      answering({ status: 200, msg: 'OK', result })(request, response);
    });
    await Promise.all([client.folders.create({ name: 'A' }), client.folders.create({ name: 'A' })]);
    await Promise.all([client.uploads.server(), client.uploads.server()]);
    expect(server.requests).toHaveLength(4);
  });

  test('of clients of one account are shared, but not those of different accounts', async () => {
    const { server } = await clientFor(answering(account));
    const options = { baseUrl: server.url, key: 'shared' };
    const clients = [
      createClient(options),
      createClient(options),
      createClient({ ...options, key: 'other' }),
    ];
    await Promise.all(clients.map((client) => client.account.info()));
    expect(server.requests).toHaveLength(2);
  });
});

describe('a denial', () => {
  const denial = { status: 403, msg: 'Access denied' };
  const slots = { status: 200, msg: 'OK', total_slots: '3', used_slots: '0' };
  const noFiles = { status: 200, msg: 'OK', result: { files: [] } };
  const deniedBut =
    (name: string): Handler =>
    (request, response) =>
      answering(request.url?.includes(name) ? account : denial)(request, response);
  test.each([
    ['is the key’s where the account is denied too', {}, 'unauthorized'],
    ['says nothing of the key where the account answers', { info: account }, 'invalid-response'],
    ['says nothing of the key where the slots are answered', { slots }, 'invalid-response'],
    ['says nothing of the key where files are listed', { 'file/list': noFiles }, 'invalid-response'],
  ])('%s', async (_, answers, code) => {
    const { client } = await clientFor((request, response) => {
      const [, name = ''] = /(info|slots|file\/list)\?/.exec(request.url ?? '') ?? [];
      answering(new Map<string, object>(Object.entries(answers)).get(name) ?? denial)(request, response);
    });
    const calls = [
      client.files.rename('a', 'b'),
      client.folders.list('0'),
      client.remoteUploads.list(),
      client.remoteUploads.add({ url: 'https://files.example/a.mp4' }),
    ];
    const facts = { code, msg: denial.msg, status: 403, mayHaveTakenEffect: false };
    for (const call of calls) await expect(call).rejects.toMatchObject(facts);
  });

  test('of slots alone says nothing about the key', async () => {
    const { client } = await clientFor((request, response) =>
      answering(request.url?.includes('slots') ? denial : account)(request, response),
    );
    await expect(client.remoteUploads.slots()).rejects.toMatchObject({ code: 'invalid-response' });
  });

  test('whose check is cancelled says nothing about the key', async () => {
    const stop = new AbortController();
    const { client } = await clientFor((request, response) => {
      if (request.url?.includes('info')) stop.abort(new Error('Enough.'));
      else answering(denial)(request, response);
    });
    const listed = client.folders.list('0', {}, { signal: stop.signal });
    await expect(listed).rejects.toMatchObject({ code: 'aborted', endpoint: 'folder/list', msg: null });
  });

  test('of each file of a list is checked a few times, not for each file', async () => {
    const { client, server } = await clientFor(deniedBut('account/info'));
    const codes = Array.from({ length: 50 }, (_, at) => `code${at}`);
    const infos = await client.files.info(codes);
    expect(infos.map((info) => !info.found && info.error?.code)).toEqual(codes.map(() => 'invalid-response'));
    // At most one per two seconds.
    const probes = server.requests.filter(({ url }) => url.pathname === '/api/account/info');
    expect(probes.length).toBeLessThan(20);
  });
});
