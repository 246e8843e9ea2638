/** Uploads of local files (docs/http-api.md, "Upload a file"). */
import type { ApiResponse } from '../api-response.ts';
import { optionalText, requireCount, requireDuration, requireText } from '../arguments.ts';
import { isRecord, scalarText, sentences } from '../envelope.ts';
import { ApiError, isApiError } from '../errors.ts';
import { isNothingOrZero } from '../fields.ts';
import type { Host } from '../host.ts';
import { type FileContent, type SendFileOptions, withFileCode } from '../post-file.ts';
import { createRedactor } from '../redact.ts';
import { sendFile } from '../send-file.ts';
import { type CallOptions, checkCallOptions, createErrorFactory } from '../transport.ts';
import { untilAborted } from '../until-aborted.ts';
import { resolveUploadAddress } from '../upload-address.ts';
import type { UploadedFile } from '../upload-response.ts';
import type { FileCalls } from './file-calls.ts';
import type { FoundFile } from './file-info.ts';
import { delay } from './wait-for-upload.ts';

/** A `File`, `Blob` or stream of bytes. In Node.js, Deno and Bun also a path (a string or a `file:` URL). */
export type UploadSource = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL;

/** How a file is sent, and where it goes. */
export interface UploadOptions
  extends CallOptions,
    Pick<SendFileOptions, 'name' | 'onProgress' | 'idleTimeout'> {
  /** Moves the file into this folder after it has arrived, since the service puts it into the root. "0" is the root. */
  readonly folderId?: string | undefined;
  /** Renames the file after it has arrived. Default: the service derives a title from the file name. */
  readonly title?: string | undefined;
  /** Bytes of a stream, if known, which tells the service how much to expect. */
  readonly size?: number | undefined;
}

/** Null if unknown. */
interface FileLocation {
  readonly folderId?: string | null | undefined;
  readonly title?: string | null | undefined;
}

/** A file that was sent and is in its folder. */
export interface SentFile extends UploadedFile {
  /** "0" is the root. */
  readonly folderId: string;
}

/** A file that was sent before. */
export interface FinishedFile extends UploadedFile {
  /** "0" is the root; null if the file wasn't moved and the service doesn't report it. */
  readonly folderId: string | null;
}

/** Uploads of local files. */
export interface UploadCalls {
  /**
   * The address for the next upload, without the key (docs/http-api.md, "Upload server"). Don't reuse it: a stale address can lose a file.
   * It is https, unless it is on the host of an http base address. Rejects with `needsSession` if the service requires a session with
   * the file.
   */
  server(options?: CallOptions): Promise<string>;
  /**
   * Sends a file, compares its size on the service with the bytes sent, then moves and renames it. Rejects with a `TypeError` before the
   * first request if the source can't be sent, and with whatever the source or `onProgress` throws. The POST takes no slot of the limiter
   * and is never retried. It fails if no byte moves for `idleTimeout`, or if there is no response within `timeout` (5 minutes by default).
   * If the service refuses a file but names it, its details are requested once; if they exist, the file has arrived.
   */
  send(source: UploadSource, options?: UploadOptions, callOptions?: CallOptions): Promise<SentFile>;
  /**
   * Moves and renames the file of a `send` that failed after the file had arrived (`ApiError.fileCode`). Sends nothing, and is safe to
   * repeat. With `size` (`ApiError.sentBytes`), it accepts only a complete file.
   */
  finish(
    fileCode: string,
    options?: Pick<UploadOptions, 'folderId' | 'title' | 'size' | keyof CallOptions>,
    callOptions?: CallOptions,
  ): Promise<FinishedFile>;
}

/** @throws {TypeError} if the source can't be sent here */
export type OpenSource = (source: UploadSource) => Promise<FileContent>;

type Connection = Pick<
  SendFileOptions,
  'baseUrl' | 'pagesUrl' | 'key' | 'redactor' | 'fetch' | 'post' | 'onRequest' | 'timeout'
>;

export const createServerCall =
  ({ ask }: Host, baseUrl: string): UploadCalls['server'] =>
  async (options) => {
    const { answer } = await ask('fresh', 'uploads.server', {}, options);
    if (requiresSession(answer)) {
      const sentence =
        'This service expects a session with each file (sess_id). Without it the file could become public and out of your reach, so it is not sent.';
      throw Object.assign(answer.createRefusal(sentence), { needsSession: true });
    }
    const named = typeof answer.result === 'string' ? answer.result.trim() : '';
    const address = resolveUploadAddress(named, baseUrl);
    if (address === null) throw answer.createUnusableError();
    return address;
  };

/** The older script treats a file without a session as a guest's (docs/http-api.md, "Upload server"). */
const requiresSession = ({ result, fields }: ApiResponse): boolean =>
  [fields, result]
    .filter(isRecord)
    .flatMap(Object.entries)
    .some(([name, value]) => /^sess(?:ion)?_?(?:id)?$/i.test(name) && !isEmptySession(value));

const isEmptySession = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && isNothingOrZero(scalarText(value)));

/** The service may still be processing the file. */
const maxReads = 3;
const readAgainMs = 500;

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

  async function moveAndRename(
    file: UploadedFile,
    is: FileLocation,
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
        // Set again only what the service visibly ignored.
        const is = {
          folderId: form.folderField === null ? '0' : (stored?.folderId ?? folderId ?? '0'),
          title: form.titleField === null ? sent.title : stored?.title || title,
        };
        return { ...(await moveAndRename(sent, is, { folderId, title }, limits)), folderId };
      } catch (error) {
        throw withFileCode(error, fileCode, sentBytes);
      }
    },

    async finish(fileCode, options = {}, callOptions) {
      const { size = null, limits, ...to } = checkUploadOptions({ ...options, ...callOptions });
      requireText(fileCode, 'fileCode');
      try {
        const [info] = await files.info(fileCode, limits);
        if (!info?.found) throw info?.error ?? createMissingError(info?.msg ?? null);
        if (!isComplete(info.size, size)) throw createSizeError(info.size, size);
        return await moveAndRename(toUploaded(info), info, to, limits);
      } catch (error) {
        // There is nothing to finish if the file is gone.
        throw isApiError(error, 'not-found') && error.endpoint === 'file/info'
          ? error
          : withFileCode(error, fileCode, size);
      }
    },
  };
}

/**
 * Some services refuse a file although it arrives, so a file that the refusal names is looked up once.
 * @throws the refusal, marked as certain if the file doesn't exist
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
      throw withFileCode(other, fileCode, sentBytes);
    });
  if (info === undefined) throw error;
  // A bare 404 is proof enough here.
  if (!info.found && info.error !== null && info.error.code !== 'not-found') throw error;
  if (info.found && isComplete(info.size, sentBytes)) return toUploaded(info);
  if (info.found) throw withFileCode(error, fileCode, sentBytes);
  delete error.fileCode;
  throw Object.assign(error, { mayHaveTakenEffect: false });
}

function toUploaded({ found, views, lastView, folderId, ...file }: FoundFile): UploadedFile {
  return { ...file, downloadUrl: file.protectedDownload };
}

const isComplete = (stored: number | null, sent: number | null): boolean =>
  stored === null || sent === null || stored === sent;

/** Compares the sizes that the service reports. @returns the details */
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

/** The service accepted the file, even if it can't report it. */
function emptyUnlessAborted(error: unknown): [] {
  if (error instanceof ApiError && error.code !== 'aborted') return [];
  throw error;
}

const createMissingError = (msg: string | null) =>
  new ApiError('not-found', 'The file does not exist.', {
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

/** A Blob stays a Blob. */
function withSize(file: FileContent, size: number): FileContent {
  if (file.size === null) return { ...file, size };
  if (file.size !== size) throw new TypeError(`size is ${size}, but the file has ${file.size} bytes.`);
  return file;
}

/** For environments that send a form. Browsers keep large Blobs on disk. */
async function openBlob(source: UploadSource): Promise<FileContent> {
  if (source instanceof Blob) return source;
  if (source instanceof ReadableStream) return new Response(source).blob();
  throw new TypeError(
    typeof source === 'string' || source instanceof URL
      ? 'There are no paths here: pass the File, a Blob or a ReadableStream.'
      : 'Only a File, a Blob or a ReadableStream can be sent.',
  );
}
