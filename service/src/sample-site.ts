/**
 * A second web server for trying things out: a page of good, dead and slow links, media files, and addresses in text.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { throttle } from './limit-speed.ts';

export interface SiteOptions {
  port?: number; // default 0: any free port
  host?: string; // default "127.0.0.1"
  bytesPerSecond?: number; // of each response, default 0: no limit
  /** Of the links on its page. Default: the address that the request came to. */
  publicUrl?: string;
}

export type RunningSite = Awaited<ReturnType<typeof startSampleSite>>;

const sampleDir = new URL('../sample/', import.meta.url);

/** The first request for each query is refused, so a second attempt succeeds. */
const flakyPath = '/flaky.webm';

const files: Readonly<Record<string, { file: string; type: string }>> = {
  '/sample.webm': { file: 'sample.webm', type: 'video/webm' },
  '/conformance.webm': { file: 'sample.webm', type: 'video/webm' },
  '/holiday_clip.part.1.webm': { file: 'sample.webm', type: 'video/webm' },
  '/media/caf%C3%A9%20%26%20harbour.webm': { file: 'sample.webm', type: 'video/webm' },
  [flakyPath]: { file: 'sample.webm', type: 'video/webm' },
  '/slow.webm': { file: 'sample.webm', type: 'video/webm' },
  '/poster.jpg': { file: 'poster.jpg', type: 'image/jpeg' },
  '/sample.en.srt': { file: 'sample.en.srt', type: 'application/x-subrip' },
  '/sample.de.vtt': { file: 'sample.de.vtt', type: 'text/vtt' },
  '/sample.es.vtt': { file: 'sample.es.vtt', type: 'text/vtt' },
};

const slowBytesPerSecond = 10_000;
const bigChunk = Buffer.alloc(64 * 1024, 'linkhaul ');
const maxBigBytes = 10 * 2 ** 30;

export async function startSampleSite(options: SiteOptions = {}) {
  const { port = 0, host = '127.0.0.1' } = options;
  const requestedPaths = new Set<string>();
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    if (target.startsWith(flakyPath) && !requestedPaths.has(target)) {
      requestedPaths.add(target);
      response.writeHead(503).end();
      return;
    }
    respond(request, response, options).catch((error: unknown) => {
      // A caller may disconnect at any time. Other errors must be noticed.
      if (!response.destroyed) response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  return {
    /** Without a trailing slash. */
    url: `http://${host}:${address.port}`,
    port: address.port,
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { bytesPerSecond = 0, publicUrl }: SiteOptions,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const { address, port } = request.socket.address() as AddressInfo;
  const origin = publicUrl?.replace(/\/+$/, '') ?? `http://${address}:${port}`;
  // Pages of other origins use the subtitles and posters.
  response.setHeader('access-control-allow-origin', '*');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405).end();
    return;
  }
  const isHead = request.method === 'HEAD';
  const send = async (read: () => AsyncIterable<Uint8Array>, cap = bytesPerSecond) => {
    if (isHead) return void response.end();
    const source = throttle(read(), () => cap);
    return pipeline(source, response);
  };
  const file = files[path];
  const big = /^\/big\/(\d{1,11})\.bin$/.exec(path);
  if (path === '/') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const page = await readFile(new URL('page.html', sampleDir), 'utf8');
    response.end(page.replaceAll('{origin}', origin));
  } else if (path === '/moved') {
    response.writeHead(302, { location: '/sample.webm' }).end();
  } else if (path === '/subtitles.json') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(subtitles(origin)));
  } else if (file) {
    const location = new URL(file.file, sampleDir);
    const { size } = await stat(location);
    response.writeHead(200, { 'content-type': file.type, 'content-length': size });
    const cap = path === '/slow.webm' ? slowBytesPerSecond : bytesPerSecond;
    await send(() => createReadStream(location), cap);
  } else if (big && Number(big[1]) <= maxBigBytes) {
    const size = Number(big[1]);
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    await send(() => bytes(size));
  } else {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here.\n');
  }
}

async function* bytes(size: number): AsyncGenerator<Uint8Array> {
  for (let rest = size; rest > 0; rest -= bigChunk.length) yield bigChunk.subarray(0, rest);
}

/** The subtitle document of docs/http-api.md, "Player page". */
function subtitles(origin: string): object[] {
  return [
    { src: `${origin}/sample.en.srt`, label: 'English', default: true },
    { src: `${origin}/sample.de.vtt`, label: 'Deutsch' },
    { src: `${origin}/sample.es.vtt`, label: 'Español' },
  ];
}
