/** Sending a file: the address, the form, the progress, and the many answers that services give. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient as createNodeClient } from '../../../../api/src/node.ts';
import { ApiError, createClient, type UploadedFile, type UploadProgress } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';
import { NodeXhr } from '../helpers/node-xhr.ts';
import { type Handler, type RawServer, startRawServer } from '../helpers/raw-server.ts';

const key = 'secret key/1';
const file = new File(['some text'], 'söme text.txt');

let server: RawServer | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
  vi.useRealTimers();
  server = undefined;
});

/** A service whose upload address answers like this; `forms` holds what was posted. */
async function uploadTo(answer: string, { query = '', httpStatus = 200, create = createClient } = {}) {
  const forms: FormData[] = [];
  let uploads = 0;
  const started = await startRawServer((request, response) => {
    if (request.method === 'GET') {
      uploads += 1;
      response.end(
        JSON.stringify({ status: 200, msg: 'OK', result: `${started.url}/up/${uploads}${query}` }),
      );
      return;
    }
    void formOf(request, request.headers['content-type'] ?? '').then((form) => {
      forms.push(form);
      response.writeHead(httpStatus).end(answer);
    });
  });
  server = started;
  return {
    forms,
    server: started,
    client: create({ baseUrl: started.url, key, limiter: fastLimiter() }),
  };
}

/** A client whose upload address answers by `handler`. */
async function clientPostingTo(handler: Handler, create = createClient) {
  const started = await startRawServer((request, response) => {
    if (request.method === 'POST') handler(request, response);
    else response.end(JSON.stringify({ status: 200, msg: 'OK', result: `${started.url}/up` }));
  });
  server = started;
  return create({ baseUrl: started.url, key, limiter: fastLimiter() });
}

async function formOf(body: AsyncIterable<Uint8Array>, type: string): Promise<FormData> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
}

const entry = {
  filecode: 'abc',
  title: 'A &amp; B',
  size: '9',
  length: '0',
  canplay: 0,
  single_img: '/i/abc.jpg',
};
const success = JSON.stringify({ msg: 'OK', status: 200, result: [entry] });

describe.each([
  ['over fetch', undefined, createClient],
  ['over XMLHttpRequest', NodeXhr, createClient],
  ['over node:http', undefined, createNodeClient],
])('%s', (_, Xhr, create) => {
  test('the file is sent with its name, the key first and bare in the query', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    const { client, forms, server } = await uploadTo(success, { create });
    const uploaded = await client.uploads.send(file);
    expect(uploaded).toMatchObject({
      fileCode: 'abc',
      title: 'A & B',
      size: 9,
      singleImage: `${server.url}/i/abc.jpg`,
    });
    expect(server.requests[1]?.url.search).toBe('?secret%20key%2F1');
    const [form] = forms;
    expect([...(form?.keys() ?? [])]).toEqual(['api_key', 'file']);
    expect(form?.get('api_key')).toBe(key);
    const sent = form?.get('file');
    if (!(sent instanceof File)) throw new Error('No file was sent.');
    expect([sent.name, await sent.text()]).toEqual(['söme text.txt', 'some text']);
  });

  test('the query of the upload address is kept', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    const { client, server } = await uploadTo(success, { query: '?disk=1', create });
    await client.uploads.send(file);
    expect(server.requests[1]?.url.search).toBe('?disk=1&secret%20key%2F1');
  });

  test('progress ends with the total', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    const { client } = await uploadTo(success, { create });
    const seen: UploadProgress[] = [];
    await client.uploads.send(new Blob([new Uint8Array(1024 * 1024)]), {
      onProgress: (each) => seen.push(each),
    });
    expect(seen.length).toBeGreaterThanOrEqual(Xhr ? 10 : create === createNodeClient ? 5 : 2);
    expect(seen.map(({ sent }) => sent)).toEqual(seen.map(({ sent }) => sent).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.sent).toBe(seen.at(-1)?.total);
  });

  test('aborting during the upload is an error with an uncertain effect', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    const controller = new AbortController();
    const client = await clientPostingTo(() => controller.abort(), create);
    const sending = client.uploads.send(
      new Blob([new Uint8Array(1024 * 1024)]),
      {},
      { signal: controller.signal },
    );
    await expect(sending).rejects.toMatchObject({
      code: 'aborted',
      endpoint: 'upload',
      mayHaveTakenEffect: true,
    });
  });

  test('a broken connection is an error with an uncertain effect', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    const client = await clientPostingTo((request) => void request.socket.destroy(), create);
    await expect(client.uploads.send(file)).rejects.toMatchObject({
      code: 'network',
      mayHaveTakenEffect: true,
    });
  });
});

describe('over XMLHttpRequest, from a hostile upload address', () => {
  /** Sends a file to an address that answers by `handler`; gives the error. */
  async function sendTo(handler: Handler): Promise<unknown> {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    const client = await clientPostingTo((request, response) => {
      request.resume();
      handler(request, response);
    });
    return client.uploads.send(file).catch((caught: unknown) => caught);
  }

  test('an endless response is cut at 16 MiB', async () => {
    const chunk = ' '.repeat(256 * 1024);
    let sentBytes = 0;
    const error = await sendTo((_, response) => {
      function write() {
        // The test ends also where nothing is cut.
        if (sentBytes > 64 * 1024 * 1024) return void response.destroy();
        sentBytes += chunk.length;
        if (response.write(chunk)) setImmediate(write);
      }
      response.on('drain', write);
      write();
    });
    expect(error).toMatchObject({ code: 'invalid-response', mayHaveTakenEffect: true });
    expect(String(error)).toContain('too large');
    expect(sentBytes).toBeLessThan(48 * 1024 * 1024);
  });

  test('a response that stalls after its head times out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const error = await sendTo((_, response) => {
      response.write(' ');
      // Until the client has read the head; it ends also where nothing is cut.
      let turns = 0;
      const advance = setInterval(() => {
        vi.advanceTimersByTime(10_000);
        turns += 1;
        if (turns === 200) response.destroy();
      }, 5);
      response.once('close', () => clearInterval(advance));
    });
    expect(error).toMatchObject({ code: 'timeout', mayHaveTakenEffect: true });
  });

  test('a response redirected to another origin is rejected', async () => {
    const other = await startRawServer((request, response) => {
      request.resume();
      response.end(success);
    });
    const error = await sendTo((_, response) => {
      response.writeHead(307, { location: `${other.url}/elsewhere` }).end();
    });
    await other.close();
    expect(other.requests).toHaveLength(1);
    expect(error).toMatchObject({ code: 'invalid-response', mayHaveTakenEffect: true });
    expect(String(error)).toContain('redirect');
  });

  test('a response redirected to another path is rejected', async () => {
    const error = await sendTo((request, response) => {
      if (request.url?.startsWith('/up')) response.writeHead(307, { location: '/elsewhere' }).end();
      else response.end(success);
    });
    expect(error).toMatchObject({ code: 'invalid-response', mayHaveTakenEffect: true });
    expect(String(error)).toContain('redirect');
  });

  test('a fragment in the upload address is no redirect', async () => {
    vi.stubGlobal('XMLHttpRequest', NodeXhr);
    const { client } = await uploadTo(success, { query: '?disk=1#part' });
    expect(await client.uploads.send(file)).toMatchObject({ fileCode: 'abc' });
  });
});

describe('the response to the upload', () => {
  const page = '<HTML><BODY>Welcome</BODY></HTML>';
  const form = (code: string, st: string) =>
    `<Form name='F1' action='/' method='POST'><textarea name="fn">${code}</textarea><textarea name="st">${st}</textarea></Form>`;

  test.each<[string, string, Partial<UploadedFile>]>([
    ['an envelope with an array', success, { fileCode: 'abc' }],
    [
      'an envelope with one entry',
      JSON.stringify({ status: 200, msg: 'OK', result: entry }),
      { fileCode: 'abc' },
    ],
    ['a bare array', JSON.stringify([{ file_code: 'abc', file_status: 'OK' }]), { fileCode: 'abc' }],
    ['an entry with a numeric status', JSON.stringify([{ ...entry, status: 200 }]), { fileCode: 'abc' }],
    ['an HTML form', form('abc', 'OK'), { fileCode: 'abc' }],
    [
      'an HTML form of inputs',
      '<input type=hidden name="fn" value="abc"><input name="st" value="OK">',
      { fileCode: 'abc' },
    ],
    ['a form without a code', form('', 'OK'), { fileCode: null }],
    [
      'an OK without a code',
      JSON.stringify({ status: 200, msg: 'OK', result: [{ size: 9 }] }),
      { fileCode: null, size: 9 },
    ],
    ['an OK without a result', JSON.stringify({ status: 200, msg: 'OK' }), { fileCode: null }],
  ])('%s is a success', async (_, answer, expected) => {
    const { client } = await uploadTo(answer);
    expect(await client.uploads.send(file)).toMatchObject(expected);
  });

  test.each<[string, string, object]>([
    [
      'a refusal',
      JSON.stringify({ status: 400, msg: 'Invalid key' }),
      { code: 'unauthorized', mayHaveTakenEffect: false },
    ],
    [
      'a form with an error',
      form('undef', 'not enough disk space on your account'),
      { code: 'quota-exceeded' },
    ],
    [
      'an entry with an error',
      JSON.stringify([{ filecode: '', status: 'File is not allowed' }]),
      { code: 'refused' },
    ],
    [
      'plain text',
      'ERROR: upload session is not valid',
      { code: 'refused', msg: 'ERROR: upload session is not valid' },
    ],
    ['an empty body', '', { code: 'invalid-response', mayHaveTakenEffect: true }],
    ['a web page', page, { code: 'invalid-response', mayHaveTakenEffect: true }],
    ['text of unknown meaning', 'Thank you', { code: 'invalid-response', mayHaveTakenEffect: true }],
    ['a cut-off body', success.slice(0, 40), { code: 'invalid-response', mayHaveTakenEffect: true }],
  ])('%s is an error', async (_, answer, expected) => {
    const { client } = await uploadTo(answer);
    const error = await client.uploads.send(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ endpoint: 'upload', ...expected });
  });

  test('an HTTP error is an error, whatever the body', async () => {
    const { client } = await uploadTo(form('abc', 'OK'), { httpStatus: 502 });
    await expect(client.uploads.send(file)).rejects.toMatchObject({
      code: 'invalid-response',
      mayHaveTakenEffect: true,
    });
  });
});

describe('the upload address', () => {
  test.each([
    ['http://up.example/1', 'would carry the key in the clear'],
    ['http://127.0.0.1.evil.example/up', 'only looks like this machine'],
    ['http://files.example/1', 'would carry the key in the clear, although to the same host'],
    ['ftp://up.example/1', 'has a scheme that is no web'],
    ['https://a:b@up.example/1', 'has credentials'],
    ['', 'is empty'],
  ])('%j is rejected: it %s', async (result) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json({ status: 200, msg: 'OK', result }),
    );
    const client = createClient({ baseUrl: 'https://files.example', key, fetch, limiter: fastLimiter() });
    await expect(client.uploads.send(file)).rejects.toMatchObject({ endpoint: 'upload/server' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each([
    ['http://127.0.0.1:8080', 'http://public.example/', false],
    ['http://files.example', 'http://public.example/up', false],
    ['http://files.example', 'http://up.files.example/', false],
    ['http://files.example', 'http://files.example:8080/up', true],
    ['http://files.example', '/up', true],
    ['http://files.example', 'https://public.example/up', true],
    ['http://files.example', 'http://127.0.0.1/up', true],
    ['https://files.example', 'http://localhost:3000/up', true],
  ])('of %s may be %s: %s', async (baseUrl, result, isUsed) => {
    const fetch = async () => Response.json({ status: 200, msg: 'OK', result });
    const server = createClient({ baseUrl, key, fetch, limiter: fastLimiter() }).uploads.server();
    if (isUsed) expect(await server).toBe(new URL(result, baseUrl).href);
    else await expect(server).rejects.toMatchObject({ code: 'refused' });
  });
});
