/** Decides what a search for an upload's file means, and when to search again. Pure. */

import { ApiError, type Transfer } from '../../api/index.ts';
import { failedFileSearch, fileSearch, unreportedSearch } from '../../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { FileMove } from '../file-uploads.ts';
import { type FoundFile, isAllowed, type UploadAction } from '../transitions.ts';
import { isUnlisted, isWhole, toIncomplete, type Upload } from '../upload.ts';

/** Null: no such file. An error: the lookup failed. */
export type SearchResult = FoundFile | ApiError | null;

/** The file after an attempt to set its folder and title. */
export interface Placement extends FileMove {
  readonly file: FoundFile;
}

interface FileEvidence {
  /** Undefined: the service didn't say. */
  readonly result: SearchResult | undefined;
  /** The complete file. Null: none. Undefined: not known. */
  readonly file: FoundFile | null | undefined;
  /** Undefined: not tried. */
  readonly placement: Placement | null | undefined;
  readonly transfer: Transfer | undefined;
  /** The list of transfers could show it. */
  readonly isListKnown: boolean;
  /** This service's list may always be empty. */
  readonly mayHide: boolean;
  readonly nowMs: EpochMs;
}

/** Null: nothing can be concluded yet. */
export function judgeFile(upload: Upload, evidence: FileEvidence): UploadAction | null {
  const { result, file, placement, transfer, isListKnown, mayHide, nowMs } = evidence;
  if (!isAllowed(upload.state, 'confirmFile')) return null;
  // A listed transfer is settled only if it seems finished, and only by its file.
  const isListed = upload.verification === null;
  if (isListed && !(file && seemsFinished(transfer))) return null;

  const failed = result instanceof ApiError ? result : (placement?.failure ?? null);
  const hasFailed = failed !== null;
  const getNextMs = () => {
    if (placement) return getNextPlacementMs(upload, nowMs, hasFailed);
    // The next list restarts the search.
    return isListed ? null : getNextSearchMs(upload, nowMs, { hasFailed, isListKnown });
  };
  const retryAtMs = getNextMs();
  const miss = { type: 'recordMiss', retryAtMs, isPlacement: placement ? true : undefined } as const;
  if (failed !== null && (!file || retryAtMs !== null))
    return { ...miss, failure: { code: failed.code, msg: failed.msg } };
  if (file && !isWhole(upload, file.size)) {
    // The service may still be writing it.
    return retryAtMs === null ? { type: 'refuse', failure: toIncomplete(upload, file.size) } : miss;
  }
  if (placement === undefined) return null;
  // The service may show the new folder or title late.
  if (placement !== null && (placement.isDone || placement.isFolderGone || retryAtMs === null))
    return { type: 'confirmFile', file: placement.file };
  const isLast = retryAtMs === null && !hasFailed;
  return isLast && mayHide && isUnlisted(upload) ? { type: 'followFile' } : miss;
}

interface SearchFacts {
  /** The lookup of this file failed. */
  readonly hasFailed?: boolean;
  /** The list was read. One absence from it proves nothing. */
  readonly isListKnown?: boolean;
}

/** Null: this was the last search. */
export function getNextSearchMs(
  { verification, endedAtMs }: Upload,
  nowMs: EpochMs,
  { hasFailed = false, isListKnown = true }: SearchFacts = {},
): number | null {
  const { misses = 0, unreportedSinceMs } = verification ?? {};
  if (unreportedSinceMs !== undefined) {
    const elapsedMs = nowMs - unreportedSinceMs;
    // Not after one search, which may follow a sleep or a clock set forward.
    if (isGivenUp(unreportedSearch, 0, elapsedMs) && isGivenUp(fileSearch, misses + 1)) return null;
    return nowMs + calculateDelayMs(unreportedSearch, elapsedMs);
  }
  const hasEnded = endedAtMs !== null;
  const policy = hasFailed ? failedFileSearch : fileSearch;
  // A vanished file is searched for once.
  const isLast = isGivenUp(policy, misses + 1) || (hasEnded && !hasFailed);
  if (isLast && (isListKnown || hasEnded)) return null;
  return nowMs + calculateDelayMs(policy, misses + 1);
}

/** When to try again to set the folder or title. Null: no more attempts. */
const getNextPlacementMs = ({ verification }: Upload, nowMs: EpochMs, hasFailed: boolean) => {
  const policy = hasFailed ? failedFileSearch : fileSearch;
  const failures = (verification?.placements ?? 0) + 1;
  return isGivenUp(policy, failures) ? null : nowMs + calculateDelayMs(policy, failures);
};

/** Some services keep finished transfers listed: with their own status, all bytes, or 100 percent. */
export function seemsFinished(transfer: Transfer | undefined): boolean {
  if (transfer === undefined || transfer.phase === 'error') return false;
  const { phase, bytesDownloaded, bytesTotal, progress } = transfer;
  const hasAllBytes = bytesTotal !== null && (bytesDownloaded ?? 0) >= bytesTotal;
  const isHalfway = progress !== null && progress > 0 && progress < 100;
  return (phase === 'unknown' && !isHalfway) || hasAllBytes || progress === 100;
}

export function isIncomplete({ size }: FoundFile, transfer: Transfer | undefined): boolean {
  const { bytesDownloaded = null, bytesTotal = null } = transfer ?? {};
  return bytesTotal !== null && (bytesDownloaded ?? 0) < bytesTotal && (size ?? 0) < bytesTotal;
}
