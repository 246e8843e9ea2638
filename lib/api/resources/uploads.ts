/** Uploads of the user's own files (http-api.md, "Upload": upload server and local upload; "Upload result entry"). */
import { hasCredentials, isHttp, isLoopback } from '../address.ts';
import type { Redactor } from '../redact.ts';
import type { Call, CallOptions } from '../transport.ts';
import { type SendFileOptions, sendFile, type UploadedFile } from '../upload.ts';

export type UploadOptions = CallOptions & Pick<SendFileOptions, 'name' | 'onProgress'>;

export interface UploadContext {
  readonly baseUrl: string;
  readonly key: string;
  readonly redactor: Redactor;
  readonly fetch: SendFileOptions['fetch'];
}

export const uploadCalls = (call: Call, { baseUrl, key, redactor, fetch }: UploadContext) => {
  /**
   * The address for the next upload, without the key. Ask for a fresh one each time: stale ones can swallow a file
   * (field-notes.md). An address that would carry the key in the clear although the service itself is on https is not
   * used: `InvalidResponseError`.
   */
  async function server(options?: CallOptions): Promise<string> {
    const answer = await call('fresh', 'upload/server', {}, options);
    const { result } = answer;
    const url = typeof result === 'string' ? URL.parse(result.trim(), `${baseUrl}/`) : null;
    if (typeof result !== 'string' || result.trim() === '' || !url || !isHttp(url) || hasCredentials(url)) {
      throw answer.unusable();
    }
    if (url.protocol === 'http:' && baseUrl.startsWith('https:') && !isLoopback(url)) throw answer.unusable();
    return url.href;
  }

  /**
   * Sends a file to a fresh address. A folder is reached by `files.move` afterwards, the POST documents none. Only the
   * request for the address takes a slot of the limiter; the POST takes as long as it takes.
   */
  async function send(
    file: Blob,
    options: UploadOptions = {},
    callOptions?: CallOptions,
  ): Promise<UploadedFile> {
    const { name, onProgress, signal, lane } = { ...options, ...callOptions };
    const address = await server({ signal, lane });
    return sendFile({ address, baseUrl, key, redactor, file, name, onProgress, signal, fetch });
  }

  return { server, send };
};
