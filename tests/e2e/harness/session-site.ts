/** Only serves files to signed-in users who come from its pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalServer } from '../../local-server.ts';

export interface SiteRequest {
  readonly path: string;
  readonly cookie: string | undefined;
  readonly referrer: string | undefined;
  readonly range: string | undefined;
  /** Path and all headers. */
  readonly raw: string;
}

export interface SessionSite {
  readonly url: string;
  /** Has the links, and signs the browser in. */
  readonly pageUrl: string;
  readonly requests: SiteRequest[];
  readonly settings: {
    /** For every file. Null: depends on cookie and referrer. */
    status: number | null;
    sizeBytes: number;
    /** Stops sending at this byte until it is null. */
    stopAtByte: number | null;
    /** A wrong `Content-Length`. */
    claimedBytes: number | null;
  };
  close(): Promise<void>;
}

const cookies = ['lax', 'strict', 'http'];
/** In every file. */
export const byteAt = (at: number): number => (at * 7 + (at >> 8)) % 251;

const partSize = 1 << 16;

export async function startSessionSite(): Promise<SessionSite> {
  const requests: SiteRequest[] = [];
  const settings: SessionSite['settings'] = {
    status: null,
    sizeBytes: 300_000,
    stopAtByte: null,
    claimedBytes: null,
  };
  const server = await startLocalServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/page') return answerPage(response);
    const { cookie, referer, range } = request.headers;
    const raw = `${request.url} ${request.rawHeaders.join(' ')}`;
    requests.push({ path: pathname, cookie, referrer: referer, range, raw });
    answerFile(request, response);
  });
  const pageUrl = `${server.url}/page`;

  function answerFile(request: IncomingMessage, response: ServerResponse): void {
    const { cookie = '', referer, range } = request.headers;
    const isSignedIn = cookies.every((name) => cookie.includes(`${name}=1`)) && referer === pageUrl;
    const { status, sizeBytes, claimedBytes } = settings;
    if (status !== null || !isSignedIn) return void response.writeHead(status ?? 403).end();
    const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === '"1"';
    const from = isCurrent ? Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': 'video/mp4',
      'content-length': (claimedBytes ?? sizeBytes) - from,
      'content-disposition': 'attachment; filename="Members only.mp4"',
      etag: '"1"',
      'accept-ranges': 'bytes',
      ...(from > 0 && { 'content-range': `bytes ${from}-${sizeBytes - 1}/${sizeBytes}` }),
    });
    // The browser may disconnect.
    pipeline(Readable.from(contents(response, from, sizeBytes)), response).catch(() => {});
  }

  async function* contents(response: ServerResponse, from: number, end: number) {
    for (let at = from; at < end; at += partSize) {
      while (settings.stopAtByte !== null && at >= settings.stopAtByte && !response.destroyed)
        await delay(20);
      const length = Math.min(partSize, end - at);
      yield Uint8Array.from({ length }, (_, index) => byteAt(at + index));
    }
  }

  return { url: server.url, pageUrl, requests, settings, close: () => server.close() };
}

function answerPage(response: ServerResponse): void {
  response.setHeader('set-cookie', [
    'lax=1; SameSite=Lax; Path=/; Max-Age=3600',
    'strict=1; SameSite=Strict; Path=/; Max-Age=3600',
    'http=1; HttpOnly; Path=/; Max-Age=3600',
    'partitioned=1; Secure; SameSite=None; Partitioned; Path=/; Max-Age=3600',
  ]);
  response.setHeader('content-type', 'text/html');
  response.end(
    '<!doctype html><title>Members</title><link rel="icon" href="data:,"><a href="/members/film">Film</a>',
  );
}
