/** The client: the calls of docs/http-api.md, by noun, over one transport. */
import { normalizeBaseUrl } from './address.ts';
import type { Fetch } from './http.ts';
import { createLimiter, type Limiter } from './limiter/limiter.ts';
import type { PostExchange } from './post-file.ts';
import { createRedactor } from './redact.ts';
import { accountCalls } from './resources/account.ts';
import { fileCalls } from './resources/files.ts';
import { folderCalls } from './resources/folders.ts';
import { remoteUploadCalls } from './resources/remote-uploads.ts';
import { takedownCalls } from './resources/takedowns.ts';
import { uploadServer } from './resources/upload-server.ts';
import { uploadCalls } from './resources/uploads.ts';
import { cleanText } from './text.ts';
import { createCall } from './transport.ts';

export interface ClientOptions {
  /** The service's base address: http or https, a path prefix is allowed. `parseServiceAddress` makes one of user input. */
  readonly baseUrl: string | URL;
  /** The account's API key. */
  readonly key: string;
  /** Sends the requests, each as a `Request`. The global `fetch` where it is not given. */
  readonly fetch?: Fetch | undefined;
  /** Sends own files. `XMLHttpRequest` where it is not given and the scope has it, else `fetch`. */
  readonly post?: PostExchange | undefined;
  /** Default: one shared by all clients of the same address and key in this process. */
  readonly limiter?: Limiter | undefined;
  /**
   * Milliseconds from sending to the last byte of the answer; the wait for a slot of the limiter does not count. 25,000
   * where it is not given: a service worker is ended when an answer takes 30 s. `Infinity` for none.
   */
  readonly timeout?: number | undefined;
}

export type Client = ReturnType<typeof createClient>;

/** A client without `uploads.send`; a whole client is assignable to it. */
export type Calls = ReturnType<typeof createCalls>;

const defaultTimeoutMs = 25_000;

/**
 * A client for one account.
 *
 * Every call takes `{ signal, lane }` as its last argument and rejects with an `ApiError`, or with a `TypeError` for
 * arguments that cannot be sent.
 *
 * @throws {InvalidAddressError} for a base address that is none
 * @throws {TypeError} for a key or timeout that is none
 */
export function createClient(options: ClientOptions) {
  const parts = createParts(options);
  return assembleCalls(parts, uploadCalls(parts.call, parts));
}

/** A client without `uploads.send`, whose code is then left out of the build. */
export function createCalls(options: ClientOptions) {
  const parts = createParts(options);
  return assembleCalls(parts, { server: uploadServer(parts.call, parts.baseUrl) });
}

function createParts({ baseUrl, key, fetch, post, limiter, timeout = defaultTimeoutMs }: ClientOptions) {
  const base = normalizeBaseUrl(baseUrl);
  const secret = checkKey(key);
  if (!(timeout > 0)) throw new TypeError('timeout must be a number of milliseconds above 0.');
  const redactor = createRedactor(secret);
  const call = createCall({
    baseUrl: base,
    key: secret,
    limiter: limiter ?? sharedLimiter(`${base} ${secret}`),
    redactor,
    timeoutMs: timeout,
    fetch,
  });
  return { call, baseUrl: base, key: secret, redactor, fetch, post };
}

const assembleCalls = <U>({ call, baseUrl }: ReturnType<typeof createParts>, uploads: U) => ({
  account: accountCalls(call),
  takedowns: takedownCalls(call),
  uploads,
  remoteUploads: remoteUploadCalls(call),
  folders: folderCalls(call, baseUrl),
  files: fileCalls(call, baseUrl),
});

function checkKey(key: string): string {
  const trimmed = typeof key === 'string' ? key.trim() : '';
  const cleaned = cleanText(trimmed);
  if (cleaned === '') throw new TypeError('The API key is empty; the service shows it on its settings page.');
  if (!trimmed.isWellFormed() || /\p{Cc}/u.test(trimmed)) {
    throw new TypeError('The API key has characters that no key has; copy it again.');
  }
  return cleaned;
}

// Held weakly: a limiter lives as long as a client that uses it.
const limiters = new Map<string, WeakRef<Limiter>>();

function sharedLimiter(account: string): Limiter {
  const existing = limiters.get(account)?.deref();
  if (existing) return existing;
  for (const [name, limiter] of limiters) if (!limiter.deref()) limiters.delete(name);
  const limiter = createLimiter();
  limiters.set(account, new WeakRef(limiter));
  return limiter;
}
