/** Why and until when the requests of an account wait. Stored once for all domains, and read by pages too. Pure. */

import type { FailedCall } from '../api/index.ts';
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';
import type { EpochMs } from '../timing/units.ts';

export type BackoffReason =
  | 'slots' // all remote upload slots are in use
  | 'network' // no response, or the browser is offline
  | 'rate-limited' // the service asked for fewer requests
  | 'quota' // the account's own quota, per day or per minute
  | 'service' // a response we can't parse
  | 'account' // the key is refused
  | 'permission'; // the host permission for the service is missing

export type CallFailure = Pick<FailedCall, 'code' | 'msg'>;

export interface AccountBackoff {
  readonly accountId: string;
  readonly reason: BackoffReason;
  /** Next attempt. Null: no time is set, the reason has to end. 0: it is over. */
  readonly untilMs: EpochMs | null;
  /** When the first of these failures happened. */
  readonly sinceMs: EpochMs;
  /** Consecutive. Kept after the wait is over, until a success. */
  readonly failures: number;
  /** Without the service's words if they are about a private link. */
  readonly failure: CallFailure | null;
  /** Only links wait. The account responds to everything else. */
  readonly isForLinksOnly: boolean;
}

/** Only the user can end these. Reported once. */
export const isBlocked = ({ reason, untilMs }: Pick<AccountBackoff, 'reason' | 'untilMs'>): boolean =>
  untilMs === null && (reason === 'account' || reason === 'permission');

export const isBackoffEnded = (backoff: AccountBackoff | undefined): boolean =>
  backoff === undefined || backoff.untilMs === 0;

export const isWaiting = (backoff: AccountBackoff | undefined, nowMs: EpochMs): boolean =>
  backoff !== undefined && (backoff.untilMs === null || backoff.untilMs > nowMs);

export const createBackoffStore = (area: StorageArea): StoredValue<readonly AccountBackoff[]> =>
  createStoredValue(area, 'backoffs', (value) =>
    Array.isArray(value) ? value.filter(isAccountBackoff) : [],
  );

const isAccountBackoff = (value: unknown): value is AccountBackoff =>
  hasShape(value, {
    accountId: String,
    reason: String,
    failures: Number,
    sinceMs: Number,
    isForLinksOnly: Boolean,
    untilMs: [Number, null],
  });
