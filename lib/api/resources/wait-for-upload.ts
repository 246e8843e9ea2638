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

export const waitForUpload = (status: RemoteUploadCalls['status'], info: FileCalls['info']) =>
  async function wait(fileCode: string, options: WaitOptions = {}): Promise<FoundFile> {
    requireText(fileCode, 'fileCode');
    requireDuration(options.interval, 'interval');
    const { signal, lane, timeout } = checkCallOptions(options);
    const callOptions = { signal, lane, timeout };
    const startedAtMs = performance.now();
    let absences = 0;
    let failures = 0;

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
      if (file?.error) throw file.error;
      if (transfer) return null;
      absences += 1;
      if (absences < maxAbsences) return null;
      throw createError('not-found', 'Neither the transfer nor its file is there.', file?.msg ?? null);
    }

    const readTransfer = () =>
      status(fileCode, callOptions).catch((error: unknown) => {
        // What services answer about a code that they do not list.
        if (isApiError(error, 'not-found', 'refused')) return null;
        throw error;
      });

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
