/** The README's recipes for proxies: calls and uploads both go through the proxy. Only the proxy knows the host's name. */
import { execFile } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../local-server.ts';

let service: LocalServer;
let proxy: { readonly url: string; close(): void };
let received: string[] = [];

beforeAll(async () => {
  service = await startLocalServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Uint8Array).length;
    const { pathname } = new URL(request.url ?? '', 'http://host');
    received.push(
      request.method === 'POST' ? `${pathname} with ${bytes > 100_000 ? 'the file' : bytes}` : pathname,
    );
    const result = pathname.endsWith('server')
      ? 'http://files.test/up'
      : pathname === '/up'
        ? [{ filecode: 'abc' }]
        : { email: 'me@files.test' };
    response.end(JSON.stringify({ status: 200, msg: 'OK', result }));
  });
  proxy = await startProxy(service.port);
});
afterAll(async () => {
  proxy.close();
  await service.close();
});

/** Accepts requests with absolute addresses, and tunnels (CONNECT). Both go to `files.test`, which is at this port. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer(({ url, method, headers }, response) => {
    const { pathname, search, hostname } = new URL(url ?? '');
    if (hostname !== 'files.test') return void response.writeHead(502).end();
    const path = pathname + search;
    const onward = forward({ port, host: '127.0.0.1', method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    response.req.pipe(onward);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    if (request.url !== 'files.test:80') return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    for (const socket of [client, onward]) socket.on('error', () => undefined);
    sockets.add(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const entry = fileURLToPath(new URL('../../api/src/node.ts', import.meta.url));

/** Requests the account and uploads this file, in a separate process. */
async function run(before: string, options: string, env: Record<string, string>): Promise<string> {
  const script = `
    import { createClient } from ${JSON.stringify(entry)};
    ${before}
    const client = createClient({ baseUrl: 'http://files.test', key: 'a-key', dialect: 'document', maxRetries: 0, ${options} });
    const { email } = await client.account.info();
    const { fileCode } = await client.uploads.send(new Blob([new Uint8Array(200_000)]));
    console.log(email, fileCode);
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

const agent = () =>
  `import * as undici from 'undici'; const dispatcher = new undici.ProxyAgent('${proxy.url}');`;

test.each<[string, () => [before: string, options: string, env: Record<string, string>]]>([
  [
    'the environment of Node.js',
    () => ['', '', { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, NO_PROXY: '' }],
  ],
  ['a global dispatcher of undici', () => [`${agent()} undici.setGlobalDispatcher(dispatcher);`, '', {}]],
  [
    'a fetch of undici with its dispatcher',
    () => [agent(), 'fetch: (url, init) => undici.fetch(url, { ...init, dispatcher })', {}],
  ],
])('calls and files go through %s', async (_, recipe) => {
  received = [];
  expect(await run(...recipe())).toBe('me@files.test abc\n');
  expect(received.slice(0, 3)).toEqual(['/api/account/info', '/api/upload/server', '/up with the file']);
});
