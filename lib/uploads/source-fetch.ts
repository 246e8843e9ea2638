/**
 * Fetches a link's file to the disk, with the user's session at the site. It resumes with `Range` only while a strong entity tag names the
 * same version (RFC 9110, 8.8.1), and otherwise starts over. So what arrives is byte for byte one version of the file. Runs in a worker,
 * because only workers can write a file in place.
 */
import { readRetryAfterMs } from '../api/retry-after.ts';
import { getEnding } from '../links/address-title.ts';
import { decodePercent } from '../links/decode-percent.ts';
import { boundTitle } from '../links/link.ts';
import { readFileName, toFileName } from './file-name.ts';

/** The interface has a sentence for each: `source.<name>`. */
export const sourceFailures = [
  'gone',
  'session', // the user's session isn't allowed to have it
  'page', // a web page, usually the site's login
  'empty', // a file of zero bytes, says the site
  'blank', // the response had no body
  'overlong', // longer than announced
  'oversize', // too long, and no length was announced
  'slow',
  'room', // the disk has too little space
  'disk', // the disk couldn't be written for another reason
  'access', // no host permission for the site, or for another address of it
  'redirect', // the link redirects to a host without permission
  'site', // the link redirects to another site, which the user hasn't allowed
  'local', // the link redirects to a host of this machine or network
  'loop',
  'uploadHost', // no host permission for the service's upload host
  'scheme', // not an address that a browser fetches
  'error',
  'lost',
  'private', // from a private window, which must leave nothing on disk
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

export interface FetchFailure {
  /** `network` and `slow` are worth another attempt. */
  readonly code: SourceFailure | 'network';
  /** HTTP status, an origin, or the name of a disk error. */
  readonly msg: string | null;
  /** Whether enough new bytes arrived (a megabyte or a percent) that the file will be complete one day. */
  readonly hasProgress: boolean;
  /** The site asked for at least this delay. */
  readonly retryAfterMs?: number | undefined;
}

export type FetchResult = { readonly name: string; readonly sizeBytes: number } | FetchFailure;

export type FetchRoute = { readonly url: string } | Pick<FetchFailure, 'code' | 'msg'>;

/** Describes the version whose bytes are on the disk. */
export interface FetchedHead {
  /** A strong entity tag. Null: can't be resumed. */
  readonly validator: string | null;
  /** Null while the site doesn't say. The file is complete when the disk has this many bytes. */
  readonly totalBytes: number | null;
  /** Without its query, which may be a signature. An entity tag is only valid for one address. */
  readonly location: string;
  readonly name: string;
  /** Progress has been counted up to here, for whichever version. */
  readonly countedBytes: number;
}

/** `FileSystemSyncAccessHandle` as far as we use it. */
export interface WritableFile {
  getSize(): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
}

export interface SourceFetch {
  readonly url: string;
  /** Called before each request: with null for the link, or with the address that was redirected. */
  readonly findNext: (redirected: string | null) => Promise<FetchRoute>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly file: WritableFile;
  readonly readHead: () => FetchedHead | null;
  readonly saveHead: (head: FetchedHead) => void;
  /** What can still be stored, minus a reserve. Null if the browser doesn't say. */
  readonly getRoomBytes: () => Promise<number | null>;
  readonly onProgress: (bytesDone: number, bytesTotal: number | null) => void;
  readonly signal?: AbortSignal | undefined;
}

const bufferBytes = 1_000_000;
const roomCheckBytes = 16_000_000;
/** Limit for a file whose length the site doesn't announce. */
const maxUnsizedBytes = 2_000_000_000;
/** Such a response can inflate a thousandfold, and its length is known only at its end. */
const maxEncodedBytes = 500_000_000;
/** Counted in megabytes, or in percents for a small file. */
const progressBytes = 1_000_000;
const progressShare = 0.01;
/** A site may respond in parts. */
const maxPartsWithoutProgress = 10;
/** As in browsers. */
const maxRedirects = 20;

type Failure = Omit<FetchFailure, 'hasProgress'>;

class FetchError extends Error {
  readonly failure: Failure;
  constructor(code: FetchFailure['code'], msg: string | null = null, retryAfterMs?: number) {
    super(code);
    this.failure = { code, msg, retryAfterMs };
  }
}

/** Never rejects: failures are returned. */
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

/** @returns whether there was any since the last call */
function recordProgress({ file, readHead, saveHead }: SourceFetch): boolean {
  const head = readHead();
  if (head === null) return false;
  const sizeBytes = file.getSize();
  const unitBytes = Math.min(progressBytes, (head.totalBytes ?? Number.POSITIVE_INFINITY) * progressShare);
  if (sizeBytes < head.countedBytes + Math.max(1, unitBytes)) return false;
  saveHead({ ...head, countedBytes: sizeBytes });
  return true;
}

/** A disk error was already reported. */
function countLastBytes(source: SourceFetch): boolean {
  try {
    source.file.flush();
    return recordProgress(source);
  } catch {
    return false;
  }
}

/** Other disk errors don't mean a lack of space. */
export function toDiskFailure(error: unknown): Failure {
  const { name } = error instanceof Error ? error : new Error();
  return /^(?:QuotaExceededError|NS_ERROR_FILE_NO_DEVICE_SPACE)$/u.test(name)
    ? { code: 'room', msg: null }
    : { code: 'disk', msg: name };
}

/** The missing part of a version or, to get it unencoded, the whole file. */
interface Range {
  readonly startBytes: number;
  /** Null: nothing is on the disk. */
  readonly validator: string | null;
  readonly totalBytes: number | null;
  readonly location: string | null;
}

interface Answer {
  readonly response: Response;
  readonly url: string;
}

const wholeRange: Range = { startBytes: 0, validator: null, totalBytes: null, location: null };

/** The part of the file that a response contains. Null if the site doesn't say. */
interface Extent {
  readonly endBytes: number | null;
  readonly totalBytes: number | null;
}

/**
 * Fetches as much of the rest as the site sends at once.
 * @throws FetchError, and errors of the disk
 */
async function fetchPart(
  source: SourceFetch,
  isFresh: boolean,
): Promise<FetchResult | 'more' | 'start over'> {
  const { file, url: link, signal, readHead, saveHead } = source;
  const head = readHead();
  const sizeBytes = file.getSize();
  // The head is written and removed separately, so it may be left without its file.
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
    // The disk has more than the file, or another version of it.
    if (asked && !range && (response.status === 206 || response.status === 416)) return 'start over';
    const failure = classifyResponse({ response, url }, link, range !== null);
    if (failure !== null) throw failure;
    const startBytes = range ? asked.startBytes : 0;
    file.truncate(startBytes);
    // Before the new head is stored. After a crash, old bytes would otherwise be resumed as the new version.
    file.flush();
    const { endBytes, totalBytes } = range ?? readWhole(response);
    const read: FetchedHead = {
      validator: readValidator(response),
      totalBytes,
      location: toLocation(url),
      // A partial response may leave out the name.
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
    // Stops receiving a response that isn't read to its end.
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
 * Browsers request ranges unencoded, so this requests an encoded file once more as a range. Chromium takes an encoded response that was cut
 * short as complete.
 *
 * @returns null if the first response wasn't encoded, or the second still is
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

/** @returns how many bytes of the file are there. A body that is too long isn't read to its end */
async function store(
  { file, getRoomBytes, onProgress }: SourceFetch,
  { body, headers }: Response,
  startBytes: number,
  totalBytes: number | null,
): Promise<number> {
  const maxBytes = totalBytes ?? (isEncoded(headers) ? maxEncodedBytes : maxUnsizedBytes);
  const reader = body?.getReader({ mode: 'byob' });
  // A new buffer for each chunk would use a hundred megabytes before they are collected.
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
 * Follows redirects one by one, because each is checked first.
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

/** Browsers show nothing else of a redirect that isn't followed. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

/** As a header, because `fetch` rejects an address with a user name and password. */
function readCredentials(url: string): string | null {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return null;
  const bytes = new TextEncoder().encode(`${decodePercent(username)}:${decodePercent(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Null if the response is the file. */
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
 * Where a 206 ends that starts as requested and is of the same version. It may contain less than requested (RFC 9110, 15.3.7), several
 * parts, or another version.
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
 * A weak tag or a date doesn't identify the bytes: a file can change twice within a second. An encoded response's tag is the encoding's.
 */
function readValidator({ headers }: Response): string | null {
  const tag = headers.get('etag');
  return tag !== null && !isEncoded(headers) && /^"[^"]*"$/u.test(tag) ? tag : null;
}

function readWhole(response: Response): Extent {
  const lengthBytes = readLength(response);
  return { endBytes: lengthBytes, totalBytes: lengthBytes };
}

/** Null if unknown. For an encoded response it would be the encoding's length. */
function readLength({ headers }: Response): number | null {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,16}$/u.test(length) && !isEncoded(headers) ? Number(length) : null;
}

const mayBeCut = ({ headers }: Response): boolean =>
  isEncoded(headers) &&
  headers.get('connection') === 'close' &&
  !headers.has('content-length') &&
  !headers.has('transfer-encoding');

const isEncoded = (headers: Headers): boolean =>
  !/^(?:identity)?$/iu.test(headers.get('content-encoding') ?? '');

/** Extensions that differ from the name of the type. */
const endings: Readonly<Record<string, string>> = {
  'video/x-matroska': 'mkv',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
};

/** The site's name for the file, or the last part of its address. Adds an extension by type if there is none. */
export function nameFile({ response, url }: Answer, link: string): string {
  const named = boundTitle(readFileName(response.headers.get('content-disposition') ?? '') ?? '');
  const inAddress = [url, link].map(lastSegment);
  const name = named || inAddress.find((each) => getEnding(each) !== '') || inAddress.find(Boolean) || 'file';
  if (getEnding(name) !== '') return name;
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  const subtype = /^(?:video|audio|image|application)\/([a-z\d]{2,4})$/u.exec(type.trim())?.[1];
  const ending = endings[type.trim()] ?? subtype;
  return ending === undefined ? name : `${name}.${ending}`;
}

function lastSegment(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  // It may contain a path once decoded.
  return boundTitle(toFileName(decodePercent(last)) ?? '');
}
