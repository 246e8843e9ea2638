/** The POST of a file to an upload address (docs/http-api.md, "Upload a file"). It needs no client, only the address. */
import type { UploadForm } from './dialects/dialect.ts';
import { sentences } from './envelope.ts';
import { type Fetch, type HttpFailure, type HttpResponse, startTimer } from './http.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createErrorFactory, type OnRequest, observeRequest } from './transport.ts';
import { readUploadResponse, type UploadedFile } from './upload-response.ts';

/** How far a file is sent. */
export interface UploadProgress {
  /** Bytes of the request that have left. */
  readonly sent: number;
  /** Bytes of the request: the file and a little more. Of a stream of unknown size as many as have left. */
  readonly total: number;
  /** Set where nothing more is told until the answer: how much has left is unknown. */
  readonly isUnknown?: true | undefined;
}

/** Bytes with a type; a `File` or `Blob` is one. */
export interface FileContent {
  /** File name, where it has one. */
  readonly name?: string | undefined;
  /** MIME type; empty where it is not known. */
  readonly type: string;
  /** Bytes; null where that is not known. */
  readonly size: number | null;
  /** The bytes from the start. */
  stream(): AsyncIterable<Uint8Array>;
  /** Gives up what is open, where `stream` was not called. */
  close?(): void;
}

/** A file, and where it goes. */
export interface SendFileOptions {
  /** As `uploads.server()` gives it, without the key. */
  readonly address: string;
  /** The service's base address, against which paths in the answer are resolved. */
  readonly baseUrl: string;
  /** The same for paths of pages; the base address where it is not given. */
  readonly pagesUrl?: string | undefined;
  /** The account's API key. */
  readonly key: string;
  /** What the dialect of the host wants; that of the document where it is not given. */
  readonly form?: UploadForm | undefined;
  /** What is sent. */
  readonly file: FileContent;
  /** File name; that of a `File` where it is not given. */
  readonly name?: string | undefined;
  /** Sent along where the form has a field for it; "0" or none: the root. */
  readonly folderId?: string | undefined;
  /** Sent along where the form has a field for it. */
  readonly title?: string | undefined;
  /**
   * Called as bytes leave with `XMLHttpRequest` or in Node.js, else at the start and at the end. What it throws ends the sending, and
   * is what the call rejects with; where all bytes had left, the answer is awaited, and the error gets the `fileCode`.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Milliseconds from the last byte of the file to that of the answer; 300,000 where it is not given. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds in which no byte of the file moves; 60,000 where it is not given. Where nobody sees bytes move (`fetch` in browsers),
   * the whole request has `timeout`, and a second more for each 16 kB.
   */
  readonly idleTimeout?: number | undefined;
  /** Ends the sending. */
  readonly signal?: AbortSignal | undefined;
  /** Sends the POST. */
  readonly fetch?: Fetch | undefined;
  /** In place of what the scope has. */
  readonly post?: PostExchange | undefined;
  /** Called when the POST has ended. */
  readonly onRequest?: OnRequest | undefined;
  /** Called with the bytes of the file that were read, where that is known. */
  readonly countBytes?: ((bytes: number) => void) | undefined;
  /** Takes the key out of texts; made from the key where it is not given. */
  readonly redactor?: Redactor | undefined;
}

/** The POST as it is sent: a form with the key first, so that a service that reads as it comes can refuse before the file. */
export interface PostRequest extends Pick<SendFileOptions, 'file' | 'signal' | 'onProgress' | 'countBytes'> {
  /** The upload address with the key. */
  readonly url: URL;
  /** Names and values of the form before the file. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The form's field for the file. */
  readonly fileField: string;
  /** The file's name. */
  readonly name: string;
  /** To be called whenever bytes have left, where that is seen; with true once all have. */
  readonly onSent?: ((isAll: boolean) => void) | undefined;
}

/** How the POST is sent. Failures are values; it rejects with what the given file threw, and then has not sent all of it. */
export type PostExchange = (post: PostRequest) => Promise<HttpResponse | HttpFailure>;

const defaultTimeoutMs = 300_000;
const defaultIdleTimeoutMs = 60_000;

/** The least that a line is believed to carry, where bytes are not seen to move: bytes in a millisecond. */
const leastSpeed = 16;

/**
 * @throws {ApiError} with `mayHaveTakenEffect` if the file may have arrived: ask for its `fileCode`, where there is one, or compare
 *   the folder before and after
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
  let cancelTimer = startTimer(() => stop('timeout', undefined), timeout + (file.size ?? 0) / leastSpeed);
  const onSent = (isAll: boolean) => {
    cancelTimer();
    isAllSent = isAll;
    const onTimeout = () => {
      isIdle = !isAll;
      stop('timeout', undefined);
    };
    cancelTimer = startTimer(onTimeout, isAll ? timeout : idleTimeout);
  };
  /** What `onProgress` threw. */
  let thrown: { readonly error: unknown } | null = null;
  const showProgress = (progress: UploadProgress) => {
    if (thrown !== null) return;
    try {
      onProgress?.(progress);
    } catch (error) {
      thrown = { error };
      // Of a stream of unknown size, as much has left as there is, at any time.
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
    // Once it was stopped, nobody waits for how it ends.
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
    throw read.ok ? nameArrived(failure.error, read.file.fileCode, file.size) : failure.error;
  if (read.ok) return read.file;
  const sentence = isIdle ? `No byte was sent for ${idleTimeout / 1_000} seconds.` : read.sentence;
  const error = createError(read.code, sentence, read);
  if (read.fileCode !== null) error.fileCode = read.fileCode;
  throw error;
}

/** Of whatever fails once a file is there: it is not to be sent again. */
export function nameArrived(error: unknown, fileCode: string, sentBytes: number | null): unknown {
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
