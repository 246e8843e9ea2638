import { normalizeBaseUrl } from './address.ts';
import { rejectUnknownOptions, requireDuration, requireRetries } from './arguments.ts';
import { type ApiPromise, type ClientCalls, type OptionsAt, observeCall, observeCalls } from './calls.ts';
import { cleanText } from './clean-text.ts';
import { createDetectingHost } from './detect-dialect.ts';
import { isDialectName } from './dialects/capabilities.ts';
import { type Capabilities, type DialectName, dialectNames } from './dialects/dialect.ts';
import type { Fetch } from './http.ts';
import { createLimiter, type Limiter } from './limiter/limiter.ts';
import { createLog, type LogOptions } from './log.ts';
import type { PostExchange } from './post-file.ts';
import { createRedactor } from './redact.ts';
import { type AccountCalls, accountCalls } from './resources/account-calls.ts';
import { type EnsuredFolder, type EnsureOptions, ensureFolder } from './resources/ensure-folder.ts';
import { type FileCalls, type FileQuery, fileCalls, type ListSummary } from './resources/file-calls.ts';
import type { FileInfo, FoundFile } from './resources/file-info.ts';
import { type FolderCalls, folderCalls } from './resources/folder-calls.ts';
import { iterateDetails } from './resources/iterate-details.ts';
import { type RemoteUploadCalls, remoteUploadCalls } from './resources/remote-upload-calls.ts';
import { type TakedownCalls, takedownCalls } from './resources/takedown-calls.ts';
import { createUntypedCall, type UntypedParams } from './resources/untyped-call.ts';
import {
  createSendCalls,
  createServerCall,
  type OpenSource,
  type UploadCalls,
} from './resources/upload-calls.ts';
import { createWaits, type WaitOptions } from './resources/wait-for-upload.ts';
import { type TreeEntry, walkFolders } from './resources/walk-folders.ts';
import { requireRuntime } from './runtime.ts';
import { type CallOptions, type ChangeOptions, createCall, type OnRequest } from './transport.ts';

/** The service, the account, and how to reach them. */
export interface ClientOptions extends LogOptions {
  /** The service's address: http or https, with an optional path prefix. `parseServiceAddress` creates one from user input. */
  readonly baseUrl: string | URL;
  /** Base address of file pages, if it differs. Paths such as `/d/CODE` in responses are resolved against it. */
  readonly pagesUrl?: string | URL | undefined;
  /** The account's API key. */
  readonly key: string;
  /**
   * The host's dialect. If omitted, the client starts with the calls that all dialects share, and detects the dialect when a response
   * suggests that the host lacks a call. `detectDialect` does it right away.
   */
  readonly dialect?: DialectName | undefined;
  /** Called when the host seems to lack a call of the given `dialect`: it may speak another one. */
  readonly onDialectMismatch?: (() => void) | undefined;
  /** Sends the requests. It gets an address and an `init`, which it must pass on. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Uploads local files. Default: `fetch`, or `XMLHttpRequest` in a page if there is an `onProgress`. */
  readonly post?: PostExchange | undefined;
  /** Default: one limiter shared by all clients with the same address and key in this process. */
  readonly limiter?: Limiter | undefined;
  /**
   * Milliseconds from sending a request to the last byte of the response; for an upload, from the last byte of the file. Default: 25,000,
   * or 300,000 for an upload. A service worker is stopped after 30 s. `Infinity` for no limit.
   */
  readonly timeout?: number | undefined;
  /**
   * Default: 4. Any call is retried after a 429 (nothing was done), reads also after 502–504, 520–524 and network errors. The POST of a
   * file is never retried.
   */
  readonly maxRetries?: number | undefined;
  /** Called after each request, for logs and statistics. */
  readonly onRequest?: OnRequest | undefined;
}

/** The calls of one account. */
export interface Client {
  /** The document's until the host's is known. */
  readonly dialect: DialectName;
  /** What hosts of this dialect can do. */
  readonly capabilities: Capabilities;
  /**
   * Detects the dialect with two to five calls that change nothing, and uses it unless `dialect` was given. Rejects if `account.info` does.
   */
  detectDialect(options?: CallOptions): Promise<DialectName>;
  /**
   * Makes a call that this client has no method for: any GET below the host's `/api/` (or `/`, depending on its dialect), with the host's
   * own parameter names. It is retried like a call that changes something, and resolves to the whole envelope.
   */
  get(
    path: string,
    params?: UntypedParams,
    options?: ChangeOptions,
  ): ApiPromise<Readonly<Record<string, unknown>>>;
  /** The account: quotas and reports. */
  readonly account: ClientCalls<AccountCalls>;
  /** Files reported for takedown. */
  readonly takedowns: ClientCalls<TakedownCalls>;
  /** Uploads of local files. */
  readonly uploads: ClientCalls<UploadCalls>;
  /** Remote uploads: the service fetches a link itself. */
  readonly remoteUploads: ClientCalls<RemoteUploadCalls & WaitCalls>;
  /** The account's folders. */
  readonly folders: ClientCalls<FolderCalls & TreeCalls>;
  /** The account's files. */
  readonly files: ClientCalls<FileCalls & DetailCalls>;
}

/** Waits for remote uploads. */
export interface WaitCalls {
  /**
   * Waits, without a time limit, until the service has fetched a link and knows its file. `fileCode` is the one that `add` returned.
   * Rejects with the code `refused` if the transfer failed, and with `not-found` if neither transfer nor file exists. If the service
   * doesn't report transfers, it waits for the file alone.
   */
  wait(fileCode: string, options?: WaitOptions): Promise<FoundFile>;
  /**
   * Waits for many links with one list of transfers per poll, and one request per 50 files that may have arrived. Resolves in the order of
   * the codes. Failed ones are `found: false`, with the `error` that `wait` rejects with.
   */
  waitAll(fileCodes: readonly string[], options?: WaitOptions): Promise<FileInfo[]>;
}

/** Nested folders. */
export interface TreeCalls {
  /**
   * Returns the folder at a path such as `a/b/c` or an array of names, and creates missing folders. Safe to repeat and to call concurrently
   * in one process. If several folders share a name, the oldest is used, even if another process has just created it. Rejects with the code
   * `refused` if the service gives a new folder another name.
   */
  ensure(
    path: string | readonly string[],
    from?: EnsureOptions,
    options?: CallOptions,
  ): Promise<EnsuredFolder>;
  /**
   * Yields everything below a folder (default: the root) as it is read, each folder before its contents. Makes at least three requests per
   * folder. Rejects with the code `not-found` if the folder doesn't exist.
   */
  walk(folderId?: string, options?: CallOptions): AsyncGenerator<TreeEntry, ListSummary, undefined>;
}

/** Details of many files. */
export interface DetailCalls {
  /** Like `iterate`, with the details that `info` returns. One request per 50 files. Files that disappear meanwhile are `found: false`. */
  iterateDetails(
    query?: Omit<FileQuery, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<FileInfo, ListSummary, undefined>;
}

/** The calls that make one request each. A `Client` is assignable to it. */
export interface Calls extends Pick<Client, 'dialect' | 'capabilities' | 'detectDialect'> {
  /** The account: quotas and reports. */
  readonly account: AccountCalls;
  /** Files reported for takedown. */
  readonly takedowns: TakedownCalls;
  /** Where local files are uploaded. */
  readonly uploads: Pick<UploadCalls, 'server'>;
  /** Remote uploads: the service fetches a link itself. */
  readonly remoteUploads: RemoteUploadCalls;
  /** The account's folders. */
  readonly folders: FolderCalls;
  /** The account's files. */
  readonly files: FileCalls;
}

const clientOptions = [
  'baseUrl',
  'pagesUrl',
  'key',
  'dialect',
  'onDialectMismatch',
  'fetch',
  'post',
  'limiter',
  'timeout',
  'maxRetries',
  'onRequest',
] as const satisfies readonly (keyof ClientOptions)[];
const logOptions = ['logger', 'logLevel'] as const satisfies readonly (keyof LogOptions)[];

const defaultTimeoutMs = 25_000;
const defaultRetries = 4;

type Noun = 'account' | 'takedowns' | 'uploads' | 'remoteUploads' | 'folders' | 'files';

const optionsAt: { readonly [N in Noun]: OptionsAt<Client[N]> } = {
  account: { info: 0, reports: 1, probe: 0 },
  takedowns: { list: 1, iterate: 1 },
  uploads: { server: 0, send: 2, finish: 2 },
  remoteUploads: {
    add: 1,
    wait: 1,
    waitAll: 1,
    list: 0,
    status: 1,
    slots: 0,
    restartErrors: 0,
    clearErrors: 0,
    clearAll: 0,
    delete: 1,
  },
  folders: { create: 1, ensure: 2, rename: 2, move: 2, list: 2, walk: 1 },
  files: {
    list: 1,
    iterate: 1,
    iterateDetails: 1,
    check: 1,
    info: 1,
    images: 1,
    rename: 2,
    move: 2,
    clone: 2,
    delete: 1,
    deleted: 1,
    encodings: 1,
    search: 1,
  },
};

/**
 * Creates a client. Its calls reject with an `ApiError`, or with a `TypeError` for arguments that can't be sent.
 * @throws {TypeError} for a wrong option
 */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options);
}

/** @param openSource opens the source of `uploads.send`. Default: files and streams become Blobs */
export function createClientWith(options: ClientOptions, openSource?: OpenSource): Client {
  const onRequest: OnRequest = (info) => {
    log?.request(info);
    return options.onRequest?.(info);
  };
  const isLogged = (options?.logger ?? options?.logLevel) !== undefined;
  // `createParts` rejects anything but a function.
  const isObservable = isLogged && ['function', 'undefined'].includes(typeof options.onRequest);
  const parts = createParts(isObservable ? { ...options, onRequest } : options, logOptions);
  const { host, call, limiter, connection } = parts;
  const { redactor } = connection;
  const log = createLog(options, redactor.text);
  const calls = assembleCalls(parts);
  const { uploads, remoteUploads, folders, files } = calls;
  const nouns = {
    ...calls,
    uploads: { ...uploads, ...createSendCalls(host, uploads.server, files, connection, openSource) },
    remoteUploads: { ...remoteUploads, ...createWaits(remoteUploads, files.info) },
    folders: {
      ...folders,
      ensure: (path, from, options) => ensureFolder(folders, limiter, path, from, options),
      walk: (folderId, options) => walkFolders({ folders, files }, folderId, options),
    } satisfies FolderCalls & TreeCalls,
    files: {
      ...files,
      iterateDetails: (query, options) => iterateDetails(files, query, options),
    } satisfies FileCalls & DetailCalls,
  };
  const get = createUntypedCall(call, host, redactor, options.dialect !== undefined);
  const client = withDialect(parts, observeCalls(nouns, optionsAt, redactor, log));
  return Object.defineProperty(client as Client, 'get', { value: observeCall('get', get, 2, redactor, log) });
}

/**
 * Creates a client with only the calls that make one request each, so that builds leave out the code of the others: `uploads.send` and
 * `finish`, `remoteUploads.wait` and `waitAll`, `folders.ensure` and `walk`, `files.iterateDetails`, `get`, `withResponse` and the log.
 */
export function createCalls(options: Omit<ClientOptions, keyof LogOptions>): Calls {
  const parts = createParts(options);
  return withDialect(parts, assembleCalls(parts));
}

function createParts(options: ClientOptions, more: readonly string[] = []) {
  requireRuntime();
  if (typeof options !== 'object' || options === null)
    throw new TypeError(
      'A client needs { baseUrl, key }: the address of the service and the API key of the account.',
    );
  const { baseUrl, pagesUrl = baseUrl, key, fetch, post, onRequest, dialect, onDialectMismatch } = options;
  const { timeout = defaultTimeoutMs, maxRetries = defaultRetries } = options;
  rejectUnknownOptions(options, [...clientOptions, ...more], 'createClient');
  const base = normalizeBaseUrl(baseUrl);
  const secret = checkKey(key);
  requireDuration(timeout, 'timeout');
  requireRetries(maxRetries);
  for (const [name, value] of Object.entries({ fetch, post, onRequest, onDialectMismatch }))
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name} must be a function.`);
  if (options.limiter !== undefined && typeof options.limiter?.run !== 'function')
    throw new TypeError('limiter must come from createLimiter.');
  if (dialect !== undefined && !isDialectName(dialect))
    throw new TypeError(`dialect must be one of these: ${dialectNames.join(', ')}.`);
  const bases = { baseUrl: base, pagesUrl: normalizeBaseUrl(pagesUrl) };
  const redactor = createRedactor(secret);
  const connection = { ...bases, key: secret, redactor, fetch, post, onRequest, timeout: options.timeout };
  const limiter = options.limiter ?? sharedLimiter(`${base} ${secret}`);
  const call = createCall({ ...connection, timeoutMs: timeout, maxRetries, limiter });
  return { host: createDetectingHost(call, timeout, dialect, onDialectMismatch), call, limiter, connection };
}

type Parts = ReturnType<typeof createParts>;
type DialectParts = Pick<Client, 'dialect' | 'capabilities' | 'detectDialect'>;

/** Not enumerable, so that only the nouns are. */
const withDialect = <T extends object>({ host }: Parts, calls: T): T & DialectParts =>
  Object.defineProperties(calls as T & DialectParts, {
    dialect: { get: () => host.dialect.name },
    capabilities: { get: () => host.dialect.capabilities },
    detectDialect: { value: host.detect },
  });

function assembleCalls({ host, connection: bases }: Parts): Omit<Calls, keyof DialectParts> {
  return {
    account: accountCalls(host),
    takedowns: takedownCalls(host),
    uploads: { server: createServerCall(host, bases.baseUrl) },
    remoteUploads: remoteUploadCalls(host),
    folders: folderCalls(host, bases),
    files: fileCalls(host, bases),
  };
}

function checkKey(key: string): string {
  const trimmed = typeof key === 'string' ? key.trim() : '';
  const cleaned = cleanText(trimmed);
  if (cleaned === '')
    throw new TypeError('The API key is empty. You can find it on the service’s settings page.');
  if (!trimmed.isWellFormed() || /\p{Cc}/u.test(trimmed)) {
    throw new TypeError('The API key contains invalid characters. Copy it again.');
  }
  return cleaned;
}

// A limiter lives as long as a client that uses it.
const limiters = new Map<string, WeakRef<Limiter>>();

function sharedLimiter(account: string): Limiter {
  const existing = limiters.get(account)?.deref();
  if (existing) return existing;
  for (const [name, limiter] of limiters) if (!limiter.deref()) limiters.delete(name);
  const limiter = createLimiter();
  limiters.set(account, new WeakRef(limiter));
  return limiter;
}
