/** After a file has arrived, no failure may suggest that nothing happened, and nothing is sent twice. */
import { afterEach, describe, expect, test } from 'vitest';
import { createClient as createNodeClient } from '../../../../api/src/node.ts';
import { ApiError, createClient, type Limiter } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';
import { type RawServer, startRawServer } from '../helpers/raw-server.ts';

const file = new File(['some text'], 'talk.mp4');

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Replaces the response to a call. `stop` aborts during the call, `stop first` before the first call after the upload. */
type Fault = 'stop' | 'stop first' | { readonly status: number; readonly msg: string };

/** A service that keeps files, and fails a call once. */
async function account(failing: string, fault: Fault, create = createClient, limiter = fastLimiter()) {
  const files = new Map<string, { size: number; folder: string; title: string }>();
  const controller = new AbortController();
  let fails = 1;
  const started = await startRawServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const reply = (result: unknown) => response.end(JSON.stringify({ status: 200, msg: 'OK', result }));
    if (pathname.endsWith(failing) && fails-- > 0) {
      if (fault === 'stop') return controller.abort();
      return void response.end(JSON.stringify(fault));
    }
    const stored = files.get(searchParams.get('file_code') ?? '');
    if (request.method === 'POST') {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': type },
      }).formData();
      const filecode = `code${files.size + 1}`;
      files.set(filecode, { size: (form.get('file') as File).size, folder: '0', title: 'talk' });
      reply([{ filecode, title: 'talk' }]);
    } else if (pathname.endsWith('server')) reply(`${started.url}/up`);
    else if (stored === undefined) response.end(JSON.stringify({ status: 404, msg: 'Not found' }));
    else if (pathname.endsWith('info')) {
      const { size, title, folder } = stored;
      const filecode = searchParams.get('file_code');
      reply([{ filecode, status: 200, size: String(size), file_title: title, fld_id: folder }]);
    } else {
      stored.folder = searchParams.get('fld_id') ?? stored.folder;
      stored.title = searchParams.get('title') ?? stored.title;
      reply('true');
    }
  });
  server = started;
  let runs = 0;
  const stopping: Limiter = {
    status: limiter.status,
    run(call, run) {
      runs += 1;
      if (runs === 3) controller.abort();
      return limiter.run(call, run);
    },
  };
  const options = {
    baseUrl: started.url,
    key: 'a-key',
    dialect: 'document',
    maxRetries: 0,
    limiter: fault === 'stop first' ? stopping : limiter,
  } as const;
  return { files, signal: controller.signal, client: create(options) };
}

const options = { folderId: '7', title: 'The talk' };
const refusals = [401, 403, 404, 400, 500, 503, 429].map((status) => ({ status, msg: `Status ${status}` }));
const cases = ['file/move', 'file/rename'].flatMap((call) =>
  [...refusals, 'stop' as const].map((fault) => ({ call, fault })),
);

describe.each([
  ['in a browser', createClient],
  ['in Node.js', createNodeClient],
])('%s', (_, create) => {
  test.each([
    ...cases,
    { call: 'file/info', fault: 'stop' as const },
    { call: 'nothing', fault: 'stop first' as const },
  ])(
    'the error has the code of a file that has arrived, and the upload is finished: $call, $fault',
    async ({ call, fault }) => {
      const { client, files, signal } = await account(call, fault, create);
      const error = await client.uploads
        .send(file, { ...options, signal })
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ fileCode: 'code1', sentBytes: 9, mayHaveTakenEffect: true });

      const { fileCode = '', sentBytes } = error as ApiError;
      const finished = await client.uploads.finish(fileCode, { ...options, size: sentBytes });
      expect(finished).toMatchObject({ fileCode: 'code1', folderId: '7', title: 'The talk', size: 9 });
      expect([...files]).toEqual([['code1', { size: 9, folder: '7', title: 'The talk' }]]);
    },
  );

  test('a loop that uses the error’s code leaves one copy', async () => {
    const { client, files } = await account('file/move', { status: 503, msg: 'Busy' }, create);
    let fileCode: string | undefined;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        if (fileCode === undefined) await client.uploads.send(file, options);
        else await client.uploads.finish(fileCode, options);
        break;
      } catch (error) {
        const failure = error as ApiError;
        if (failure.mayHaveTakenEffect && failure.fileCode === undefined) throw error;
        fileCode = failure.fileCode;
      }
    }
    expect([...files.values()]).toEqual([{ size: 9, folder: '7', title: 'The talk' }]);
  });
});

test('a limiter that breaks after the file has arrived doesn’t hide the code', async () => {
  const limiter = fastLimiter();
  let runs = 0;
  const breaking: Limiter = {
    status: limiter.status,
    run: (call, run) => {
      runs += 1;
      return runs > 2 ? Promise.reject(new Error('The disk is full.')) : limiter.run(call, run);
    },
  };
  const { client } = await account('nothing', 'stop', createClient, breaking);
  const error = await client.uploads.send(file, options).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    message: 'The disk is full.',
    fileCode: 'code1',
    mayHaveTakenEffect: true,
  });
});

describe('finish', () => {
  test('changes nothing that wasn’t requested, and can be repeated', async () => {
    const { client, files } = await account('nothing', 'stop');
    await client.uploads.send(file, options);
    const before = server?.requests.length ?? 0;
    expect(await client.uploads.finish('code1')).toMatchObject({
      folderId: null,
      title: 'The talk',
      size: 9,
    });
    expect(await client.uploads.finish('code1', options)).toMatchObject({ folderId: '7' });
    const asked = server?.requests.slice(before).map(({ url }) => url.pathname);
    expect(asked).toEqual(['/api/file/info', '/api/file/info', '/api/file/move']);
    expect(files.get('code1')).toEqual({ size: 9, folder: '7', title: 'The talk' });
  });

  test('leaves an incomplete file alone', async () => {
    const { client, files } = await account('nothing', 'stop');
    files.set('code1', { size: 8, folder: '0', title: 'talk' });
    const finishing = client.uploads.finish('code1', { ...options, size: 9 });
    await expect(finishing).rejects.toThrow('The service has 8 of the 9 bytes that were sent.');
    await expect(finishing).rejects.toMatchObject({ fileCode: 'code1', mayHaveTakenEffect: true });
    expect(files.get('code1')).toMatchObject({ folder: '0' });
  });

  test('reports a missing file', async () => {
    const { client } = await account('nothing', 'stop');
    await expect(client.uploads.finish('code9', options)).rejects.toMatchObject({
      code: 'not-found',
      mayHaveTakenEffect: false,
    });
  });

  test('rejects anything but a file code with a TypeError', async () => {
    const { client } = await account('nothing', 'stop');
    for (const [code, wrong] of [
      [undefined, {}],
      ['', {}],
      ['code1', { folderId: '' }],
      ['code1', { title: ' ' }],
      ['code1', { size: 0 }],
    ] as const)
      await expect(client.uploads.finish(code as string, wrong)).rejects.toThrow(TypeError);
    expect(server?.requests).toEqual([]);
  });
});
