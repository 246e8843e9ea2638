/** The client in Node.js, Deno and Bun: own files go out over `node:http`, as `fetch` would read a whole body into memory. */
import { createReadStream, type Stats, statSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createClientWith } from '../../lib/api/client.ts';
import { exchange, maxBodyBytes } from '../../lib/api/http.ts';
import type {
  Client,
  ClientOptions,
  Fetch,
  FileContent,
  PostExchange,
  PostRequest,
  UploadSource,
} from '../../lib/api/index.ts';

export * from '../../lib/api/index.ts';

/** As everywhere, also with paths, and with streams that are sent as they come, all in constant memory. */
export function createClient(options: ClientOptions): Client {
  const { fetch } = options ?? {};
  const post = fetch === undefined || fetch === globalThis.fetch ? postByNode : postByFetch(fetch);
  return createClientWith(options && { post, ...options }, openSource);
}

async function openSource(source: UploadSource): Promise<FileContent> {
  if (source instanceof Blob) return source;
  if (typeof source === 'string' || source instanceof URL) return openPath(source);
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) {
    const { path } = source as { path?: unknown };
    const name = typeof path === 'string' ? basename(path) : undefined;
    return { name, type: '', size: null, stream: () => source };
  }
  throw new TypeError('Only a path, a File, a Blob or a stream of bytes can be sent.');
}

function openPath(source: string | URL): FileContent {
  if (source instanceof URL && source.protocol !== 'file:')
    throw new TypeError('The address of a file must begin with file:; remoteUploads.add takes a link.');
  const path = typeof source === 'string' ? source : fileURLToPath(source);
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (cause) {
    throw new TypeError(`The file ${path} cannot be read.`, { cause });
  }
  if (stats.isDirectory()) throw new TypeError(`${path} is a folder; send its files one by one.`);
  // What is no plain file, such as a pipe, has no size.
  const size = stats.isFile() ? stats.size : null;
  return { name: basename(path), type: '', size, stream: () => createReadStream(path) };
}

const postByNode: PostExchange = async (post) => {
  const { url, signal } = post;
  const { type, size, chunks } = encode(post);
  const headers = { 'content-type': type, ...(size !== null && { 'content-length': size }) };
  const options = { method: 'POST', headers, ...(signal && { signal }) };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', async (response) => {
      try {
        let text = '';
        let sizeBytes = 0;
        for await (const chunk of response.setEncoding('utf8')) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBodyBytes) throw new Error('The answer is too large.');
          text += chunk;
        }
        resolve({ status: response.statusCode ?? 0, text });
      } catch (error) {
        reject(error);
      }
    });
  });
  try {
    // A service may answer before it has read everything: then what it said counts.
    const sending = pipeline(chunks, request);
    const { status, text } = await Promise.race([answered, sending.then(() => answered)]);
    return { complete: true, status, text, redirect: status >= 300 && status < 400 };
  } catch (cause) {
    return signal?.aborted
      ? { complete: false, reason: 'aborted', status: null, cause: signal.reason }
      : { complete: false, reason: 'network', status: null, cause };
  } finally {
    request.destroy();
  }
};

const postByFetch =
  (fetch: Fetch): PostExchange =>
  async (post) => {
    const { type, size, chunks } = encode(post);
    const body = new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await chunks.return(undefined)),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': type, ...(size !== null && { 'content-length': String(size) }) };
    // Where redirects could be seen, Node.js copies the body, and keeps the copy in memory.
    const init = { redirect: 'error', window: null, method: 'POST', body, duplex: 'half', headers };
    const { url, signal } = post;
    return exchange(url, init as RequestInit, { signal, fetch, timeoutMs: Number.POSITIVE_INFINITY });
  };

/** At most this much of a file is sent between two reports of progress. */
const pieceBytes = 64 * 1024;

/** The form as it goes out (`multipart/form-data`), piece by piece. */
function encode({ fields, fileField, file, name, onProgress, countBytes }: PostRequest) {
  const boundary = `linkhaul-${crypto.randomUUID()}`;
  const quote = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const before = fields.map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`).join('');
  const type = file.type || 'application/octet-stream';
  const head = Buffer.from(
    `${before}${part(fileField)}; filename="${quote(name)}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const size = file.size === null ? null : head.length + file.size + tail.length;
  let sent = 0;
  countBytes?.(0);

  async function* write(): AsyncGenerator<Uint8Array> {
    let fileBytes = 0;
    yield head;
    for await (const chunk of file.stream()) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('The stream must give bytes (Uint8Array).');
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes);
        // A file that grows: what is beyond the length of the request would be taken for the next one.
        if (file.size !== null && fileBytes + piece.length > file.size)
          throw new Error(`The file gave more than its ${file.size} bytes.`);
        yield piece;
        fileBytes += piece.length;
        countBytes?.(fileBytes);
        sent = head.length + fileBytes;
        onProgress?.({ sent, total: size ?? sent });
      }
    }
    if (file.size !== null && fileBytes !== file.size)
      throw new Error(`The file gave ${fileBytes} of its ${file.size} bytes.`);
    yield tail;
    sent += tail.length;
    onProgress?.({ sent, total: size ?? sent });
  }
  return { type: `multipart/form-data; boundary=${boundary}`, size, chunks: write() };
}
