/** Uploading a file: the address, the form, the progress, and the many responses of services. */
import { execFileSync } from 'node:child_process';
import { createReadStream, openAsBlob, statSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient as createNodeClient } from '../../../../api/src/node.ts';
import {
  ApiError,
  type ClientOptions,
  createClient,
  type Fetch,
  type SentRequest,
  type UploadProgress,
  type UploadSource,
} from '../../../../lib/api/index.ts';
import { openGuardedXhr } from '../../../../lib/api/xhr.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';
import { nodeDocument } from '../helpers/node-xhr.ts';
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

/** A service whose upload address responds like this. `forms` holds the posted forms. */
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
    void readForm(request, request.headers['content-type'] ?? '').then((form) => {
      forms.push(form);
      response.writeHead(httpStatus).end(answer);
    });
  });
  server = started;
  return {
    forms,
    server: started,
    client: create({
      baseUrl: started.url,
      key,
      dialect: 'document',
      limiter: fastLimiter(),
      maxRetries: 0,
    }),
  };
}

/** A client whose upload address responds with `handler`. */
async function clientPostingTo(handler: Handler, create = createClient) {
  const started = await startRawServer((request, response) => {
    if (request.method === 'POST') handler(request, response);
    else response.end(JSON.stringify({ status: 200, msg: 'OK', result: `${started.url}/up` }));
  });
  server = started;
  return create({ baseUrl: started.url, key, limiter: fastLimiter(), maxRetries: 0 });
}

async function readForm(body: AsyncIterable<Uint8Array>, type: string): Promise<FormData> {
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
  ['over XMLHttpRequest', nodeDocument, createClient],
  ['over node:http', undefined, createNodeClient],
])('%s', (_, document, create) => {
  // Without `onProgress`, no XMLHttpRequest is used.
  const options = document && { onProgress: () => undefined };

  test('the file is sent with its name, the key first and bare in the query', async () => {
    vi.stubGlobal('document', document);
    const { client, forms, server } = await uploadTo(success, { create });
    const uploaded = await client.uploads.send(file, options);
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
    vi.stubGlobal('document', document);
    const { client, server } = await uploadTo(success, { query: '?disk=1', create });
    await client.uploads.send(file, options);
    expect(server.requests[1]?.url.search).toBe('?disk=1&secret%20key%2F1');
  });

  test('progress ends with the total', async () => {
    vi.stubGlobal('document', document);
    const { client } = await uploadTo(JSON.stringify([{ filecode: 'abc' }]), { create });
    const seen: UploadProgress[] = [];
    await client.uploads.send(new Blob([new Uint8Array(1024 * 1024)]), {
      onProgress: (each) => seen.push(each),
    });
    expect(seen.length).toBeGreaterThanOrEqual(document ? 10 : create === createNodeClient ? 5 : 2);
    expect(seen.map(({ sent }) => sent)).toEqual(seen.map(({ sent }) => sent).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.sent).toBe(seen.at(-1)?.total);
  });

  test('aborting during the upload is an error with an uncertain effect', async () => {
    vi.stubGlobal('document', document);
    const controller = new AbortController();
    const client = await clientPostingTo(() => controller.abort(), create);
    const sending = client.uploads.send(new Blob([new Uint8Array(1024 * 1024)]), options, {
      signal: controller.signal,
    });
    await expect(sending).rejects.toMatchObject({
      code: 'aborted',
      endpoint: 'upload',
      mayHaveTakenEffect: true,
    });
  });

  test('a broken connection is an error with an uncertain effect', async () => {
    vi.stubGlobal('document', document);
    const client = await clientPostingTo((request) => void request.socket.destroy(), create);
    await expect(client.uploads.send(file, options)).rejects.toMatchObject({
      code: 'network',
      mayHaveTakenEffect: true,
    });
  });

  test('a redirect to another origin is not followed', async () => {
    vi.stubGlobal('document', document);
    const other = await startRawServer(
      (request, response) => void request.resume().on('end', () => response.end(success)),
    );
    for (const status of [301, 302, 303, 307, 308]) {
      const client = await clientPostingTo((request, response) => {
        request.resume();
        response.writeHead(status, { location: `${other.url}/elsewhere` }).end();
      }, create);
      const error = await client.uploads.send(file, options).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'invalid-response', mayHaveTakenEffect: true });
      expect(String(error)).toContain('redirect');
      await server?.close();
    }
    await other.close();
    expect(other.requests).toEqual([]);
  });

  test('a service that takes the file and never responds is a timeout', async () => {
    vi.stubGlobal('document', document);
    for (const handler of [
      (request) => void request.resume(),
      (request, response) => void request.resume().on('end', () => response.write(' ')),
    ] satisfies Handler[]) {
      const client = await clientPostingTo(handler, create);
      const sending = client.uploads.send(file, { ...options, timeout: 200 });
      await expect(sending).rejects.toMatchObject({ code: 'timeout', mayHaveTakenEffect: true });
      await server?.close();
    }
  });

  test('an error thrown by onProgress is thrown, and doesn’t count as the service’s', async () => {
    vi.stubGlobal('document', document);
    const thrown = new Error('No such bar.');
    const { client, forms } = await uploadTo(success, { create });
    const big = new Blob([new Uint8Array(8 * 1024 * 1024)]);
    let calls = 0;
    const sending = client.uploads.send(big, {
      onProgress() {
        calls += 1;
        throw thrown;
      },
    });
    await expect(sending).rejects.toBe(thrown);
    expect(calls).toBe(1);
    expect(forms).toEqual([]);
  });

  test('an error thrown by onProgress at the end has the code of the file, which has arrived', async () => {
    vi.stubGlobal('document', document);
    const { client, forms } = await uploadTo(success, { create });
    const thrown = new Error('No such bar.');
    const sending = client.uploads.send(file, {
      onProgress({ sent, total, isUnknown }) {
        if (sent >= total && !isUnknown) throw thrown;
      },
    });
    await expect(sending).rejects.toBe(thrown);
    expect(thrown).toMatchObject({ fileCode: 'abc', mayHaveTakenEffect: true });
    expect(forms).toHaveLength(1);
  });
});

describe('over XMLHttpRequest, from a hostile upload address', () => {
  /** Sends a file to an address that responds with `handler`. Returns the error. */
  async function sendTo(handler: Handler): Promise<unknown> {
    vi.stubGlobal('document', nodeDocument);
    const client = await clientPostingTo((request, response) => {
      request.resume();
      handler(request, response);
    });
    return client.uploads.send(file, { onProgress: () => {} }).catch((caught: unknown) => caught);
  }

  test('an endless response is cut at 16 MiB', async () => {
    const chunk = ' '.repeat(256 * 1024);
    let sentBytes = 0;
    const error = await sendTo((_, response) => {
      function write() {
        // Ends the test even if the client never cuts the response.
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
      // Repeats until the client has read the headers. Ends the test even if the client never times out.
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

  test('a response redirected to another path is rejected', async () => {
    const error = await sendTo((request, response) => {
      if (request.url?.startsWith('/up')) response.writeHead(307, { location: '/elsewhere' }).end();
      else response.end(success);
    });
    expect(error).toMatchObject({ code: 'invalid-response', mayHaveTakenEffect: true });
    expect(String(error)).toContain('redirect');
  });

  test('a frame that the website removes is an error with an uncertain effect', async () => {
    let gone: (() => void) | null | undefined;
    vi.stubGlobal('document', {
      ...nodeDocument,
      createElement() {
        const frame = nodeDocument.createElement();
        Object.defineProperty(frame.contentWindow, 'onpagehide', { set: (listener) => (gone = listener) });
        return frame;
      },
    });
    const client = await clientPostingTo(() => gone?.());
    await expect(client.uploads.send(file, { onProgress: () => {} })).rejects.toMatchObject({
      code: 'network',
      mayHaveTakenEffect: true,
    });
  });

  test.each(['http://[::1]:8080/up', 'https://files_1.example/up'])(
    '%s gets the file by fetch',
    async (url) => {
      expect(await openGuardedXhr({ document: nodeDocument }, new URL(url))).toBeNull();
    },
  );

  test('in a sandboxed page, whose frames are inaccessible, fetch is used', async () => {
    const removed = vi.fn();
    vi.stubGlobal('document', {
      ...nodeDocument,
      createElement: () => ({
        get contentWindow() {
          return Object.defineProperty({}, 'document', {
            get() {
              throw new DOMException('Blocked a frame with origin "null".', 'SecurityError');
            },
          });
        },
        remove: removed,
      }),
    });
    const { client } = await uploadTo(success);
    const onProgress = vi.fn();
    expect(await client.uploads.send(file, { onProgress })).toMatchObject({ fileCode: 'abc' });
    expect(onProgress.mock.calls[0]).toEqual([{ sent: 0, total: file.size, isUnknown: true }]);
    expect(removed).toHaveBeenCalledOnce();
  });

  test('a fragment in the upload address doesn’t count as a redirect', async () => {
    vi.stubGlobal('document', nodeDocument);
    const { client } = await uploadTo(success, { query: '?disk=1#part' });
    const onProgress = vi.fn();
    expect(await client.uploads.send(file, { onProgress })).toMatchObject({ fileCode: 'abc' });
    expect(onProgress.mock.lastCall).not.toContain({ isUnknown: true });
  });

  test('is used only for progress', async () => {
    const append = vi.fn();
    vi.stubGlobal('document', { ...nodeDocument, documentElement: { append } });
    const { client } = await uploadTo(success);
    expect(await client.uploads.send(file)).toMatchObject({ fileCode: 'abc' });
    expect(append).not.toHaveBeenCalled();
  });
});

test('an HTTP error is an error, whatever the body', async () => {
  const { client } = await uploadTo(success, { httpStatus: 502 });
  // The envelope has precedence. A bare list doesn't.
  expect(await client.uploads.send(file)).toMatchObject({ fileCode: 'abc' });
  await server?.close();
  const bare = await uploadTo(JSON.stringify([entry]), { httpStatus: 502 });
  await expect(bare.client.uploads.send(file)).rejects.toMatchObject({
    code: 'invalid-response',
    mayHaveTakenEffect: true,
  });
});

describe('the upload address', () => {
  const connectTo = (baseUrl: string, answer: object) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json({ status: 200, msg: 'OK', ...answer }),
    );
    const options = { baseUrl, key, fetch, limiter: fastLimiter(), maxRetries: 0 };
    return { client: createClient(options), fetch };
  };

  test.each<[baseUrl: string, named: string, used: string | null]>([
    // Absolute addresses.
    ['https://files.example', 'https://up.example/1?disk=2', 'https://up.example/1?disk=2'],
    ['https://files.example', 'HTTPS://UP.example/1', 'https://up.example/1'],
    ['https://files.example', 'http://up.example/1', 'https://up.example/1'],
    ['https://files.example', 'http://up.example:8080/1', 'https://up.example:8080/1'],
    ['https://files.example', 'http://files.example/1', 'https://files.example/1'],
    ['https://files.example', 'http://127.0.0.1/up', 'https://127.0.0.1/up'],
    ['https://files.example', 'http://localhost:3000/up', 'https://localhost:3000/up'],
    ['https://files.example', 'http://[::1]/up', 'https://[::1]/up'],
    ['https://files.example', 'http://192.0.2.7/up', 'https://192.0.2.7/up'],
    ['https://files.example', 'http://127.0.0.1.evil.example/up', 'https://127.0.0.1.evil.example/up'],
    ['https://files.example', 'ftp://up.example/1', null],
    ['https://files.example', 'javascript:alert(1)', null],
    ['https://files.example', 'https://a:b@up.example/1', null],
    ['http://files.example', 'http://files.example:8080/up', 'http://files.example:8080/up'],
    ['http://files.example', 'http://up.files.example/', 'https://up.files.example/'],
    ['http://files.example', 'http://127.0.0.1/up', 'http://127.0.0.1/up'],
    ['http://files.example', 'https://up.example/1', 'https://up.example/1'],
    ['http://127.0.0.1:8080', 'http://up.example/1', 'https://up.example/1'],
    // Without a scheme.
    ['https://files.example', 'cdn.example/upload/01', 'https://cdn.example/upload/01'],
    ['https://files.example', '//cdn.example/upload/01', 'https://cdn.example/upload/01'],
    ['https://files.example', 'cdn.example:8443/upload/01', 'https://cdn.example:8443/upload/01'],
    ['https://files.example', 'cdn.example:8443', 'https://cdn.example:8443/'],
    ['https://files.example', 's1.cdn.пример/up?d=1', 'https://s1.cdn.xn--e1afmkfd/up?d=1'],
    ['https://files.example', '192.0.2.7/up', 'https://192.0.2.7/up'],
    ['https://files.example', '[2001:db8::1]:8443/up', 'https://[2001:db8::1]:8443/up'],
    ['https://files.example', 'localhost:3000/up', 'https://localhost:3000/up'],
    ['http://files.example', 'cdn.example/upload/01', 'https://cdn.example/upload/01'],
    ['http://files.example', '//cdn.example/upload/01', 'https://cdn.example/upload/01'],
    ['http://files.example:8080', 'files.example:8080/up', 'http://files.example:8080/up'],
    ['http://127.0.0.1:8080', '//127.0.0.1:8080/up', 'http://127.0.0.1:8080/up'],
    ['http://nas:8080', 'nas:8080/up', 'http://nas:8080/up'],
    ['http://nas:8080', 'nas.evil.example:8080/up', 'https://nas.evil.example:8080/up'],
    ['https://files.example', 'https:cdn.example/up', 'https://cdn.example/up'],
    ['https://files.example', 'a:b@cdn.example/up', null],
    // Paths.
    ['https://files.example', '/upload/01', 'https://files.example/upload/01'],
    ['http://files.example', '/upload/01', 'http://files.example/upload/01'],
    ['https://files.example', 'upload/01', null],
    ['https://files.example', './upload/01', null],
    ['https://files.example', 'cgi-bin/upload.cgi', null],
    ['https://files.example', 'upload.cgi', null],
    ['https://files.example', '?upload', null],
    ['https://files.example', '/\\cdn.example/up', null],
    ['https://files.example', '/\t/cdn.example/up', null],
    ['https://files.example', '//cdn/up', null],
    // Not addresses.
    ['https://files.example', 'No servers available now/today', null],
    ['https://files.example', 'OK', null],
    ['https://files.example', '', null],
  ])('of %s, named %j: %s', async (baseUrl, result, used) => {
    const { client, fetch } = connectTo(baseUrl, { result });
    if (used !== null) expect(await client.uploads.server()).toBe(used);
    else await expect(client.uploads.send(file)).rejects.toMatchObject({ endpoint: 'upload/server' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each([
    { sess_id: 'q1w2e3', result: 'https://up.example/cgi-bin/upload.cgi' },
    { sess_id: 7, result: 'https://up.example/1' },
    { result: { url: 'https://up.example/1', sess_id: 'q1w2e3' } },
    { result: 'https://up.example/1', session: { id: 'q1w2e3' } },
    { result: 'https://up.example/1', session_id: 'x'.repeat(500) },
  ])('isn’t used if a session comes with it: %j', async (answer) => {
    const { client, fetch } = connectTo('https://files.example', answer);
    const error = await client.uploads.send(file).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'refused', needsSession: true, mayHaveTakenEffect: false });
    expect(String(error)).toContain('public');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each(['', null, 'undef', 'nil', 'n/a', '-', 0])('is used if the session is %j', async (sess_id) => {
    const { client } = connectTo('https://files.example', { result: 'https://up.example/1', sess_id });
    expect(await client.uploads.server()).toBe('https://up.example/1');
  });
});

describe('a file to send', () => {
  /** A service that keeps the uploaded file and responds to calls about it. `requests` names the calls. */
  async function account(create = createClient, alter: (size: number) => unknown = String) {
    const stored = { size: -1, title: 'talk', folder: '0', name: '' };
    const requests: string[] = [];
    const started = await startRawServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
      requests.push(pathname.replace('/api/', ''));
      const reply = (result: unknown) => response.end(JSON.stringify({ status: 200, msg: 'OK', result }));
      if (request.method === 'POST') {
        const answer = (form: FormData) => {
          const sent = form.get('file') as File;
          Object.assign(stored, { size: sent.size, name: sent.name });
          reply([{ filecode: 'abc', title: stored.title }]);
        };
        // A broken request gets no response.
        readForm(request, request.headers['content-type'] ?? '').then(answer, () => undefined);
      } else if (pathname.endsWith('server')) reply(`${started.url}/up`);
      else if (pathname.endsWith('info')) reply([{ filecode: 'abc', status: 200, size: alter(stored.size) }]);
      else {
        stored.folder = searchParams.get('fld_id') ?? stored.folder;
        stored.title = searchParams.get('title') ?? stored.title;
        reply('true');
      }
    });
    server = started;
    return { stored, requests, client: create({ baseUrl: started.url, key, limiter: fastLimiter() }) };
  }

  const bytes = (...texts: string[]) => new Blob(texts).stream();
  const path = fileURLToPath(import.meta.url);
  const size = statSync(path).size;

  test.each<[string, () => UploadSource, number, string]>([
    ['a path', () => path, size, 'upload-calls.test.ts'],
    ['an address of a file', () => pathToFileURL(path), size, 'upload-calls.test.ts'],
    ['a stream of Node.js', () => createReadStream(path), size, 'upload-calls.test.ts'],
    ['a stream', () => bytes('some ', 'text'), 9, 'file'],
    ['a file', () => file, 9, 'söme text.txt'],
    ['a Blob from the disk', () => pathBlob, size, 'file'],
  ])('in Node.js may be %s', async (_, source, expected, name) => {
    for (const fetch of [undefined, (...request: Parameters<Fetch>) => globalThis.fetch(...request)]) {
      const create = (options: ClientOptions) => createNodeClient({ ...options, fetch, post: undefined });
      const { client, stored } = await account(create as typeof createClient);
      const progress: UploadProgress[] = [];
      await client.uploads.send(source(), { onProgress: (each) => progress.push(each) });
      expect(stored).toMatchObject({ size: expected, name });
      expect(progress.at(-1)?.sent).toBe(progress.at(-1)?.total);
      await server?.close();
    }
  });
  let pathBlob: Blob;
  beforeAll(async () => {
    pathBlob = await openAsBlob(path);
  });

  test('elsewhere may be a Blob or a stream', async () => {
    const { client, stored } = await account();
    await client.uploads.send(bytes('some ', 'text'), { name: 'a.txt' });
    expect(stored).toMatchObject({ size: 9, name: 'a.txt' });
  });

  test('is moved into its folder and gets its title', async () => {
    const { client, stored, requests } = await account();
    const sent = await client.uploads.send(file, { folderId: '7', title: 'A better one' });
    expect(sent).toMatchObject({ fileCode: 'abc', folderId: '7', title: 'A better one' });
    expect(stored).toMatchObject({ folder: '7', title: 'A better one' });
    expect(requests).toEqual(['upload/server', '/up', 'file/info', 'file/move', 'file/rename']);
  });

  test('stays in the root without a folder and keeps the title that it has', async () => {
    const { client, requests } = await account();
    expect(await client.uploads.send(file, { title: 'talk' })).toMatchObject({ folderId: '0' });
    expect(requests).toEqual(['upload/server', '/up', 'file/info']);
  });

  test.each([
    ['nothing', 0],
    ['a part', 8],
  ])('causes an error if the service has %s of it', async (_, kept) => {
    const { client, requests } = await account(createClient, () => String(kept));
    const sending = client.uploads.send(file, { folderId: '7' });
    await expect(sending).rejects.toMatchObject({
      code: 'invalid-response',
      endpoint: 'upload',
      mayHaveTakenEffect: true,
      fileCode: 'abc',
      message: expect.stringContaining(`has ${kept} of the 9 bytes`),
    });
    expect(requests).not.toContain('file/move');
  });

  test('counts as sent if the service doesn’t know it yet', async () => {
    const { client } = await account(createClient, () => null);
    expect(await client.uploads.send(file)).toMatchObject({ fileCode: 'abc' });
  });

  test('has its code in the error of a later call', async () => {
    const { client } = await account();
    const answer = client.uploads.send(file, { folderId: 'x'.repeat(30_000) });
    await expect(answer).rejects.toMatchObject({ endpoint: 'file/move', fileCode: 'abc' });
  });

  test('is rejected with a TypeError before the first request if it can’t be sent', async () => {
    const wrong: [unknown, object?, RegExp?][] = [
      [undefined, {}, /Only a/],
      [42, {}, /Only a/],
      [{}, {}, /Only a/],
      ['missing.mp4', {}, /missing\.mp4|no paths/],
      [new URL('https://files.example/a.mp4'), {}, /file:|no paths/],
      [new File([], 'empty.txt'), {}, /0 bytes/],
      [file, { folderId: '' }, /folderId/],
      [file, { folderId: null }, /folderId/],
      [file, { title: ' ' }, /title/],
      [file, { name: '' }, /name/],
      [file, { size: 8 }, /size is 8, but the file has 9/],
      [file, { signal: 'now' }, /signal/],
      [file, { onProgress: true }, /onProgress/],
      [file, { timeout: -1 }, /timeout/],
    ];
    for (const create of [createClient, createNodeClient]) {
      const { client, requests } = await account(create);
      for (const [source, options, message] of wrong) {
        const sending = client.uploads.send(source as Blob, options);
        await expect(sending).rejects.toThrow(TypeError);
        await expect(client.uploads.send(source as Blob, options)).rejects.toThrow(message);
      }
      if (create === createNodeClient)
        await expect(client.uploads.send(dirname(path))).rejects.toThrow(/is a folder/);
      expect(requests).toEqual([]);
      await server?.close();
    }
  });

  test('causes an error in Node.js if the given fetch doesn’t read it', async () => {
    const { stored } = await account();
    const fetch: Fetch = (url, { method } = {}) => {
      const answer = { status: 200, msg: 'OK', result: [{ filecode: 'abc' }] };
      return method === 'POST' ? Promise.resolve(Response.json(answer)) : globalThis.fetch(url);
    };
    const { uploads } = createNodeClient({ baseUrl: server?.url ?? '', key, fetch, limiter: fastLimiter() });
    await expect(uploads.send(file)).rejects.toThrow(
      'Only 0 of 9 bytes were read: the given fetch cannot stream.',
    );
    expect(stored.size).toBe(-1);
  });

  test('is reported to onRequest unchanged', async () => {
    for (const create of [createClient, createNodeClient]) {
      await account();
      const seen: string[] = [];
      const onRequest = ({ endpoint, status, code }: SentRequest) =>
        seen.push(`${endpoint} ${status} ${code}`);
      await create({ baseUrl: server?.url ?? '', key, onRequest, limiter: fastLimiter() }).uploads.send(file);
      expect(seen).toEqual(['upload/server 200 null', 'upload 200 null', 'file/info 200 null']);
      await server?.close();
    }
  });

  test('is also compared with what is read back, which may take a moment', async () => {
    let looks = 0;
    const late = await account(createClient, (size) => String(looks++ === 0 ? 0 : size));
    expect(await late.client.uploads.send(file)).toMatchObject({ fileCode: 'abc' });
    expect(looks).toBe(2);
  });

  describe('in Node.js, if the stream fails', () => {
    const failing = async function* () {
      yield new Uint8Array(70_000);
      throw failure;
    };
    const failure = new Error('The tape is torn.');
    const empty = async function* () {
      yield new Uint8Array();
    };
    const text = (encoding?: BufferEncoding) => createReadStream(path, encoding);
    const mixed = async function* () {
      yield new Uint8Array(1);
      yield 'text' as unknown as Uint8Array;
    };
    const throwing = {
      [Symbol.asyncIterator]() {
        throw failure;
      },
    };

    test.each<[string, () => AsyncIterable<Uint8Array>, object, string | Error, isSent: boolean]>([
      ['fails', failing, {}, failure, true],
      ['fails at once', () => throwing, {}, failure, false],
      ['is empty', () => bytes(), {}, 'The stream is empty', false],
      ['is empty, with a size', () => bytes(), { size: 5 }, 'The stream is empty', false],
      ['gives empty pieces', empty, {}, 'The stream is empty', false],
      ['has an encoding', () => text('utf8'), {}, 'must give bytes', false],
      ['has an encoding like hex', () => text('hex'), {}, 'must give bytes', false],
      ['gives text later', mixed, {}, 'must give bytes', true],
      ['gives less than it said', () => bytes('some'), { size: 9 }, 'gave 4 of its 9 bytes', true],
      ['gives more than it said', () => bytes('some', ' more'), { size: 5 }, 'more than its 5 bytes', true],
    ])('its error is thrown: it %s', async (_, open, options, expected, isSent) => {
      const { client, stored, requests } = await account(createNodeClient);
      const error = await client.uploads.send(open(), options).catch((caught: unknown) => caught);
      expect(error).not.toBeInstanceOf(ApiError);
      if (typeof expected === 'string') expect(String(error)).toContain(expected);
      else expect(error).toBe(expected);
      // Detected before the first request, or nothing that was sent is kept.
      if (!isSent) expect(requests).toEqual([]);
      expect(stored.size).toBe(-1);
    });

    test('the stream is released if the service returns no address, or the call is aborted', async () => {
      const { client } = await account(createNodeClient);
      await server?.close();
      const returned = vi.fn();
      const source = async function* () {
        try {
          yield new Uint8Array(9);
          await new Promise(() => undefined);
        } finally {
          returned();
        }
      };
      const failed = client.uploads.send(source(), { maxRetries: 0 });
      await expect(failed).rejects.toMatchObject({ code: 'network', endpoint: 'upload/server' });
      expect(returned).toHaveBeenCalledOnce();

      const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
      const signal = AbortSignal.timeout(20);
      const aborted = client.uploads.send(never, { signal });
      await expect(aborted).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
    });
  });

  test('in Node.js may be a pipe, but not an unreadable file', async () => {
    const { client, stored } = await account(createNodeClient);
    const folder = await mkdtemp(join(tmpdir(), 'linkhaul-send-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, 'through a pipe');
    await client.uploads.send(pipe);
    await writing;
    expect(stored).toMatchObject({ size: 14, name: 'pipe' });
    await symlink(join(folder, 'missing'), join(folder, 'broken'));
    await expect(client.uploads.send(join(folder, 'broken'))).rejects.toThrow('cannot be read');
    await symlink(path, join(folder, 'link.ts'));
    await client.uploads.send(join(folder, 'link.ts'));
    expect(stored).toMatchObject({ size, name: 'link.ts' });
    await rm(folder, { recursive: true });
  });

  test('is a timeout if the service stops reading, or the source stops', async () => {
    const client = await clientPostingTo(() => undefined, createNodeClient);
    const large = new Blob([new Uint8Array(32 * 1024 * 1024)]);
    const started = performance.now();
    const stalled = client.uploads.send(large, { idleTimeout: 300 });
    await expect(stalled).rejects.toMatchObject({ code: 'timeout', endpoint: 'upload' });
    await expect(stalled).rejects.toThrow('No byte was sent for 0.3 seconds.');
    expect(performance.now() - started).toBeLessThan(10_000);
    const source = async function* () {
      yield new Uint8Array(9);
      await new Promise(() => undefined);
    };
    await expect(client.uploads.send(source(), { idleTimeout: 100 })).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  test('of unknown size ends if onProgress throws', async () => {
    const { client, stored } = await account(createNodeClient);
    const thrown = new Error('No such bar.');
    let pieces = 0;
    const stream = async function* () {
      for (; pieces < 1_000; pieces += 1) yield new Uint8Array(100_000);
    };
    const sending = client.uploads.send(stream(), {
      onProgress() {
        throw thrown;
      },
    });
    await expect(sending).rejects.toBe(thrown);
    expect(thrown).not.toHaveProperty('fileCode');
    expect(pieces).toBeLessThan(1_000);
    expect(stored.size).toBe(-1);
  });

  test('may take longer than both limits while bytes are sent', async () => {
    const { client, stored } = await account(createNodeClient);
    const slow = async function* () {
      for (let at = 0; at < 20; at += 1) {
        yield new Uint8Array(1_000);
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    };
    await client.uploads.send(slow(), { idleTimeout: 2_000, timeout: 2_000 });
    expect(stored.size).toBe(20_000);
  });

  test('may be refused before the service has read it', async () => {
    const client = await clientPostingTo((_, response) => {
      response.writeHead(413, { connection: 'close' });
      response.end(JSON.stringify({ status: 403, msg: 'Too large for you' }));
    }, createNodeClient);
    const large = new Blob([new Uint8Array(4 * 1024 * 1024)]);
    await expect(client.uploads.send(large)).rejects.toMatchObject({
      code: 'refused',
      msg: 'Too large for you',
    });
  });

  test('ends on abort with the reason, in each form', async () => {
    const reason = new Error('not any more');
    for (const [create, document] of [
      [createClient],
      [createClient, nodeDocument],
      [createNodeClient],
    ] as const) {
      vi.stubGlobal('document', document);
      const controller = new AbortController();
      const client = await clientPostingTo(() => controller.abort(reason), create);
      const { signal } = controller;
      const error = await client.uploads
        .send(file, { signal, onProgress: () => {} })
        .catch((caught) => caught);
      expect(error).toMatchObject({ name: 'AbortError', code: 'aborted', mayHaveTakenEffect: true });
      expect(error.cause).toBe(reason);
      await server?.close();
    }
  });
});
