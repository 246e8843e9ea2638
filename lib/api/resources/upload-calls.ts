/** Uploads of the user's own files (docs/http-api.md, "Upload a file"). */
import type { ApiResponse } from '../api-response.ts';
import { optionalText, requireCount, requireDuration, requireText } from '../arguments.ts';
import { isRecord, scalarText, sentences } from '../envelope.ts';
import { ApiError, isApiError } from '../errors.ts';
import type { Host } from '../host.ts';
import { type FileContent, nameArrived, type SendFileOptions } from '../post-file.ts';
import { createRedactor } from '../redact.ts';
import { sendFile } from '../send-file.ts';
import { type CallOptions, checkCallOptions, createErrorFactory } from '../transport.ts';
import { untilAborted } from '../until-aborted.ts';
import { resolveUploadAddress } from '../upload-address.ts';
import type { UploadedFile } from '../upload-response.ts';
import type { FileCalls } from './file-calls.ts';
import type { FoundFile } from './file-info.ts';
import { delay } from './wait-for-upload.ts';

/** What can be sent: a `File`, `Blob` or stream of bytes; in Node.js, Deno and Bun also a path (a text, or a `file:` address). */
export type UploadSource = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL;

/** How a file is sent, and where it is put. */
export interface UploadOptions
  extends CallOptions,
    Pick<SendFileOptions, 'name' | 'onProgress' | 'idleTimeout'> {
  /** Moves the file there when it has arrived: the service puts it into the root. "0" is the root. */
  readonly folderId?: string | undefined;
  /** Renames the file when it has arrived; else the service makes a title of its name. */
  readonly title?: string | undefined;
  /** Bytes of a stream, where they are known: the service then learns how much will come. */
  readonly size?: number | undefined;
}

/** Where a file is, and what it is called there; null where the service does not say. */
interface Place {
  readonly folderId?: string | null | undefined;
  readonly title?: string | null | undefined;
}

/** A file that was sent and is where it was to be put. */
export interface SentFile extends UploadedFile {
  /** "0" is the root. */
  readonly folderId: string;
}

/** A file that had been sent before. */
export interface FinishedFile extends UploadedFile {
  /** "0" is the root; null where it was not to be moved and the service does not say. */
  readonly folderId: string | null;
}

/** Uploads of own files. */
export interface UploadCalls {
  /**
   * The address for the next upload, without the key (docs/http-api.md, "Upload server"). Stale ones can swallow a file. One without
   * a scheme gets https. One that would carry the key unencrypted is refused, unless it is on the host of a base address with http.
   * Rejects with `needsSession` where the service expects a session with the file.
   */
  server(options?: CallOptions): Promise<string>;
  /**
   * Sends a file, compares its size at the service with what was sent, moves and renames it. What cannot be sent is a `TypeError`
   * before the first request. What a source or `onProgress` throws is what it rejects with. The POST itself takes no slot of the
   * limiter and is sent once; it ends where no byte moves for `idleTimeout`, or no answer comes within `timeout` (5 minutes where
   * neither the call nor the client has one). Where the service refuses a file and names it all the same, its details are asked
   * for once: it has arrived if they are there.
   */
  send(source: UploadSource, options?: UploadOptions, callOptions?: CallOptions): Promise<SentFile>;
  /**
   * Does what is left of a `send` whose file had arrived when it failed (`ApiError.fileCode`): moves and renames the file, and sends
   * nothing. It may be called again. With `size` (`ApiError.sentBytes`) only a whole file is taken.
   */
  finish(
    fileCode: string,
    options?: Pick<UploadOptions, 'folderId' | 'title' | 'size' | keyof CallOptions>,
    callOptions?: CallOptions,
  ): Promise<FinishedFile>;
}

/** Opens what is to be sent. @throws {TypeError} for what cannot be sent here */
export type OpenSource = (source: UploadSource) => Promise<FileContent>;

type Connection = Pick<
  SendFileOptions,
  'baseUrl' | 'pagesUrl' | 'key' | 'redactor' | 'fetch' | 'post' | 'onRequest' | 'timeout'
>;

export const createServerCall =
  ({ ask }: Host, baseUrl: string): UploadCalls['server'] =>
  async (options) => {
    const { answer } = await ask('fresh', 'uploads.server', {}, options);
    if (handsOutSession(answer)) {
      const sentence =
        'This service expects a session with each file (sess_id). Without it the file could become public and out of your reach, so it is not sent.';
      throw Object.assign(answer.createRefusal(sentence), { needsSession: true });
    }
    const named = typeof answer.result === 'string' ? answer.result.trim() : '';
    const address = resolveUploadAddress(named, baseUrl);
    if (address === null) throw answer.createUnusableError();
    return address;
  };

/** The older file-sharing script takes a file without its session for that of a guest (docs/http-api.md, "Upload server"). */
const handsOutSession = ({ result, fields }: ApiResponse): boolean =>
  [fields, result]
    .filter(isRecord)
    .flatMap(Object.entries)
    .some(([name, value]) => /^sess(?:ion)?_?(?:id)?$/i.test(name) && !isNothing(value));

const isNothing = (value: unknown): boolean =>
  value === null ||
  (typeof value !== 'object' && /^(?:undef(?:ined)?|null|none|false|0|)$/i.test(scalarText(value)));

/** Services may still be busy with the file. */
const maxReads = 3;
const readAgainMs = 500;

/** `send` and `finish`. */
export function createSendCalls(
  host: Host,
  server: UploadCalls['server'],
  files: FileCalls,
  connection: Connection,
  openSource: OpenSource = openBlob,
): Pick<UploadCalls, 'send' | 'finish'> {
  async function open(source: UploadSource, signal: AbortSignal | undefined): Promise<FileContent> {
    const opening = openSource(source);
    try {
      return await untilAborted(opening, signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
      opening.then((file) => file.close?.()).catch(() => undefined);
      const { key, redactor = createRedactor(key) } = connection;
      throw createErrorFactory('upload', true, redactor)('aborted', sentences.aborted, {
        cause: signal.reason,
      });
    }
  }

  /** Moves and renames what is not as it should be. */
  async function place(
    file: UploadedFile,
    is: Place,
    { folderId, title }: Pick<UploadOptions, 'folderId' | 'title'>,
    limits: CallOptions,
  ): Promise<FinishedFile> {
    if (folderId !== undefined && folderId !== is.folderId) await files.move(file.fileCode, folderId, limits);
    if (title !== undefined && title !== is.title) await files.rename(file.fileCode, title, limits);
    return { ...file, title: title ?? file.title, folderId: folderId ?? is.folderId ?? null };
  }

  return {
    async send(source, options = {}, callOptions) {
      const checked = checkUploadOptions({ ...options, ...callOptions });
      const { name, folderId = '0', title, size, onProgress, idleTimeout, limits } = checked;
      const file = await open(source, limits.signal);
      const content = size === undefined ? file : withSize(file, size);
      if (content.size === 0) throw new TypeError('The file is empty: it has 0 bytes.');

      const address = await server(limits).catch((error: unknown) => {
        content.close?.();
        throw error;
      });
      const { upload: form } = host.dialect;
      let sentBytes = content.size;
      const sending = sendFile({
        ...connection,
        address,
        form,
        folderId,
        title,
        file: content,
        name: name ?? file.name,
        onProgress,
        signal: limits.signal,
        timeout: limits.timeout ?? connection.timeout,
        idleTimeout,
        countBytes(bytes) {
          sentBytes = bytes;
        },
      });
      const sent = await sending.catch((error) => findRefused(error, sentBytes, files.info, limits));
      const { fileCode } = sent;
      try {
        if (content.size !== null && sentBytes !== content.size)
          throw createError(
            `Only ${sentBytes} of ${content.size} bytes were read: the given fetch cannot stream.`,
          );
        const stored = await checkSize(sent, sentBytes, files.info, limits);
        // What went with the file is changed only where the service is seen to have passed over it.
        const is = {
          folderId: form.folderField === null ? '0' : (stored?.folderId ?? folderId ?? '0'),
          title: form.titleField === null ? sent.title : stored?.title || title,
        };
        return { ...(await place(sent, is, { folderId, title }, limits)), folderId };
      } catch (error) {
        throw nameArrived(error, fileCode, sentBytes);
      }
    },

    async finish(fileCode, options = {}, callOptions) {
      const { size = null, limits, ...to } = checkUploadOptions({ ...options, ...callOptions });
      requireText(fileCode, 'fileCode');
      try {
        const [info] = await files.info(fileCode, limits);
        if (!info?.found) throw info?.error ?? createMissingError(info?.msg ?? null);
        if (!isComplete(info.size, size)) throw createSizeError(info.size, size);
        return await place(toUploaded(info), info, to, limits);
      } catch (error) {
        // Of a file that is gone there is nothing to finish.
        throw isApiError(error, 'not-found') && error.endpoint === 'file/info'
          ? error
          : nameArrived(error, fileCode, size);
      }
    },
  };
}

/**
 * Some services refuse a file that arrives all the same: one that they name is asked for once.
 * @throws the refusal, certain where the file is not there
 */
async function findRefused(
  error: unknown,
  sentBytes: number | null,
  readInfo: FileCalls['info'],
  limits: CallOptions,
): Promise<UploadedFile> {
  if (!(error instanceof ApiError) || error.fileCode === undefined) throw error;
  const { fileCode } = error;
  const [info] = await readInfo(fileCode, limits)
    .catch(emptyUnlessAborted)
    .catch((other: unknown) => {
      throw nameArrived(other, fileCode, sentBytes);
    });
  if (info === undefined) throw error;
  // Of a file that was refused, a bare 404 says enough.
  if (!info.found && info.error !== null && info.error.code !== 'not-found') throw error;
  if (info.found && isComplete(info.size, sentBytes)) return toUploaded(info);
  if (info.found) throw nameArrived(error, fileCode, sentBytes);
  delete error.fileCode;
  throw Object.assign(error, { mayHaveTakenEffect: false });
}

function toUploaded({ found, views, lastView, folderId, ...file }: FoundFile): UploadedFile {
  return { ...file, downloadUrl: file.protectedDownload };
}

const isComplete = (stored: number | null, sent: number | null): boolean =>
  stored === null || sent === null || stored === sent;

/** Compares the size in the answer, and in what is read back, as far as the service tells them. @returns what was read back */
async function checkSize(
  { fileCode, size }: UploadedFile,
  sentBytes: number | null,
  readInfo: FileCalls['info'],
  limits: CallOptions,
): Promise<FoundFile | null> {
  if (sentBytes === null) return null;
  if (sentBytes === 0) throw createError('No byte of the file was sent.');
  if (!isComplete(size, sentBytes)) throw createSizeError(size, sentBytes);
  for (let reads = 1; ; reads += 1) {
    const [info] = await readInfo(fileCode, limits).catch(emptyUnlessAborted);
    const stored = info?.found ? info : null;
    if (stored === null || isComplete(stored.size, sentBytes)) return stored;
    if (reads === maxReads) throw createSizeError(stored.size, sentBytes);
    await delay(readAgainMs, limits.signal);
  }
}

/** The service took the file, even where it does not tell of it. */
function emptyUnlessAborted(error: unknown): [] {
  if (error instanceof ApiError && error.code !== 'aborted') return [];
  throw error;
}

const createMissingError = (msg: string | null) =>
  new ApiError('not-found', 'The file is not there.', {
    endpoint: 'file/info',
    msg,
    status: null,
    mayHaveTakenEffect: false,
  });

const createSizeError = (stored: number | null, sent: number | null) =>
  createError(`The service has ${stored} of the ${sent} bytes that were sent.`);

function createError(sentence: string): ApiError {
  const facts = { endpoint: 'upload', msg: null, status: null, mayHaveTakenEffect: true };
  return new ApiError('invalid-response', sentence, facts);
}

function checkUploadOptions(options: UploadOptions) {
  const { name, folderId, title, size, onProgress, idleTimeout, ...rest } = options;
  const limits = checkCallOptions(rest, ['name', 'folderId', 'title', 'size', 'onProgress', 'idleTimeout']);
  optionalText(name, 'name');
  optionalText(title, 'title');
  if (folderId !== undefined) requireText(folderId, 'folderId');
  requireCount(size, 'size');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new TypeError('onProgress must be a function.');
  requireDuration(idleTimeout, 'idleTimeout');
  return {
    name,
    folderId,
    title,
    size,
    onProgress,
    idleTimeout,
    limits,
  };
}

/** The content under another size; a Blob stays one. */
function withSize(file: FileContent, size: number): FileContent {
  if (file.size === null) return { ...file, size };
  if (file.size !== size) throw new TypeError(`size is ${size}, but the file has ${file.size} bytes.`);
  return file;
}

/** Where files are sent as a form: a stream is read into a Blob, which browsers keep on disk where it is large. */
async function openBlob(source: UploadSource): Promise<FileContent> {
  if (source instanceof Blob) return source;
  if (source instanceof ReadableStream) return new Response(source).blob();
  throw new TypeError(
    typeof source === 'string' || source instanceof URL
      ? 'There are no paths here: pass the File, a Blob or a ReadableStream.'
      : 'Only a File, a Blob or a ReadableStream can be sent.',
  );
}
