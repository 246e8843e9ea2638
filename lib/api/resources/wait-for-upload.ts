/** Waits for a remote upload until its file exists. The service's word alone proves nothing. */
import { requireDuration, requireText } from '../arguments.ts';
import { ApiError, isApiError } from '../errors.ts';
import { type CallOptions, checkCallOptions } from '../transport.ts';
import type { FileCalls } from './file-calls.ts';
import type { FileInfo, FoundFile, MissingFile } from './file-info.ts';
import type { RemoteUploadCalls, Transfer } from './remote-upload-calls.ts';

/** Options of `remoteUploads.wait`. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between polls. Default: backs off from 1,000 to 15,000. */
  readonly interval?: number | undefined;
  /** Called with the listed transfer after each poll. */
  readonly onProgress?: ((transfer: Transfer) => void) | undefined;
}

const minIntervalMs = 1_000;
const maxIntervalMs = 15_000;
/** One absence proves nothing. */
const maxAbsences = 5;
/** Consecutive, each after the call's own retries. */
const maxFailures = 5;

type Calls = Pick<RemoteUploadCalls, 'status' | 'list'>;

export function createWaits({ status, list }: Calls, info: FileCalls['info']) {
  /** Its function returns null if the service doesn't list the transfer, undefined if the list is unusable. */
  async function readList(callOptions: CallOptions): Promise<FindTransfer> {
    try {
      const listed = await list(callOptions);
      const isWhole = listed.skipped === 0 && listed.every((each) => each.fileCode !== null);
      const byCode = new Map(listed.map((each) => [each.fileCode, each]));
      return (fileCode) => byCode.get(fileCode) ?? (isWhole ? null : undefined);
    } catch (error) {
      assertPassing(error);
      return () => undefined;
    }
  }

  async function wait(fileCode: string, options: WaitOptions = {}): Promise<FoundFile> {
    requireText(fileCode, 'fileCode');
    let absences = 0;
    /** The status call has reported the transfer before. */
    let isReported = false;

    return pollUntilDone(options, async (callOptions, showProgress) => {
      const transfer = await readTransfer(callOptions);
      if (transfer) {
        showProgress(transfer);
        if (transfer.phase === 'error') throw createTransferError(transfer);
        absences = 0;
        if (!mayBeDone(transfer)) return null;
      }
      const [file] = await info(fileCode, callOptions);
      if (file?.found) return file;
      if (file && isFailure(file, transfer)) throw file.error;
      absences = transfer === null ? absences + 1 : 0;
      if (absences < maxAbsences) return null;
      throw createMissingError(file);
    });

    /** Null: the service doesn't list the transfer. Undefined: no usable response, so only the file can tell. */
    async function readTransfer(callOptions: CallOptions): Promise<Transfer | null | undefined> {
      try {
        const transfer = await status(fileCode, callOptions);
        isReported ||= transfer !== null;
        if (isReported) return transfer;
      } catch (error) {
        assertPassing(error);
        // Services send these for a code that they don't list.
        if (isReported && isApiError(error, 'not-found', 'refused')) return null;
        if (isReported || !isApiError(error, 'not-found', 'refused', 'invalid-response')) return undefined;
      }
      // The call may not work on this host, or not report transfers that are waiting.
      return (await readList(callOptions))(fileCode);
    }
  }

  async function waitAll(fileCodes: readonly string[], options: WaitOptions = {}): Promise<FileInfo[]> {
    const codes = [...new Set(fileCodes.map((code) => requireText(code, 'Each file code')))];
    const ends = new Map<string, FileInfo>();
    const absences = new Map<string, number>();
    const failures = new Map<string, number>();
    const count = (counts: Map<string, number>, code: string) => {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      return counts.get(code) ?? 0;
    };
    if (codes.length === 0) return [];

    return pollUntilDone(options, async (callOptions, showProgress) => {
      const findTransfer = await readList(callOptions);
      const transfers = new Map<string, Transfer | null | undefined>();
      for (const code of codes.filter((each) => !ends.has(each))) {
        const transfer = findTransfer(code);
        if (transfer) {
          showProgress(transfer);
          absences.delete(code);
        }
        if (transfer?.phase === 'error') {
          const error = createTransferError(transfer);
          ends.set(code, { found: false, fileCode: code, msg: transfer.status || null, error });
        } else if (!transfer || mayBeDone(transfer)) transfers.set(code, transfer);
      }
      const files = transfers.size === 0 ? [] : await info([...transfers.keys()], callOptions);
      for (const file of files) {
        const code = file.fileCode;
        const transfer = transfers.get(code);
        if (file.found) ends.set(code, file);
        else if (isFailure(file, transfer)) {
          if (count(failures, code) === maxFailures) ends.set(code, file);
          continue;
        } else if (transfer === null && count(absences, code) === maxAbsences)
          ends.set(code, { ...file, error: createMissingError(file) });
        failures.delete(code);
      }
      if (ends.size < codes.length) return null;
      return fileCodes.map((code) => ends.get(code) as FileInfo);
    });
  }

  return { wait, waitAll };
}

type FindTransfer = (fileCode: string) => Transfer | null | undefined;

/** Backs off, and tolerates temporary failures. */
async function pollUntilDone<T>(
  options: WaitOptions,
  poll: (callOptions: CallOptions, showProgress: (transfer: Transfer) => void) => Promise<T | null>,
): Promise<T> {
  const { interval, onProgress, ...rest } = options;
  requireDuration(interval, 'interval');
  const { lane = 'polling', ...more } = checkCallOptions(rest, ['interval', 'onProgress']);
  const { signal } = more;
  const startedAtMs = performance.now();
  let failures = 0;
  let thrown: { readonly error: unknown } | null = null;
  const showProgress = (transfer: Transfer) => {
    try {
      onProgress?.(transfer);
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  for (;;) {
    try {
      const result = await poll({ ...more, lane }, showProgress);
      if (result !== null) return result;
      failures = 0;
    } catch (error) {
      failures += 1;
      const isPassing =
        isApiError(error, 'network', 'timeout', 'invalid-response', 'rate-limited') ||
        // Some services refuse a file that doesn't exist yet.
        (isApiError(error, 'refused') && error.endpoint === 'file/info');
      // An exception of the caller's function isn't the service's failure.
      if (thrown !== null || !isPassing || failures === maxFailures) throw error;
    }
    const tenthMs = (performance.now() - startedAtMs) / 10;
    await delay(interval ?? Math.min(Math.max(tenthMs, minIntervalMs), maxIntervalMs), signal);
  }
}

/** Without transfers, a refused file may not exist yet. */
function isFailure({ error }: MissingFile, transfer: Transfer | null | undefined): boolean {
  const isRefused = transfer === undefined && isApiError(error, 'refused');
  return error !== null && !isRefused && !isApiError(error, 'not-found');
}

/** @throws errors about the account or the caller */
function assertPassing(error: unknown): void {
  if (!(error instanceof ApiError) || isApiError(error, 'unauthorized', 'aborted')) throw error;
}

const createTransferError = ({ status }: Transfer) =>
  createError('refused', 'The service could not fetch the link.', status);

const createMissingError = (file: MissingFile | undefined) =>
  createError(
    'not-found',
    'Neither the transfer nor its file exists.',
    file?.msg ?? file?.error?.msg ?? null,
  );

const createError = (code: 'refused' | 'not-found', sentence: string, msg: string | null) =>
  new ApiError(code, sentence, {
    endpoint: 'urlupload/status',
    msg,
    status: null,
    mayHaveTakenEffect: false,
  });

const mayBeDone = ({ phase, bytesTotal, bytesDownloaded, progress }: Transfer): boolean =>
  phase === 'unknown' || progress === 100 || (bytesTotal !== null && (bytesDownloaded ?? 0) >= bytesTotal);

/** On abort it resolves immediately, and the next call rejects. */
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
