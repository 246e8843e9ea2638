/**
 * Fetches the file of a link to the disk with the user's session at the site, and goes on from what is there: by `Range` where the
 * site has named a version of the file (`If-Range`), else from the start. Runs in a worker, which alone can write to a file in place;
 * file and `fetch` are arguments.
 */
import { readRetryAfterMs } from '../api/retry-after.ts';
import { endingOf } from '../links/address-title.ts';
import { boundTitle } from '../links/link.ts';
import { readFileName } from './file-name.ts';

/** Why a link cannot be fetched; the interface has a sentence for each, `source.<name>`. */
export const sourceFailures = [
  'gone', // the site does not have the file any more
  'session', // the site does not let the user have it
  'page', // a web page came in place of a file: most often the site's login
  'room', // the disk has too little room
  'access', // the host permission for the site is missing
  'redirect', // the link leads on to a site whose host permission is missing
  'uploadHost', // the host permission for the service's upload host is missing
  'scheme', // no address that a browser fetches
  'error', // the site answered with another error
  'lost', // the connection was lost too often
  'private', // it is from a private window, which leaves nothing on the disk
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

export interface FetchFailure {
  /** `network`: worth another try. */
  readonly code: SourceFailure | 'network';
  /** Status of the answer, or a host. */
  readonly msg: string | null;
  /** More of the file is on the disk than before. */
  readonly hasProgress: boolean;
  /** The shortest wait that the site asks for, milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type FetchResult = { readonly name: string; readonly sizeBytes: number } | FetchFailure;

/** What the site said of the file whose bytes are on the disk. */
export interface FetchedHead {
  /** A strong entity tag, or the date of the last change; null: it cannot be gone on with. */
  readonly validator: string | null;
  /** Null where the site does not say; that of the file once it is complete. */
  readonly totalBytes: number | null;
  readonly name: string;
  readonly isComplete: boolean;
}

/** The used part of a file that a worker writes in place. */
export interface WritableFile {
  getSize(): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
}

export interface SourceFetch {
  readonly url: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly file: WritableFile;
  /** Null where nothing was stored. */
  readonly readHead: () => FetchedHead | null;
  readonly saveHead: (head: FetchedHead) => void;
  /** Null where the browser does not say. */
  readonly getFreeBytes: () => Promise<number | null>;
  readonly onProgress: (bytesDone: number, bytesTotal: number | null) => void;
}

/** A request is aborted after this time without an answer, or without more of one. */
const stallMs = 60_000;

const bufferBytes = 1_000_000;

class FetchError extends Error {
  readonly failure: Omit<FetchFailure, 'hasProgress'>;
  constructor(code: FetchFailure['code'], msg: string | null = null, retryAfterMs?: number) {
    super(code);
    this.failure = { code, msg, retryAfterMs };
  }
}

export async function fetchSource(source: SourceFetch): Promise<FetchResult> {
  const startBytes = source.file.getSize();
  try {
    return await fetchRest(source, false);
  } catch (error) {
    const { failure } = error instanceof FetchError ? error : new FetchError('network');
    return { ...failure, hasProgress: source.file.getSize() > startBytes };
  } finally {
    source.file.flush();
  }
}

async function fetchRest(source: SourceFetch, isFresh: boolean): Promise<FetchResult> {
  const { file, readHead, saveHead, getFreeBytes, onProgress } = source;
  const head = isFresh ? null : readHead();
  let bytesDone = file.getSize();
  // The file and its head are written, and removed, one after the other.
  if (head?.isComplete && head.totalBytes === bytesDone) return { name: head.name, sizeBytes: bytesDone };
  const validator = bytesDone > 0 ? (head?.validator ?? null) : null;
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), stallMs);
  try {
    const response = await request(source, abort.signal, validator, bytesDone);
    const isRest = validator !== null && response.status === 206;
    const isExpected = isRest ? isRestFrom(response, bytesDone, validator) : response.status !== 206;
    // What is on the disk is all of it, more, or of another version.
    if (response.status === 416 || !isExpected) {
      abort.abort();
      if (isFresh) throw new FetchError('error', `${response.status}`);
      return await fetchRest(source, true);
    }
    const failure = classifyResponse(response, source.url);
    if (failure !== null) throw failure;
    if (!isRest) {
      bytesDone = 0;
      file.truncate(0);
    }
    const restBytes = readLength(response);
    const totalBytes = restBytes === null ? null : bytesDone + restBytes;
    const read: FetchedHead = {
      validator: isRest ? validator : readValidator(response),
      totalBytes,
      name: nameFile(response, source.url),
      isComplete: false,
    };
    const freeBytes = await getFreeBytes();
    if (freeBytes !== null && restBytes !== null && restBytes > freeBytes) throw new FetchError('room');
    saveHead(read);
    onProgress(bytesDone, totalBytes);
    const reader = response.body?.getReader({ mode: 'byob' });
    // One buffer for all: of a new one for each part, a hundred megabytes stand in memory before they are collected.
    let part = await reader?.read(new Uint8Array(bufferBytes));
    while (part && !part.done) {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), stallMs);
      write(file, part.value, bytesDone);
      bytesDone += part.value.length;
      onProgress(bytesDone, totalBytes);
      part = await reader?.read(new Uint8Array(part.value.buffer));
    }
    if (totalBytes !== null && bytesDone !== totalBytes) {
      if (bytesDone > totalBytes) file.truncate(0);
      throw new FetchError('network');
    }
    file.flush();
    saveHead({ ...read, totalBytes: bytesDone, isComplete: true });
    return { name: read.name, sizeBytes: bytesDone };
  } finally {
    clearTimeout(timer);
  }
}

/** @throws FetchError where the file does not fit */
function write(file: WritableFile, bytes: Uint8Array, at: number): void {
  try {
    if (file.write(bytes, { at }) === bytes.length) return;
  } catch {
    // `QuotaExceededError`, or the disk is full.
  }
  throw new FetchError('room');
}

/**
 * @param validator of what is on the disk; null: the whole file is wanted
 * @throws FetchError `redirect` where the link leads on to a site that the extension may not reach
 */
async function request(
  { url, fetch }: SourceFetch,
  signal: AbortSignal,
  validator: string | null,
  startBytes: number,
): Promise<Response> {
  const { address, authorization } = splitCredentials(url);
  const headers = {
    ...(validator !== null && { Range: `bytes=${startBytes}-`, 'If-Range': validator }),
    ...(authorization !== null && { Authorization: authorization }),
  };
  const init = { headers, signal, credentials: 'include', cache: 'no-store' } as const;
  try {
    return await fetch(address, init);
  } catch (error) {
    if (signal.aborted) throw error;
    const first = await fetch(address, { ...init, redirect: 'manual' }).catch(() => null);
    await first?.body?.cancel();
    throw new FetchError(first?.type === 'opaqueredirect' ? 'redirect' : 'network');
  }
}

/** `fetch` takes no address with a name and a password. */
function splitCredentials(url: string): { address: string; authorization: string | null } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address: url, authorization: null };
  Object.assign(address, { username: '', password: '' });
  const bytes = new TextEncoder().encode(`${decodePercent(username)}:${decodePercent(password)}`);
  return { address: address.href, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

/** Why an answer is not the file; null where it is. */
function classifyResponse(response: Response, url: string): FetchError | null {
  const { status, headers } = response;
  if (status === 404 || status === 410) return new FetchError('gone');
  if (status === 401 || status === 403) return new FetchError('session');
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return new FetchError('network', `${status}`, readRetryAfterMs(headers) || undefined);
  }
  if (status !== 200 && status !== 206) return new FetchError('error', `${status}`);
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/iu.test(headers.get('content-type') ?? '');
  const isMeant =
    /^\s*attachment\b/iu.test(headers.get('content-disposition') ?? '') ||
    (!response.redirected && /\.x?html?$/iu.test(new URL(url).pathname));
  return isHtml && !isMeant ? new FetchError('page') : null;
}

function isRestFrom({ headers }: Response, startBytes: number, validator: string): boolean {
  const start = /^bytes (\d+)-/u.exec(headers.get('content-range') ?? '')?.[1];
  const tag = headers.get('etag');
  return Number(start) === startBytes && (tag === null || !validator.startsWith('"') || tag === validator);
}

/** A weak entity tag names no bytes; those of an encoded answer are not the file's. */
function readValidator({ headers }: Response): string | null {
  if (isEncoded(headers)) return null;
  const tag = headers.get('etag');
  return tag?.startsWith('"') ? tag : headers.get('last-modified');
}

function readLength({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || isEncoded(headers) ? null : Number(length);
}

const isEncoded = (headers: Headers): boolean =>
  !/^(?:identity)?$/iu.test(headers.get('content-encoding') ?? '');

/** Endings of types that are not called like them. */
const endings: Readonly<Record<string, string>> = {
  'video/x-matroska': 'mkv',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
};

/** As the site names the file, else the last part of its address, with an ending by its type where that has none. */
export function nameFile(response: Response, url: string): string {
  const named = boundTitle(readFileName(response.headers.get('content-disposition') ?? '') ?? '');
  const inAddress = [response.url, url].map(lastSegment);
  const name = named || inAddress.find((each) => endingOf(each) !== '') || inAddress.find(Boolean) || 'file';
  if (endingOf(name) !== '') return name;
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  const subtype = /^(?:video|audio|image|application)\/([a-z\d]{2,4})$/u.exec(type.trim())?.[1];
  const ending = endings[type.trim()] ?? subtype;
  return ending === undefined ? name : `${name}.${ending}`;
}

function lastSegment(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  return boundTitle(decodePercent(last));
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
