/** The client: the calls of docs/http-api.md, by noun, over one transport. */
import { normalizeBaseUrl } from './address.ts';
import { requireDuration, requireKnown, requireRetries } from './arguments.ts';
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

/** Whom a client talks to, and how. */
export interface ClientOptions extends LogOptions {
  /** The service's base address: http or https, a path prefix is allowed. `parseServiceAddress` makes one of user input. */
  readonly baseUrl: string | URL;
  /** Where files have their pages, if not at the base address: paths such as `/d/CODE` in answers are resolved against it. */
  readonly pagesUrl?: string | URL | undefined;
  /** The account's API key. */
  readonly key: string;
  /**
   * What the host speaks. Where it is not given, the client starts with what all dialects share, and finds it out once an answer
   * looks as if the host lacked a call; the call is then made again. `detectDialect` finds it out at once.
   */
  readonly dialect?: DialectName | undefined;
  /** Called where the host seems to lack a call of the given `dialect`: it may speak another one (`detectDialect`). */
  readonly onMisfit?: (() => void) | undefined;
  /** Sends the requests: called with an address and an `init`, which it has to pass on. The global `fetch` where it is not given. */
  readonly fetch?: Fetch | undefined;
  /** Sends own files. Where it is not given: `fetch`, or in a page `XMLHttpRequest` for an `onProgress`. */
  readonly post?: PostExchange | undefined;
  /** Default: one shared by all clients of the same address and key in this process. */
  readonly limiter?: Limiter | undefined;
  /**
   * Milliseconds from sending to the last byte of the answer; of an upload, from the last byte of the file. Default: 25,000, as a
   * service worker is ended after 30 s, and 300,000 for an upload. `Infinity` for none.
   */
  readonly timeout?: number | undefined;
  /** Default: 4. Any call after a 429 (nothing was done), reads also after 502–504, 520–524 and network errors. Never a file's POST. */
  readonly maxRetries?: number | undefined;
  /** Called after each request with its endpoint, attempt, duration and end: for logs and figures. */
  readonly onRequest?: OnRequest | undefined;
}

/** `createClient` of this package's entry for the runtime. */
export interface Client {
  /** What the host speaks, as far as the client knows; that of the document while it does not. */
  readonly dialect: DialectName;
  /** What the host can do, by its dialect. */
  readonly capabilities: Capabilities;
  /**
   * Finds out what the host speaks, by two to five calls without effect; a client that was given no `dialect` goes on with it.
   * Rejects where `account.info` does.
   */
  detectDialect(options?: CallOptions): Promise<DialectName>;
  /**
   * Makes a call that this client does not have: any GET below the host's `/api/` (or `/`, by its dialect), with parameters by the host's
   * names. It goes through the limiter as all calls do, counts as one that changes something, and resolves to the whole envelope.
   */
  get(
    path: string,
    params?: UntypedParams,
    options?: ChangeOptions,
  ): ApiPromise<Readonly<Record<string, unknown>>>;
  /** The account's own figures. */
  readonly account: ClientCalls<AccountCalls>;
  /** Files that were reported for takedown. */
  readonly takedowns: ClientCalls<TakedownCalls>;
  /** Uploads of own files. */
  readonly uploads: ClientCalls<UploadCalls>;
  /** Remote uploads: the service fetches a link by itself. */
  readonly remoteUploads: ClientCalls<RemoteUploadCalls & WaitCalls>;
  /** The account's folders. */
  readonly folders: ClientCalls<FolderCalls & TreeCalls>;
  /** The account's files. */
  readonly files: ClientCalls<FileCalls & DetailCalls>;
}

/** Waits for remote uploads. */
export interface WaitCalls {
  /**
   * Waits, without a time limit, until the service has fetched a link (`fileCode` as `add` gave it) and knows its file. Rejects
   * with the code `refused` where the transfer failed, and with `not-found` where neither transfer nor file is there. Where
   * the service reports no transfers, it waits for the file alone.
   */
  wait(fileCode: string, options?: WaitOptions): Promise<FoundFile>;
  /**
   * Waits for many links, over one list of transfers: a request for each poll, and one for each 50 files that may be there. Resolves
   * in the codes' order once all have ended; those that failed are `found: false`, with the `error` that `wait` rejects with.
   */
  waitAll(fileCodes: readonly string[], options?: WaitOptions): Promise<FileInfo[]>;
}

/** Folders in folders. */
export interface TreeCalls {
  /**
   * The folder of a path such as `a/b/c`, or of an array of names; what is missing is made. Safe to call again, and several times at once:
   * the clients of an account in this process take turns, and of folders with the same name the oldest is taken, also where another
   * process has just made it. Rejects with the code `refused` where the service gives a new folder another name.
   */
  ensure(
    path: string | readonly string[],
    from?: EnsureOptions,
    options?: CallOptions,
  ): Promise<EnsuredFolder>;
  /**
   * Everything in a folder (the root where none is given) and in those inside it, as it is read: each folder before what is in it. Three
   * requests for each folder, or more. Rejects with the code `not-found` where there is no such folder.
   */
  walk(folderId?: string, options?: CallOptions): AsyncGenerator<TreeEntry, ListSummary, undefined>;
}

/** Details of many files. */
export interface DetailCalls {
  /** As `iterate`, with the details that `info` gives: 50 files a request. Files that go away meanwhile are `found: false`. */
  iterateDetails(
    query?: Omit<FileQuery, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<FileInfo, ListSummary, undefined>;
}

/** The calls of `createCalls`: what a client has in one request each; a whole client is assignable to it. */
export interface Calls extends Pick<Client, 'dialect' | 'capabilities' | 'detectDialect'> {
  /** The account's own figures. */
  readonly account: AccountCalls;
  /** Files that were reported for takedown. */
  readonly takedowns: TakedownCalls;
  /** Where own files are sent. */
  readonly uploads: Pick<UploadCalls, 'server'>;
  /** Remote uploads: the service fetches a link by itself. */
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
  'onMisfit',
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

/** Calls reject with an `ApiError`, or a `TypeError` for arguments that cannot be sent. @throws {TypeError} for a wrong option */
export function createClient(options: ClientOptions): Client {
  return createClientWith(options);
}

/** @param openSource opens what `uploads.send` is given; files and streams as Blobs where it is not given */
export function createClientWith(options: ClientOptions, openSource?: OpenSource): Client {
  const onRequest: OnRequest = (info) => {
    log?.request(info);
    return options.onRequest?.(info);
  };
  const isLogged = (options?.logger ?? options?.logLevel) !== undefined;
  // What is no function is left to be refused.
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
 * A client of the calls that make one request each, whose builds leave out the code of all others: `uploads.send` and `finish`,
 * `remoteUploads.wait` and `waitAll`, `folders.ensure` and `walk`, `files.iterateDetails`, `get`, `withResponse` and the log.
 */
export function createCalls(options: Omit<ClientOptions, keyof LogOptions>): Calls {
  const parts = createParts(options);
  return withDialect(parts, assembleCalls(parts));
}

/** @param more options that the caller takes besides */
function createParts(options: ClientOptions, more: readonly string[] = []) {
  requireRuntime();
  if (typeof options !== 'object' || options === null)
    throw new TypeError(
      'A client needs { baseUrl, key }: the address of the service, and the API key of the account.',
    );
  const { baseUrl, pagesUrl = baseUrl, key, fetch, post, onRequest, dialect, onMisfit } = options;
  const { timeout = defaultTimeoutMs, maxRetries = defaultRetries } = options;
  requireKnown(options, [...clientOptions, ...more], 'createClient');
  const base = normalizeBaseUrl(baseUrl);
  const secret = checkKey(key);
  requireDuration(timeout, 'timeout');
  requireRetries(maxRetries);
  for (const [name, value] of Object.entries({ fetch, post, onRequest, onMisfit }))
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name} must be a function.`);
  if (options.limiter !== undefined && typeof options.limiter?.run !== 'function')
    throw new TypeError('limiter must be one that createLimiter has made.');
  if (dialect !== undefined && !isDialectName(dialect))
    throw new TypeError(`dialect must be one of these: ${dialectNames.join(', ')}.`);
  const bases = { baseUrl: base, pagesUrl: normalizeBaseUrl(pagesUrl) };
  const redactor = createRedactor(secret);
  const connection = { ...bases, key: secret, redactor, fetch, post, onRequest, timeout: options.timeout };
  const limiter = options.limiter ?? sharedLimiter(`${base} ${secret}`);
  const call = createCall({ ...connection, timeoutMs: timeout, maxRetries, limiter });
  return { host: createDetectingHost(call, timeout, dialect, onMisfit), call, limiter, connection };
}

type Parts = ReturnType<typeof createParts>;
type DialectParts = Pick<Client, 'dialect' | 'capabilities' | 'detectDialect'>;

/** Not enumerable: what a client has besides are nouns with their calls. */
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
