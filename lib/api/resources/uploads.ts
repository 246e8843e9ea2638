/** Uploads of the user's own files (docs/http-api.md, "Upload a file"). */
import type { Redactor } from '../redact.ts';
import { type SendFileOptions, sendFile, type UploadedFile } from '../send-file.ts';
import type { Call, CallOptions } from '../transport.ts';
import { uploadServer } from './upload-server.ts';

export type UploadOptions = CallOptions & Pick<SendFileOptions, 'name' | 'onProgress'>;

interface UploadContext {
  readonly baseUrl: string;
  readonly key: string;
  readonly redactor: Redactor;
  readonly fetch: SendFileOptions['fetch'];
  readonly post: SendFileOptions['post'];
}

export const uploadCalls = (call: Call, { baseUrl, key, redactor, fetch, post }: UploadContext) => {
  const server = uploadServer(call, baseUrl);

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
    return sendFile({ address, baseUrl, key, redactor, file, name, onProgress, signal, fetch, post });
  }

  return { server, send };
};
