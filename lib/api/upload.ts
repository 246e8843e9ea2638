/**
 * The POST of a file to an upload address (http-api.md, "Authentication" 3). It needs nothing of a client, so that a page can
 * send a file with the one address that it is handed.
 */

import { createTidy, sentenceOf } from './envelope.ts';
import { exchange, type Fetch, type HttpAnswer, type HttpFailure } from './http.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createFail } from './transport.ts';
import { readUploadAnswer, type UploadedFile } from './upload-answer.ts';
import { xhrExchange, xhrOf } from './xhr.ts';

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
  readonly redactor?: Redactor | undefined;
}

/**
 * Sends the file. There is no time limit: stop it with the signal.
 *
 * @throws {ApiError} with `mayHaveTakenEffect` wherever the file may have arrived after all: compare the folder before and
 *   after (field-notes.md, "Uploading a file")
 */
export async function sendFile(options: SendFileOptions): Promise<UploadedFile> {
  const { address, baseUrl, key, file, onProgress, signal, fetch } = options;
  const { name = (file as { name?: string }).name || 'file', redactor = createRedactor(key) } = options;
  const fail = createFail('upload', true, redactor);
  if (signal?.aborted) throw fail('aborted', sentenceOf('aborted'), { cause: signal.reason });

  // The key first: a service that reads the form as it comes can refuse before the file.
  const body = new FormData();
  body.append('api_key', key);
  body.append('file', file, name);

  const url = new URL(address);
  url.search = url.search === '' ? encodeURIComponent(key) : `${url.search}&${encodeURIComponent(key)}`;

  const Xhr = fetch ? undefined : xhrOf(globalThis);
  const http = Xhr
    ? await xhrExchange(new Xhr(), { url, body, signal, onProgress })
    : await coarseExchange(file.size, { url, body, signal, fetch, onProgress });
  const read = readUploadAnswer(http, { baseUrl, tidy: createTidy(redactor.text) });
  if (read.ok) return read.file;
  throw fail(read.code, read.sentence, read);
}

interface Post {
  readonly url: URL;
  readonly body: FormData;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
  readonly onProgress: SendFileOptions['onProgress'];
}

/** fetch tells nothing of what has left, so there are two steps only. */
async function coarseExchange(
  total: number,
  { onProgress, ...post }: Post,
): Promise<HttpAnswer | HttpFailure> {
  onProgress?.({ sent: 0, total });
  const http = await exchange({ ...post, method: 'POST', timeout: Number.POSITIVE_INFINITY });
  if (http.complete) onProgress?.({ sent: total, total });
  return http;
}
