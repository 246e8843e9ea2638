/**
 * The POST of a file to an upload address (docs/http-api.md, "Upload a file"). It needs nothing of a client, so that a page can
 * send a file with the one address that it is handed.
 */

import { createMessageFormatter, getSentence } from './envelope.ts';
import type { Fetch, HttpFailure, HttpResponse } from './http.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createErrorFactory } from './transport.ts';
import { readUploadResponse, type UploadedFile } from './upload-response.ts';

export type { UploadedFile };

export interface UploadProgress {
  /** Bytes of the request that have left. */
  readonly sent: number;
  /** Bytes of the request: the file and a little more. */
  readonly total: number;
}

export interface SendFileOptions {
  /** As `uploads.server()` gives it, without the key. */
  readonly address: string;
  /** The service's base address, against which paths in the answer are resolved. */
  readonly baseUrl: string;
  readonly key: string;
  readonly file: Blob;
  /** File name; that of a `File` where it is not given. */
  readonly name?: string | undefined;
  /** Called as bytes leave where there is `XMLHttpRequest`; elsewhere only at the start and at the end. Must not throw. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: Fetch | undefined;
  /** In place of what the scope has. */
  readonly post?: PostExchange | undefined;
  readonly redactor?: Redactor | undefined;
}

/** The POST as it is sent. */
interface PostRequest {
  readonly url: URL;
  readonly body: FormData;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: SendFileOptions['onProgress'];
}

/** How the POST is sent. It never throws: failures are values. */
export type PostExchange = (post: PostRequest) => Promise<HttpResponse | HttpFailure>;

/**
 * Sends the file by `exchange`. There is no time limit: stop it with the signal.
 *
 * @throws {ApiError} with `mayHaveTakenEffect` wherever the file may have arrived after all: compare the folder before and
 *   after (docs/http-api.md, "Upload a file")
 */
export async function postFile(
  options: Omit<SendFileOptions, 'fetch' | 'post'>,
  exchange: PostExchange,
): Promise<UploadedFile> {
  const { address, baseUrl, key, file, onProgress, signal } = options;
  const { name = (file as { name?: string }).name || 'file', redactor = createRedactor(key) } = options;
  const createError = createErrorFactory('upload', true, redactor);
  if (signal?.aborted) throw createError('aborted', getSentence('aborted'), { cause: signal.reason });

  // The key first: a service that reads the form as it comes can refuse before the file.
  const body = new FormData();
  body.append('api_key', key);
  body.append('file', file, name);

  const url = new URL(address);
  url.search = url.search === '' ? encodeURIComponent(key) : `${url.search}&${encodeURIComponent(key)}`;

  const http = await exchange({ url, body, signal, onProgress });
  const read = readUploadResponse(http, {
    baseUrl,
    formatMessage: createMessageFormatter(redactor.text),
    redact: redactor.data,
  });
  if (read.ok) return read.file;
  throw createError(read.code, read.sentence, read);
}
