/** Waits for a remote upload: for the file, not for the service's word alone. */
import { requireDuration, requireText } from '../arguments.ts';
import { ApiError, isApiError } from '../errors.ts';
import { type CallOptions, checkCallOptions } from '../transport.ts';
import type { FileCalls } from './file-calls.ts';
import type { FoundFile } from './file-info.ts';
import type { RemoteUploadCalls, Transfer } from './remote-upload-calls.ts';

/** Options of `remoteUploads.wait`. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two polls. From 1,000 to 15,000, the longer it takes, where it is not given. */
  readonly interval?: number | undefined;
  /** Called with the transfer as it is listed, after each poll. */
  readonly onProgress?: ((transfer: Transfer) => void) | undefined;
}

const minIntervalMs = 1_000;
const maxIntervalMs = 15_000;
/** Absence proves nothing until it is repeated. */
const maxAbsences = 5;
/** Failures in a row, each after the call's own retries. */
const maxFailures = 5;

export const waitForUpload = (
  { status, list }: Pick<RemoteUploadCalls, 'status' | 'list'>,
  info: FileCalls['info'],
) =>
  async function wait(fileCode: string, options: WaitOptions = {}): Promise<FoundFile> {
    requireText(fileCode, 'fileCode');
    requireDuration(options.interval, 'interval');
    const { signal, lane, timeout } = checkCallOptions(options);
    const callOptions = { signal, lane, timeout };
    const startedAtMs = performance.now();
    let absences = 0;
    let failures = 0;
    /** Whether the status call has ever told of the transfer. */
    let isReported = false;

    async function poll(): Promise<FoundFile | null> {
      const transfer = await readTransfer();
      if (transfer) {
        options.onProgress?.(transfer);
        if (transfer.phase === 'error')
          throw createError('refused', 'The service could not fetch the link.', transfer.status);
        absences = 0;
        if (!mayBeDone(transfer)) return null;
      }
      const [file] = await info(fileCode, callOptions);
      if (file?.found) return file;
      // Without transfers, a file that is refused may not be there yet.
      const isRefused = transfer === undefined && isApiError(file?.error, 'refused');
      if (file?.error && !isRefused && !isApiError(file.error, 'not-found')) throw file.error;
      absences = transfer === null ? absences + 1 : 0;
      if (absences < maxAbsences) return null;
      throw createError(
        'not-found',
        'Neither the transfer nor its file is there.',
        file?.msg ?? file?.error?.msg ?? null,
      );
    }

    /** Null: the service lists none. Undefined: it has no usable answer about transfers, so only the file can tell. */
    async function readTransfer(): Promise<Transfer | null | undefined> {
      try {
        const transfer = await status(fileCode, callOptions);
        isReported ||= transfer !== null;
        if (isReported) return transfer;
      } catch (error) {
        assertPassing(error);
        // What services answer about a code that they do not list.
        if (isReported && isApiError(error, 'not-found', 'refused')) return null;
        if (isReported || !isApiError(error, 'not-found', 'refused', 'invalid-response')) return undefined;
      }
      // The call may not work here at all, or not know of a transfer that waits.
      try {
        const listed = await list(callOptions);
        const isWhole = listed.skipped === 0 && listed.every((each) => each.fileCode !== null);
        return listed.find((each) => each.fileCode === fileCode) ?? (isWhole ? null : undefined);
      } catch (error) {
        assertPassing(error);
        return undefined;
      }
    }

    for (;;) {
      try {
        const file = await poll();
        if (file) return file;
        failures = 0;
      } catch (error) {
        failures += 1;
        const isPassing =
          isApiError(error, 'network', 'timeout', 'invalid-response', 'rate-limited') ||
          // Some refuse a file that is not there yet.
          (isApiError(error, 'refused') && error.endpoint === 'file/info');
        if (!isPassing || failures === maxFailures) throw error;
      }
      const tenthMs = (performance.now() - startedAtMs) / 10;
      await delay(options.interval ?? Math.min(Math.max(tenthMs, minIntervalMs), maxIntervalMs), signal);
    }
  };

/** @throws an error that is the account's or the caller's */
function assertPassing(error: unknown): void {
  if (!(error instanceof ApiError) || isApiError(error, 'unauthorized', 'aborted')) throw error;
}

const createError = (code: 'refused' | 'not-found', sentence: string, msg: string | null) =>
  new ApiError(code, sentence, {
    endpoint: 'urlupload/status',
    msg,
    status: null,
    mayHaveTakenEffect: false,
  });

/** A word that is not known, all bytes there or 100 percent: a reason to look for the file. */
const mayBeDone = ({ phase, bytesTotal, bytesDownloaded, progress }: Transfer): boolean =>
  phase === 'unknown' || progress === 100 || (bytesTotal !== null && (bytesDownloaded ?? 0) >= bytesTotal);

/** Resolves after `delayMs`, or at once on abort: the next call rejects with the error. */
export function delay(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  const onAbort = () => resolve();
  if (signal?.aborted) resolve();
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}
