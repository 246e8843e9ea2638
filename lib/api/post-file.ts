/** The POST of a file to an upload address (docs/http-api.md, "Upload a file"). Needs no client. */
import type { UploadForm } from './dialects/dialect.ts';
import { sentences } from './envelope.ts';
import { type Fetch, type HttpFailure, type HttpResponse, startTimer } from './http.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createErrorFactory, type OnRequest, observeRequest } from './transport.ts';
import { readUploadResponse, type UploadedFile } from './upload-response.ts';

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes of the request that were sent. */
  readonly sent: number;
  /** Bytes of the request, slightly more than the file. For a stream of unknown size, the bytes sent so far. */
  readonly total: number;
  /** No progress will be reported until the response, so how much was sent is unknown. */
  readonly isUnknown?: true | undefined;
}

/** Bytes with a type, such as a `File` or `Blob`. */
export interface FileContent {
  /** File name, if it has one. */
  readonly name?: string | undefined;
  /** MIME type; empty if unknown. */
  readonly type: string;
  /** Size in bytes; null if unknown. */
  readonly size: number | null;
  /** Reads the bytes from the start. */
  stream(): AsyncIterable<Uint8Array>;
  /** Releases resources if `stream` wasn't called. */
  close?(): void;
}

/** A file and its destination. */
export interface SendFileOptions {
  /** The address from `uploads.server()`, without the key. */
  readonly address: string;
  /** The service's base address, which paths in the response are resolved against. */
  readonly baseUrl: string;
  /** Base address of file pages. Default: `baseUrl`. */
  readonly pagesUrl?: string | undefined;
  /** The account's API key. */
  readonly key: string;
  /** The form that the host's dialect expects. Default: the document's. */
  readonly form?: UploadForm | undefined;
  /** The file to send. */
  readonly file: FileContent;
  /** File name. Default: the name of a `File`. */
  readonly name?: string | undefined;
  /** Sent if the form has a field for it. "0" or undefined is the root. */
  readonly folderId?: string | undefined;
  /** Sent if the form has a field for it. */
  readonly title?: string | undefined;
  /**
   * Called as bytes are sent with `XMLHttpRequest` or in Node.js, otherwise only at the start and the end. If it throws, the upload stops
   * and the call rejects with that error. If all bytes were sent by then, the call waits for the response and adds the `fileCode` to it.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Milliseconds from the last byte of the file to the last byte of the response. Default: 300,000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds without progress. Default: 60,000. If progress can't be observed (`fetch` in browsers), the whole request may take
   * `timeout` plus one second per 16 kB.
   */
  readonly idleTimeout?: number | undefined;
  /** Cancels the upload. */
  readonly signal?: AbortSignal | undefined;
  /** Sends the POST. */
  readonly fetch?: Fetch | undefined;
  /** Replaces the way that the runtime sends. */
  readonly post?: PostExchange | undefined;
  /** Called when the POST has ended. */
  readonly onRequest?: OnRequest | undefined;
  /** Called with the number of bytes read from the file, if known. */
  readonly countBytes?: ((bytes: number) => void) | undefined;
  /** Removes the key from texts. Default: created from the key. */
  readonly redactor?: Redactor | undefined;
}

/** The POST to send. The key is the first field, so that a service can refuse before it gets the file. */
export interface PostRequest extends Pick<SendFileOptions, 'file' | 'signal' | 'onProgress' | 'countBytes'> {
  /** The upload address, with the key if the form wants it there. */
  readonly url: URL;
  /** Names and values of the fields before the file. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The form's field for the file. */
  readonly fileField: string;
  /** The file's name. */
  readonly name: string;
  /** Must be called when bytes were sent, if that can be observed; with true once all were. */
  readonly onSent?: ((isAll: boolean) => void) | undefined;
}

/** Sends the POST. Returns failures. Rejects with what the given file threw, which means that the file wasn't sent completely. */
export type PostExchange = (post: PostRequest) => Promise<HttpResponse | HttpFailure>;

const defaultTimeoutMs = 300_000;
const defaultIdleTimeoutMs = 60_000;

/** The slowest connection we expect if progress can't be observed. */
const minBytesPerMs = 16;

/**
 * @throws {ApiError} with `mayHaveTakenEffect` if the file may have arrived. Then look up its `fileCode`, or compare the folder before and
 * after
 */
export async function postFile(
  options: Omit<SendFileOptions, 'fetch' | 'post'> & { readonly form: UploadForm },
  exchange: PostExchange,
): Promise<UploadedFile> {
  const {
    address,
    baseUrl,
    pagesUrl = baseUrl,
    key,
    form,
    file,
    folderId,
    title,
    onProgress,
    signal,
    onRequest,
    countBytes,
    timeout = defaultTimeoutMs,
    idleTimeout = defaultIdleTimeoutMs,
  } = options;
  const { name = file.name || 'file', redactor = createRedactor(key) } = options;
  const createError = createErrorFactory('upload', true, redactor);
  if (signal?.aborted) throw createError('aborted', sentences.aborted, { cause: signal.reason });

  const url = new URL(address);
  if (form.isKeyInQuery)
    url.search = url.search === '' ? encodeURIComponent(key) : `${url.search}&${encodeURIComponent(key)}`;
  const { keyFields, fileField, folderField, titleField } = form;
  const placed = [
    [folderField, folderId === '0' ? undefined : folderId],
    [titleField, title],
  ] as const;
  const fields = [
    ...keyFields.map((name) => [name, key] as const),
    ...placed.flatMap(([name, value]) =>
      name === null || value === undefined ? [] : [[name, value] as const],
    ),
  ];

  const report = observeRequest(onRequest, 'upload', 1);
  const controller = new AbortController();
  const stopped = Promise.withResolvers<HttpFailure>();
  const stop = (reason: HttpFailure['reason'], cause: unknown) => {
    stopped.resolve({ complete: false, reason, status: null, cause });
    controller.abort(cause);
  };
  let isIdle = false;
  let isAllSent = false;
  let cancelTimer = startTimer(() => stop('timeout', undefined), timeout + (file.size ?? 0) / minBytesPerMs);
  const onSent = (isAll: boolean) => {
    cancelTimer();
    isAllSent = isAll;
    const onTimeout = () => {
      isIdle = !isAll;
      stop('timeout', undefined);
    };
    cancelTimer = startTimer(onTimeout, isAll ? timeout : idleTimeout);
  };
  let thrown: { readonly error: unknown } | null = null;
  const showProgress = (progress: UploadProgress) => {
    if (thrown !== null) return;
    try {
      onProgress?.(progress);
    } catch (error) {
      thrown = { error };
      // A stream of unknown size always seems sent.
      isAllSent ||= file.size !== null && progress.sent >= progress.total && progress.isUnknown !== true;
      if (!isAllSent) stop('aborted', error);
    }
  };
  const onAbort = () => stop('aborted', signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });

  let http: HttpResponse | HttpFailure;
  try {
    const shown = onProgress && showProgress;
    const form = { url, fields, fileField, file, name, countBytes, onSent, onProgress: shown };
    const sending = exchange({ ...form, signal: controller.signal });
    // Nobody awaits it after the upload was stopped.
    sending.catch(() => undefined);
    http = await Promise.race([sending, stopped.promise]);
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  }
  const read = readUploadResponse(http, { baseUrl, pagesUrl }, form.fields, redactor, name);
  report(http.status, read.ok ? null : read.code);
  const failure = thrown as { readonly error: unknown } | null;
  if (failure !== null)
    throw read.ok ? withFileCode(failure.error, read.file.fileCode, file.size) : failure.error;
  if (read.ok) return read.file;
  const sentence = isIdle ? `No byte was sent for ${idleTimeout / 1_000} seconds.` : read.sentence;
  const error = createError(read.code, sentence, read);
  if (read.fileCode !== null) error.fileCode = read.fileCode;
  throw error;
}

/** The file has arrived, so it must not be sent again. */
export function withFileCode(error: unknown, fileCode: string, sentBytes: number | null): unknown {
  if (!(error instanceof Error)) return error;
  const named = Object.assign(error, { mayHaveTakenEffect: true, fileCode });
  return sentBytes === null ? named : Object.assign(named, { sentBytes });
}

export function createForm({ fields, fileField, file, name }: PostRequest): FormData {
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  form.append(fileField, file as Blob, name);
  return form;
}
