/** The client for Node.js, Deno and Bun. It uploads local files as streams, with the same `fetch` as the calls. */
import { accessSync, constants, createReadStream, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClientWith } from '../../lib/api/client.ts';
import { exchange } from '../../lib/api/http.ts';
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

/** Creates a client that also accepts paths, and streams, which are sent as they arrive. Uses constant memory. */
export function createClient(options: ClientOptions): Client {
  return createClientWith(
    options && { ...options, post: options.post ?? postByFetch(options.fetch) },
    openSource,
  );
}

async function openSource(source: UploadSource): Promise<FileContent> {
  if (source instanceof Blob) return source;
  if (typeof source === 'string' || source instanceof URL) return openPath(source);
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) {
    const { path } = source as { path?: unknown };
    const name = typeof path === 'string' ? basename(path) : undefined;
    return openStream(name, source);
  }
  throw new TypeError('Only a path, a File, a Blob or a stream of bytes can be sent.');
}

/** Waits for the first bytes, because an empty stream would create an empty file. */
async function openStream(name: string | undefined, source: AsyncIterable<Uint8Array>): Promise<FileContent> {
  const chunks = source[Symbol.asyncIterator]();
  const close = () => void Promise.resolve(chunks.return?.()).catch(() => undefined);
  const rest = { [Symbol.asyncIterator]: () => chunks };
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) throw new TypeError('The stream is empty.');
    if (!(value instanceof Uint8Array)) {
      close();
      throw new TypeError(notBytes);
    }
    if (value.length === 0) continue;
    async function* stream() {
      try {
        yield value as Uint8Array;
        yield* rest;
      } finally {
        close();
      }
    }
    return { name, type: '', size: null, stream, close };
  }
}

const notBytes = 'The stream must give bytes (Uint8Array); one with an encoding gives text.';

async function openPath(source: string | URL): Promise<FileContent> {
  if (source instanceof URL && source.protocol !== 'file:')
    throw new TypeError('A file address must begin with file:. For a link, use remoteUploads.add.');
  const path = typeof source === 'string' ? source : fileURLToPath(source);
  let stats: Stats;
  try {
    stats = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new TypeError(`The file ${path} cannot be read.`, { cause });
  }
  if (stats.isDirectory()) throw new TypeError(`${path} is a folder. Send its files one by one.`);
  const name = basename(path);
  // A pipe, for example, has no size.
  if (!stats.isFile()) return openStream(name, createReadStream(path));
  return { name, type: '', size: stats.size, stream: () => createReadStream(path) };
}

const postByFetch =
  (fetch: Fetch | undefined): PostExchange =>
  async (post) => {
    const { type, size, chunks } = encode(post);
    let thrown: { readonly error: unknown } | null = null;
    const body = new ReadableStream(
      {
        async pull(controller) {
          try {
            const { done, value } = await chunks.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            thrown = { error };
            throw error;
          }
        },
        cancel: async () => void (await chunks.return(undefined)),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': type, ...(size !== null && { 'content-length': String(size) }) };
    // With other redirect modes, Node.js keeps a copy of the body in memory.
    const init = { redirect: 'error', window: null, method: 'POST', body, duplex: 'half', headers };
    const { url, signal } = post;
    const options = { signal, fetch, timeoutMs: Number.POSITIVE_INFINITY };
    const http = await exchange(url, init as RequestInit, options);
    // A service may respond before it has read everything.
    chunks.return(undefined).catch(() => undefined);
    const failure = thrown as { readonly error: unknown } | null;
    if (failure !== null) throw failure.error;
    if (http.complete || http.reason !== 'network' || !isRedirectError(http.cause)) return http;
    return { complete: true, status: 0, text: '', redirect: true };
  };

/** Each runtime has its own words for a redirect that wasn't followed. */
const isRedirectError = (error: unknown): boolean =>
  error instanceof Error && (/redirect/i.test(error.message) || isRedirectError(error.cause));

/** Between two progress reports. */
const pieceBytes = 64 * 1024;

/** Encodes the form (`multipart/form-data`) piece by piece. */
function encode({ fields, fileField, file, name, onProgress, countBytes, onSent }: PostRequest) {
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
    onSent?.(false);
    for await (const chunk of file.stream()) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError(notBytes);
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes);
        // If a file grows, bytes beyond the request's length would be read as the next request.
        if (file.size !== null && fileBytes + piece.length > file.size)
          throw new Error(`The file gave more than its ${file.size} bytes.`);
        yield piece;
        fileBytes += piece.length;
        countBytes?.(fileBytes);
        onSent?.(false);
        sent = head.length + fileBytes;
        onProgress?.({ sent, total: size ?? sent });
      }
    }
    if (file.size !== null && fileBytes !== file.size)
      throw new Error(`The file gave ${fileBytes} of its ${file.size} bytes.`);
    yield tail;
    onSent?.(true);
    sent += tail.length;
    onProgress?.({ sent, total: size ?? sent });
  }
  return { type: `multipart/form-data; boundary=${boundary}`, size, chunks: write() };
}
