/** The backoff of an account: why and how long all its uploads wait. Pure. */
import { calculateBackoffMs, isWaitOver, maxWaitMs } from '../timing/backoff.ts';
import type { FailureInfo, Upload, Wait, WaitReason } from './upload.ts';

/** Stored once for the account, not in each of its uploads. */
export interface AccountBackoff extends Wait {
  readonly accountId: string;
  /** Consecutive failures; kept after the wait is over (`untilMs` 0), until a success. */
  readonly failures: number;
  /** Without the service's words where they are about a private link. */
  readonly failure: FailureInfo | null;
}

const slotBackoff = { first: 2_000, longest: 60_000 };
const quotaBackoff = { first: 60_000, longest: maxWaitMs };

/** Reasons that only the user can end; announced once. */
export const isBlocked = ({ reason, untilMs }: Wait): boolean =>
  untilMs === null && (reason === 'account' || reason === 'permission');

/** The backoff after one more failure (or one more time without a free slot). */
export function createNextBackoff(
  previous: AccountBackoff | undefined,
  { accountId, reason, failure }: Pick<AccountBackoff, 'accountId' | 'reason' | 'failure'>,
  nowMs: number,
  random: () => number,
): AccountBackoff {
  const failures = previous?.reason === reason ? previous.failures + 1 : 1;
  return { accountId, reason, failures, failure, untilMs: calculateEndMs(reason, failures, nowMs, random) };
}

function calculateEndMs(
  reason: WaitReason,
  failures: number,
  nowMs: number,
  random: () => number,
): number | null {
  switch (reason) {
    case 'account':
    case 'permission':
    case 'paused':
      return null;
    case 'slots':
      return nowMs + calculateBackoffMs(failures, random, slotBackoff);
    case 'quota':
      return nowMs + calculateBackoffMs(failures, random, quotaBackoff);
    case 'rate-limited':
    case 'title':
      return nowMs + calculateBackoffMs(failures, random);
    case 'network':
    case 'service':
      // After a single failure the search for evidence shows at once whether the service is reachable.
      return failures === 1 ? nowMs : nowMs + calculateBackoffMs(failures - 1, random);
  }
}

/** Ends the wait and keeps the failures: one good answer proves little. */
export const endBackoff = (account: AccountBackoff): AccountBackoff => ({ ...account, untilMs: 0 });

/** The browser is offline; ends when it is online. */
export const createOfflineBackoff = (accountId: string): AccountBackoff => ({
  ...{ accountId, reason: 'network', untilMs: null, failures: 0, failure: null },
});

export const isBackoffEnded = (account: AccountBackoff | undefined): boolean =>
  account === undefined || account.untilMs === 0;

/** Whether requests of a kind must wait. A wait for slots does not hold back questions. */
export function isWaiting(account: AccountBackoff | undefined, nowMs: number, to: 'send' | 'ask'): boolean {
  if (account === undefined || (to === 'ask' && account.reason === 'slots')) return false;
  return account.untilMs === null || !isWaitOver(account.untilMs, nowMs);
}

/** Whether an upload's own wait is over. */
export const isDue = ({ wait }: Pick<Upload, 'wait'>, nowMs: number): boolean =>
  wait === null || (wait.untilMs !== null && isWaitOver(wait.untilMs, nowMs));

/** Adds the wait of the account, or the pause, to queued uploads. */
export function addWaits(
  uploads: readonly Upload[],
  backoffs: readonly AccountBackoff[],
  isPaused: boolean,
): readonly Upload[] {
  const byAccount = new Map(
    backoffs.filter((each) => !isBackoffEnded(each)).map((each) => [each.accountId, each]),
  );
  return uploads.map((upload) => {
    if (upload.state !== 'queued' && upload.state !== 'deferred') return upload;
    if (isPaused) return { ...upload, wait: { reason: 'paused', untilMs: null } };
    const account = byAccount.get(upload.accountId);
    if (account === undefined || (upload.wait !== null && !isBlocked(account))) return upload;
    const { reason, untilMs, failure } = account;
    return { ...upload, wait: { reason, untilMs }, failure: upload.failure ?? failure };
  });
}
