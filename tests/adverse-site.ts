/** A website that serves several versions of one file as badly as a test wants, to `fetch` and to browsers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startLocalServer } from './local-server.ts';

export interface SiteAnswer {
  /** Index of the version to send. */
  readonly version: number;
  /** `date` and `weak` are the same for all versions, as on sites where they change within a second. */
  readonly validator: 'strong' | 'weak' | 'date' | 'none';
  /** `unchecked` ignores `If-Range`. */
  readonly ranges: 'checked' | 'unchecked' | 'ignored' | 'refused';
  /** Null: everything requested. */
  readonly pieceBytes: number | null;
  /** `unnamed` has no validator. */
  readonly part:
    | 'true'
    | 'unnamed'
    | 'shifted'
    | 'no-total'
    | 'other-total'
    | 'other-unit'
    | 'several'
    | 'too-long';
  /** `close` ends with the connection. `long` claims more than it sends. */
  readonly length: 'true' | 'chunked' | 'close' | 'long';
  /** `forced`: even if the browser doesn't accept it. */
  readonly encoding: 'gzip' | 'forced' | null;
  /** Bytes of the body. Null: never. */
  readonly cutAt: number | null;
  /** Stops after this many bytes of the body with an open connection. Null: never. */
  readonly hangsAt: number | null;
  /** Sent instead of the file. `silence`: no response. */
  readonly instead: null | 'redirect' | 'empty' | 'nothing' | 'no-content' | 'busy' | 'page' | 'silence';
}

export const honestAnswer: SiteAnswer = {
  version: 0,
  validator: 'strong',
  ranges: 'checked',
  pieceBytes: null,
  part: 'true',
  length: 'true',
  encoding: null,
  cutAt: null,
  hangsAt: null,
  instead: null,
};

export interface AdverseSite {
  readonly url: string;
  readonly ranges: (string | undefined)[];
  close(): Promise<void>;
}

type Head = Readonly<Record<string, string>>;
interface CutDelay {
  readonly cutDelayMs: number;
}

/**
 * @param next called for each request for the file
 * @param cutDelayMs after the last byte: browsers drop what their page hasn't read at a cut
 */
export async function startAdverseSite(
  versions: readonly Uint8Array[],
  next: () => Partial<SiteAnswer>,
  cutDelayMs = 0,
): Promise<AdverseSite> {
  const ranges: (string | undefined)[] = [];
  const { url, close } = await startLocalServer((request, response) => {
    const answer = { ...honestAnswer, ...next(), cutDelayMs };
    if (request.url === '/moved/film.mp4' && answer.instead === 'redirect')
      return send(request, response, versions, { ...answer, instead: null });
    ranges.push(request.headers.range);
    send(request, response, versions, answer);
  });
  return { url: `${url}/film.mp4`, ranges, close };
}

const others: Readonly<
  Record<Exclude<SiteAnswer['instead'], null | 'silence'>, readonly [status: number, head: Head]>
> = {
  redirect: [302, { location: '/moved/film.mp4' }],
  empty: [200, { 'content-length': '0' }],
  nothing: [200, { 'transfer-encoding': 'chunked' }],
  'no-content': [204, {}],
  busy: [503, {}],
  page: [200, { 'content-type': 'text/html' }],
};

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  versions: readonly Uint8Array[],
  answer: SiteAnswer & CutDelay,
): void {
  const { version, validator, ranges, encoding, instead } = answer;
  if (instead === 'silence') return;
  if (instead !== null) {
    const [status, head] = others[instead];
    return void response.writeHead(status, head).end();
  }
  const whole = versions[version] ?? new Uint8Array();
  const accepted = String(headers['accept-encoding']);
  const isEncoded = encoding === 'forced' || (encoding === 'gzip' && /gzip/u.test(accepted));
  const bytes = isEncoded ? gzipSync(whole) : whole;
  const names = {
    strong: { etag: `"${version}"` },
    weak: { etag: 'W/"same"' },
    date: { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    none: {},
  }[validator];
  const [, start] = /^bytes=(\d+)-$/u.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  const isCurrent = typeof condition !== 'string' || Object.values(names).includes(condition);
  const isPart = start !== undefined && ranges !== 'ignored' && (isCurrent || ranges === 'unchecked');
  const type = { 'content-type': 'video/mp4', ...(isEncoded && { 'content-encoding': 'gzip' }) };
  if (start !== undefined && (ranges === 'refused' || (isPart && Number(start) >= bytes.length)))
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  if (isPart) sendPart(response, bytes, Number(start), { ...type, ...names }, answer);
  else sendBody(response, 200, bytes, { ...type, ...names }, answer);
}

function sendPart(
  response: ServerResponse,
  bytes: Uint8Array,
  start: number,
  head: Head,
  answer: SiteAnswer & CutDelay,
): void {
  const { part, pieceBytes } = answer;
  const from = part === 'shifted' ? Math.floor(start / 2) : start;
  const end = Math.min(bytes.length, from + (pieceBytes ?? bytes.length));
  const total =
    { 'no-total': '*', 'other-total': `${bytes.length + 1}` }[part as string] ?? `${bytes.length}`;
  const { etag, 'last-modified': _, ...rest } = head;
  const range = {
    'content-range': `${part === 'other-unit' ? 'items' : 'bytes'} ${from}-${end - 1}/${total}`,
    ...(etag !== undefined && part !== 'unnamed' && { etag }),
  };
  const several = { 'content-type': 'multipart/byteranges; boundary=x', ...(etag !== undefined && { etag }) };
  const body = bytes.subarray(from, part === 'too-long' ? Math.min(bytes.length, end + 10) : end);
  sendBody(response, 206, body, { ...rest, ...(part === 'several' ? several : range) }, answer);
}

function sendBody(
  response: ServerResponse,
  status: number,
  body: Uint8Array,
  head: Head,
  { length, cutAt, hangsAt, cutDelayMs }: SiteAnswer & CutDelay,
): void {
  const claimed = body.length + (length === 'long' ? 100 : 0);
  const isSized = length === 'true' || length === 'long';
  if (length === 'close') response.useChunkedEncodingByDefault = false;
  response.writeHead(status, {
    ...head,
    ...(isSized && { 'content-length': claimed }),
    ...(length === 'close' && { connection: 'close' }),
  });
  if (hangsAt !== null) return void response.write(body.subarray(0, hangsAt));
  // Where the connection ends the response, a cut can't be detected.
  const isUnknown = length === 'close' && !Object.hasOwn(head, 'content-encoding');
  const isCut = cutAt !== null && cutAt < body.length && !isUnknown;
  if (!isCut && length !== 'long') return void response.end(body);
  const cut = () => response.destroy();
  response.write(body.subarray(0, isCut ? cutAt : body.length), () =>
    cutDelayMs > 0 ? setTimeout(cut, cutDelayMs) : cut(),
  );
}

/** A website whose only file has no length and never ends. */
export function startEndlessSite(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const part = new Uint8Array(1 << 16);
  return startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    const send = (): void => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', send);
    send();
  });
}
