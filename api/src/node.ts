/**
 * The client in Node: own files go out over `node:http`. Node's `fetch` reads a whole body into memory, however slowly the
 * connection takes it.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { type ClientOptions, createClient as createBaseClient } from '../../lib/api/index.ts';
import type { PostExchange } from '../../lib/api/post-file.ts';

export * from '../../lib/api/index.ts';

/** As everywhere, with files streamed from disk (`openAsBlob` of `node:fs`) in constant memory. */
export const createClient = (options: ClientOptions) =>
  createBaseClient({ ...(options.fetch === undefined && { post: postByNode }), ...options });

const maxResponseBytes = 16 * 1024 * 1024;

const postByNode: PostExchange = async ({ url, body, signal, onProgress }) => {
  const { type, blob } = encode(body);
  const headers = { 'content-type': type, 'content-length': blob.size };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers,
    ...(signal && { signal }),
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', async (response) => {
      try {
        let [text, sizeBytes] = ['', 0];
        for await (const chunk of response.setEncoding('utf8')) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxResponseBytes) throw new Error('The answer is too large.');
          text += chunk;
        }
        resolve({ status: response.statusCode ?? 0, text });
      } catch (error) {
        reject(error);
      }
    });
  });
  let sent = 0;
  async function* withProgress(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      yield chunk;
      sent += chunk.length;
      onProgress?.({ sent, total: blob.size });
    }
  }
  try {
    // A service may answer before it has read everything: then what it said counts.
    const sending = pipeline(withProgress(blob.stream()), request);
    const { status, text } = await Promise.race([answered, sending.then(() => answered)]);
    return { complete: true, status, text, redirect: status >= 300 && status < 400 };
  } catch (cause) {
    return { complete: false, reason: signal?.aborted ? 'aborted' : 'network', status: null, cause };
  } finally {
    request.destroy();
  }
};

/** The form as it goes out (`multipart/form-data`), of which a file is a part that is still on the disk. */
function encode(form: FormData): { readonly type: string; readonly blob: Blob } {
  const boundary = `linkhaul-${crypto.randomUUID()}`;
  const quote = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  const parts = [...form].flatMap(([name, value]) => {
    const file =
      typeof value === 'string'
        ? ''
        : `; filename="${quote(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}`;
    return [
      `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"${file}\r\n\r\n`,
      value,
      '\r\n',
    ];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    blob: new Blob([...parts, `--${boundary}--\r\n`]),
  };
}
