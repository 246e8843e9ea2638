/** Why uploads wait, and whether a failed call affects others. Pure. */

import { type AccountBackoff, isBackoffEnded, isBlocked } from '../accounts/account-backoff.ts';
import type { ApiErrorCode, FailedCall } from '../api/index.ts';
import type { EpochMs } from '../timing/units.ts';
import type { Upload } from './upload.ts';

export const isDue = ({ wait }: Pick<Upload, 'wait'>, nowMs: EpochMs): boolean =>
  wait === null || (wait.untilMs !== null && wait.untilMs <= nowMs);

export function addWaits(
  uploads: readonly Upload[],
  backoffs: readonly AccountBackoff[],
  isPaused: boolean,
): readonly Upload[] {
  const byAccount = new Map(
    backoffs.filter((each) => !isBackoffEnded(each)).map((each) => [each.accountId, each]),
  );
  return uploads.map((upload) => {
    if (!isInQueue(upload)) return upload;
    if (isPaused) return { ...upload, wait: { reason: 'paused', untilMs: null } };
    const account = byAccount.get(upload.accountId);
    if (account === undefined || (upload.wait !== null && !isBlocked(account))) return upload;
    if (account.isForLinksOnly && upload.source !== 'link') return upload;
    const { reason, untilMs, failure } = account;
    return { ...upload, wait: { reason, untilMs }, failure: upload.failure ?? failure };
  });
}

/** A reason that affects only links counts only if one is queued. */
export const findBackoff = (
  uploads: readonly Upload[],
  backoffs: readonly AccountBackoff[],
  accountId: string,
): AccountBackoff | null =>
  backoffs.find(
    (each) =>
      each.accountId === accountId &&
      !isBackoffEnded(each) &&
      (!each.isForLinksOnly || uploads.some((upload) => isInQueue(upload) && upload.source === 'link')),
  ) ?? null;

const isInQueue = ({ state }: Upload): boolean => state === 'queued' || state === 'deferred';

/** No response, or one we can't parse. */
export const isUnreachable = (code: string | null | undefined): boolean =>
  code === 'network' || code === 'timeout' || code === 'invalid-response';

const singleCallCodes: ReadonlySet<FailedCall['code']> = new Set<ApiErrorCode>([
  'timeout',
  'invalid-response',
  'refused',
  'not-found',
]);

/** Whether other calls may succeed after one fails with this code. */
export const isSingleCallFailure = (code: FailedCall['code']): boolean => singleCallCodes.has(code);
