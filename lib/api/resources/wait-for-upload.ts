/** Waits for a remote upload: for the file, not for the service's word alone. */
import { requireDuration, requireText } from '../arguments.ts';
import { delay } from '../delay.ts';
import { ApiError, type ApiErrorFacts } from '../errors.ts';
import { type CallOptions, checkCallOptions } from '../transport.ts';
import type { FileCalls } from './file-calls.ts';
import type { FoundFile } from './file-info.ts';
import type { RemoteUploadCalls, Transfer } from './remote-upload-calls.ts';

/** How `remoteUploads.wait` waits. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks. From 1,000 to 15,000, the longer it takes, where it is not given. */
  readonly interval?: number | undefined;
  /** Called with the transfer as it is listed, after each look. */
  readonly onProgress?: ((transfer: Transfer) => void) | undefined;
}

const minIntervalMs = 1_000;
const maxIntervalMs = 15_000;
/** Absence proves nothing until it is repeated. */
const maxAbsences = 5;
/** Failures in a row, each after the call's own retries. */
const maxFailures = 5;

/** Errors after which another look makes sense. */
const passingCodes: ReadonlySet<string> = new Set(['network', 'timeout', 'invalid-response', 'rate-limited']);
/** What services answer about a code that they do not list. */
const unlistedCodes: ReadonlySet<string> = new Set(['not-found', 'refused']);

export const waitForUpload = (status: RemoteUploadCalls['status'], info: FileCalls['info']) =>
  async function wait(fileCode: string, options: WaitOptions = {}): Promise<FoundFile> {
    requireText(fileCode, 'fileCode');
    requireDuration(options.interval, 'interval');
    const { signal, lane, timeout } = checkCallOptions(options);
    const callOptions = { signal, lane, timeout };
    const startedAt = performance.now();
    let absences = 0;
    let failures = 0;

    const createFacts = (msg: string | null): ApiErrorFacts => ({
      endpoint: 'urlupload/status',
      msg,
      status: null,
      mayHaveTakenEffect: false,
    });

    async function look(): Promise<FoundFile | null> {
      const transfer = await readTransfer();
      if (transfer) {
        options.onProgress?.(transfer);
        if (transfer.phase === 'error')
          throw new ApiError(
            'refused',
            'The service could not fetch the link.',
            createFacts(transfer.status),
          );
        if (!mayBeDone(transfer)) {
          absences = 0;
          return null;
        }
      }
      const [file] = await info(fileCode, callOptions);
      if (file?.found) return file;
      absences = transfer ? 0 : absences + 1;
      if (absences < maxAbsences) return null;
      throw new ApiError(
        'not-found',
        'Neither the transfer nor its file is there.',
        createFacts(file?.msg ?? null),
      );
    }

    async function readTransfer(): Promise<Transfer | null> {
      try {
        return await status(fileCode, callOptions);
      } catch (error) {
        if (error instanceof ApiError && unlistedCodes.has(error.code)) return null;
        throw error;
      }
    }

    for (;;) {
      try {
        const file = await look();
        if (file) return file;
        failures = 0;
      } catch (error) {
        failures += 1;
        const isPassing = error instanceof ApiError && passingCodes.has(error.code);
        if (!isPassing || failures === maxFailures) throw error;
      }
      const grown = Math.min(Math.max((performance.now() - startedAt) / 10, minIntervalMs), maxIntervalMs);
      await delay(options.interval ?? grown, signal);
    }
  };

/** A word that is not known, or all bytes there: a reason to look for the file. */
function mayBeDone({ phase, bytesTotal, bytesDownloaded }: Transfer): boolean {
  return phase === 'unknown' || (bytesTotal !== null && (bytesDownloaded ?? 0) >= bytesTotal);
}
