/**
 * Fetches a link's file to the disk with the user's session at the site, and resumes what is already there. It resumes with `Range`, and
 * only while a strong entity tag names the same version (RFC 9110, 8.8.1). Otherwise it starts over. What arrives is byte for byte one
 * version of the file, or it doesn't count as fetched. Runs in a worker, because only workers can write a file in place. The file and
 * `fetch` are arguments.
 */
import { readRetryAfterMs } from '../api/retry-after.ts';
import { endingOf } from '../links/address-title.ts';
import { decodePercent } from '../links/decode-percent.ts';
import { boundTitle } from '../links/link.ts';
import { readFileName, toFileName } from './file-name.ts';

/** Why a link can't be fetched. The interface has a sentence for each: `source.<name>`. */
export const sourceFailures = [
  'gone', // the site no longer has the file
  'session', // the site doesn't let the user have it
  'page', // the response was a web page, usually the site's login
  'empty', // the site says that the file has no bytes
  'blank', // the response had no body
  'overlong', // the response was longer than announced
  'oversize', // no length was announced, and the response was too long
  'slow', // the response was too slow
  'room', // the disk has too little space
  'disk', // the disk couldn't be written for another reason
  'access', // the host permission for the site is missing, or for another address of it
  'redirect', // the link redirects to a host without permission
  'site', // the link redirects to another site, which the user hasn't agreed to
  'local', // the link redirects to a host of this machine or network
  'loop', // the link keeps redirecting
  'uploadHost', // the host permission for the service's upload host is missing
  'scheme', // not an address that a browser fetches
  'error', // the site responded with another error
  'lost', // the connection was lost too often
  'private', // it is from a private window, which must leave nothing on disk
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

export interface FetchFailure {
  /** `network` and `slow` are worth another attempt. */
  readonly code: SourceFailure | 'network';
  /** HTTP status, an origin, or the name of the disk's error. */
  readonly msg: string | null;
  /** Whether enough new bytes are on the disk that the file will be complete one day: a megabyte, or a percent. */
  readonly hasProgress: boolean;
  /** The shortest delay that the site asks for. */
  readonly retryAfterMs?: number | undefined;
}

export type FetchResult = { readonly name: string; readonly sizeBytes: number } | FetchFailure;

/** The next address to request, or why it isn't requested. */
export type FetchRoute = { readonly url: string } | Pick<FetchFailure, 'code' | 'msg'>;

/** What the site said about the file whose bytes are on the disk. */
export interface FetchedHead {
  /** A strong entity tag. Null: the file can't be resumed. */
  readonly validator: string | null;
  /** Null if the site doesn't say, until the file is complete. It is complete when the disk has this many bytes. */
  readonly totalBytes: number | null;
  /** The address that it came from, without its query, which may be a signature. An entity tag belongs to one address. */
  readonly location: string;
  readonly name: string;
  /** Progress was counted up to this many bytes, of any version. */
  readonly countedBytes: number;
}

/** The part that we use of a file that a worker writes in place. */
export interface WritableFile {
  getSize(): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
}

export interface SourceFetch {
  readonly url: string;
  /** Returns the address to request: the link (for null), or the target of a redirect. Called before each request. */
  readonly findNext: (redirected: string | null) => Promise<FetchRoute>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly file: WritableFile;
  /** Null if nothing was stored. */
  readonly readHead: () => FetchedHead | null;
  readonly saveHead: (head: FetchedHead) => void;
  /** Bytes that can still be stored, beside a reserve. Null if the browser doesn't say. */
  readonly getRoomBytes: () => Promise<number | null>;
  readonly onProgress: (bytesDone: number, bytesTotal: number | null) => void;
  /** Stops a fetch that is too slow. */
  readonly signal?: AbortSignal | undefined;
}

const bufferBytes = 1_000_000;
/** How often the free space is checked during a download. */
const roomCheckBytes = 16_000_000;
/** Limit for a file whose length the site doesn't announce. */
const maxUnsizedBytes = 2_000_000_000;
/** Limit for a compressed response, whose length is known only at its end. It can inflate a thousandfold. */
const maxEncodedBytes = 500_000_000;
/** Progress is counted in megabytes, or in percents for a small file. */
const progressBytes = 1_000_000;
const progressShare = 0.01;
/** A site may respond in parts. This many without progress are too many. */
const maxPartsWithoutProgress = 10;
/** The same limit as browsers have. */
const maxRedirects = 20;

type Failure = Omit<FetchFailure, 'hasProgress'>;

class FetchError extends Error {
  readonly failure: Failure;
  constructor(code: FetchFailure['code'], msg: string | null = null, retryAfterMs?: number) {
    super(code);
    this.failure = { code, msg, retryAfterMs };
  }
}

/** Never rejects: failures are values. */
export async function fetchSource(source: SourceFetch): Promise<FetchResult> {
  let hasProgress = false;
  try {
    let isFresh = false;
    for (let parts = 0; parts <= maxPartsWithoutProgress; parts += 1) {
      const result = await fetchPart(source, isFresh);
      if (typeof result !== 'string') return result;
      isFresh = result === 'start over';
      if (!recordProgress(source)) continue;
      hasProgress = true;
      parts = 0;
    }
    throw new FetchError('network');
  } catch (error) {
    const failure = error instanceof FetchError ? error.failure : toDiskFailure(error);
    return { ...failure, hasProgress: countLastBytes(source) || hasProgress };
  }
}

/** @returns whether there was progress since it was last recorded */
function recordProgress({ file, readHead, saveHead }: SourceFetch): boolean {
  const head = readHead();
  if (head === null) return false;
  const sizeBytes = file.getSize();
  const unitBytes = Math.min(progressBytes, (head.totalBytes ?? Number.POSITIVE_INFINITY) * progressShare);
  if (sizeBytes < head.countedBytes + Math.max(1, unitBytes)) return false;
  saveHead({ ...head, countedBytes: sizeBytes });
  return true;
}

/** A failing disk has failed before. */
function countLastBytes(source: SourceFetch): boolean {
  try {
    source.file.flush();
    return recordProgress(source);
  } catch {
    return false;
  }
}

/** Only what the browser or the disk calls so counts as a lack of space. */
export function toDiskFailure(error: unknown): Failure {
  const { name } = error instanceof Error ? error : new Error();
  return /^(?:QuotaExceededError|NS_ERROR_FILE_NO_DEVICE_SPACE)$/u.test(name)
    ? { code: 'room', msg: null }
    : { code: 'disk', msg: name };
}

/** A requested range: the missing part of a version or, to get it unencoded, the whole file. */
interface Range {
  readonly startBytes: number;
  /** The version on the disk. Null: nothing is there. */
  readonly validator: string | null;
  readonly totalBytes: number | null;
  readonly location: string | null;
}

/** A response, and the address it came from. */
interface Answer {
  readonly response: Response;
  readonly url: string;
}

const wholeRange: Range = { startBytes: 0, validator: null, totalBytes: null, location: null };

/** What a response contains, in bytes of the file. Null if the site doesn't say. */
interface Extent {
  /** Where the response ends. */
  readonly endBytes: number | null;
  readonly totalBytes: number | null;
}

/**
 * Fetches the rest of the file, or as much of it as the site sends at once.
 * @throws FetchError, and errors of the disk
 */
async function fetchPart(
  source: SourceFetch,
  isFresh: boolean,
): Promise<FetchResult | 'more' | 'start over'> {
  const { file, url: link, signal, readHead, saveHead } = source;
  const head = readHead();
  const sizeBytes = file.getSize();
  // The file and its head are written, and removed, one after the other.
  if (head && sizeBytes > 0 && head.totalBytes === sizeBytes) return { name: head.name, sizeBytes };
  const rest = isFresh ? null : findRest(head, sizeBytes);
  const ended = new AbortController();
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  let hasAnswered = false;
  try {
    const first = await request(source, stop, rest);
    hasAnswered = true;
    const plain = await requestPlain(source, stop, first);
    const { response, url } = plain ?? first;
    const asked = plain ? wholeRange : rest;
    const range = asked && readRange({ response, url }, asked);
    // The disk has more than the file, or another version.
    if (asked && !range && (response.status === 206 || response.status === 416)) return 'start over';
    const failure = classifyResponse({ response, url }, link, range !== null);
    if (failure !== null) throw failure;
    const startBytes = range ? asked.startBytes : 0;
    file.truncate(startBytes);
    // Before the head of another version is stored. Otherwise, after a crash, old bytes would be resumed as the new version.
    file.flush();
    const { endBytes, totalBytes } = range ?? readWhole(response);
    const read: FetchedHead = {
      validator: readValidator(response),
      totalBytes,
      location: toLocation(url),
      // A partial response may omit what the whole response said.
      name: (range && asked === rest ? head?.name : undefined) ?? nameFile({ response, url }, link),
      countedBytes: head?.countedBytes ?? 0,
    };
    saveHead(read);
    const doneBytes = await store(source, response, startBytes, totalBytes);
    if (endBytes !== null && doneBytes > endBytes) {
      file.truncate(0);
      file.flush();
      if (range) return 'start over';
      throw new FetchError('overlong');
    }
    const isCut = endBytes === null ? mayBeCut(response) : doneBytes < endBytes;
    if (isCut) throw new FetchError('network');
    if (totalBytes !== null && doneBytes < totalBytes) return 'more';
    if (doneBytes === 0) throw new FetchError('blank');
    file.flush();
    saveHead({ ...read, totalBytes: doneBytes });
    return { name: read.name, sizeBytes: doneBytes };
  } catch (error) {
    if (signal?.aborted) throw new FetchError(hasAnswered ? 'slow' : 'network');
    throw error;
  } finally {
    // If a response isn't read to its end, nothing more is received.
    ended.abort();
  }
}

/** Null if nothing can be resumed. */
function findRest(head: FetchedHead | null, sizeBytes: number): Range | null {
  if (head === null || head.validator === null || sizeBytes === 0) return null;
  const { validator, totalBytes, location } = head;
  return totalBytes !== null && sizeBytes > totalBytes
    ? null
    : { startBytes: sizeBytes, validator, totalBytes, location };
}

/**
 * Requests an encoded file once more, because browsers request ranges unencoded. The length of an encoded response isn't known in advance,
 * and Chromium takes one that was cut short as complete.
 *
 * @returns null if it wasn't encoded, or still is
 */
async function requestPlain(source: SourceFetch, stop: AbortSignal, first: Answer): Promise<Answer | null> {
  if (first.response.status !== 200 || !isEncoded(first.response.headers)) return null;
  const second = await request(source, stop, wholeRange).catch(() => null);
  const isPlain =
    second !== null &&
    !isEncoded(second.response.headers) &&
    (second.response.status === 200 || readRange(second, wholeRange) !== null);
  await (isPlain ? first : second)?.response.body?.cancel().catch(() => {});
  return isPlain ? second : null;
}

/**
 * Writes the body of a response to the disk.
 * @returns how much of the file is there. A body that is too long isn't read to its end
 */
async function store(
  { file, getRoomBytes, onProgress }: SourceFetch,
  { body, headers }: Response,
  startBytes: number,
  totalBytes: number | null,
): Promise<number> {
  const maxBytes = totalBytes ?? (isEncoded(headers) ? maxEncodedBytes : maxUnsizedBytes);
  const reader = body?.getReader({ mode: 'byob' });
  // One buffer for all parts. With a new one for each, memory grows to a hundred megabytes before it is collected.
  let buffer = new ArrayBuffer(bufferBytes);
  let doneBytes = startBytes;
  for (let checkAtBytes = startBytes; ; ) {
    if (doneBytes >= checkAtBytes) {
      checkAtBytes += roomCheckBytes;
      const roomBytes = await getRoomBytes();
      const neededBytes = (totalBytes ?? doneBytes + 1) - doneBytes;
      if (roomBytes !== null && roomBytes < neededBytes) throw new FetchError('room');
    }
    onProgress(doneBytes, totalBytes);
    const part = await reader?.read(new Uint8Array(buffer)).catch(() => {
      throw new FetchError('network');
    });
    if (!part?.value || part.done) return doneBytes;
    write(file, part.value, doneBytes);
    doneBytes += part.value.length;
    buffer = part.value.buffer;
    if (doneBytes <= maxBytes) continue;
    if (totalBytes === null) throw new FetchError('oversize');
    return doneBytes;
  }
}

function write(file: WritableFile, bytes: Uint8Array, at: number): void {
  for (let written = 0; written < bytes.length; ) {
    const count = file.write(bytes.subarray(written), { at: at + written });
    if (count <= 0) throw new Error('Nothing was written.');
    written += count;
  }
}

/**
 * Follows redirects one by one, each after a check.
 *
 * @param range null: the whole file, in any encoding
 * @throws FetchError
 */
async function request(
  { url: link, fetch, findNext }: SourceFetch,
  signal: AbortSignal,
  range: Range | null,
): Promise<Answer> {
  const headers = {
    ...(range && { Range: `bytes=${range.startBytes}-` }),
    ...(range?.validator && { 'If-Range': range.validator }),
  };
  let redirected: string | null = null;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const next: FetchRoute = await findNext(redirected).catch(() => ({ code: 'network', msg: null }));
    if ('code' in next) throw new FetchError(next.code, next.msg);
    const { url }: { url: string } = next;
    const authorization = new URL(url).origin === new URL(link).origin ? readCredentials(link) : null;
    const response = await fetch(url, {
      headers: { ...headers, ...(authorization !== null && { Authorization: authorization }) },
      signal,
      redirect: 'manual',
      credentials: 'include',
      cache: 'no-store',
    }).catch(() => {
      throw new FetchError('network');
    });
    if (!isRedirect(response)) return { response, url };
    await response.body?.cancel().catch(() => {});
    redirected = url;
  }
  throw new FetchError('loop');
}

/** Browsers show only this of an unfollowed redirect. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

/** For the header, because `fetch` rejects an address with a user name and password. */
function readCredentials(url: string): string | null {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return null;
  const bytes = new TextEncoder().encode(`${decodePercent(username)}:${decodePercent(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Why a response isn't the file. Null: it is. */
function classifyResponse({ response, url }: Answer, link: string, isPart: boolean): FetchError | null {
  const { status, headers } = response;
  if (status === 404 || status === 410) return new FetchError('gone');
  if (status === 401 || status === 403) return new FetchError('session');
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return new FetchError('network', `${status}`, readRetryAfterMs(headers) || undefined);
  }
  if (status === 204 || status === 205) return new FetchError('blank');
  if (status !== 200 && (status !== 206 || !isPart)) return new FetchError('error', `${status}`);
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/iu.test(headers.get('content-type') ?? '');
  const isMeant =
    /^\s*attachment\b/iu.test(headers.get('content-disposition') ?? '') ||
    (toLocation(url) === toLocation(link) && /\.x?html?$/iu.test(new URL(url).pathname));
  const isPage = isHtml && !isMeant;
  if (readLength(response) === 0) return new FetchError(isPage ? 'blank' : 'empty');
  return isPage ? new FetchError('page') : null;
}

/**
 * Where a 206 ends that starts with the range and is of its version. It may contain less than requested (RFC 9110, 15.3.7), several parts,
 * or those of another version.
 *
 * @returns null if it doesn't match, or doesn't say
 */
function readRange(
  { response: { status, headers }, url }: Answer,
  { startBytes, validator, totalBytes, location }: Range,
): Extent | null {
  const [, first, last, named] =
    /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)$/iu.exec(headers.get('content-range') ?? '') ?? [];
  if (status !== 206 || named === undefined || isEncoded(headers)) return null;
  const total = named === '*' ? totalBytes : Number(named);
  const endBytes = Number(last) + 1;
  const isSame =
    (location === null || location === toLocation(url)) &&
    (validator === null || headers.get('etag') === validator) &&
    (totalBytes === null || total === totalBytes);
  const isWithin =
    Number(first) === startBytes && endBytes > startBytes && total !== null && endBytes <= total;
  const length = headers.get('content-length');
  const hasItsLength = length === null || Number(length) === endBytes - startBytes;
  return isSame && isWithin && hasItsLength ? { endBytes, totalBytes: total } : null;
}

function toLocation(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * A strong entity tag identifies the bytes. A weak one or a date doesn't: a file can change twice within a second. The tag of an encoded
 * response isn't the file's.
 */
function readValidator({ headers }: Response): string | null {
  const tag = headers.get('etag');
  return tag !== null && !isEncoded(headers) && /^"[^"]*"$/u.test(tag) ? tag : null;
}

function readWhole(response: Response): Extent {
  const lengthBytes = readLength(response);
  return { endBytes: lengthBytes, totalBytes: lengthBytes };
}

/** Null if the site doesn't say, and for an encoded response, whose length is that of the encoding. */
function readLength({ headers }: Response): number | null {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,16}$/u.test(length) && !isEncoded(headers) ? Number(length) : null;
}

/** An encoded response that ends with its connection. */
const mayBeCut = ({ headers }: Response): boolean =>
  isEncoded(headers) &&
  headers.get('connection') === 'close' &&
  !headers.has('content-length') &&
  !headers.has('transfer-encoding');

const isEncoded = (headers: Headers): boolean =>
  !/^(?:identity)?$/iu.test(headers.get('content-encoding') ?? '');

/** Extensions of types with a different name. */
const endings: Readonly<Record<string, string>> = {
  'video/x-matroska': 'mkv',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
};

/** The site's name for the file, otherwise the last part of its address, with an extension by type if it has none. */
export function nameFile({ response, url }: Answer, link: string): string {
  const named = boundTitle(readFileName(response.headers.get('content-disposition') ?? '') ?? '');
  const inAddress = [url, link].map(lastSegment);
  const name = named || inAddress.find((each) => endingOf(each) !== '') || inAddress.find(Boolean) || 'file';
  if (endingOf(name) !== '') return name;
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  const subtype = /^(?:video|audio|image|application)\/([a-z\d]{2,4})$/u.exec(type.trim())?.[1];
  const ending = endings[type.trim()] ?? subtype;
  return ending === undefined ? name : `${name}.${ending}`;
}

function lastSegment(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  // Once decoded, it may contain a path.
  return boundTitle(toFileName(decodePercent(last)) ?? '');
}
