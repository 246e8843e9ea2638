/** When everything of an account waits, and for how long. Pure. */
import { backoff, isOver, longestWait } from '../../timing/backoff.ts';
import type { FailureInfo, Upload, Wait, WaitReason } from '../upload.ts';

/** Why nothing of an account goes out for now. Kept once for the account, not in each of its thousand uploads. */
export interface AccountBackoff extends Wait {
  readonly accountId: string;
  /** Failures in a row; kept after the wait is over (`untilMs` 0), until something goes well. */
  readonly failures: number;
  /** Without the service's words where they are about a private link. */
  readonly failure: FailureInfo | null;
}

/** Milliseconds from which the wait for a free slot, and the one for a quota, begin to grow. */
const slots = { first: 2_000, longest: 60_000 };
const quota = { first: 60_000, longest: longestWait };

/** Reasons that only the user can end: they are told once. */
export const isBlocked = ({ reason, untilMs }: Wait): boolean =>
  untilMs === null && (reason === 'account' || reason === 'permission');

/** The backoff after one more failure (or one more time without a free slot). */
export function nextBackoff(
  previous: AccountBackoff | undefined,
  { accountId, reason, failure }: Pick<AccountBackoff, 'accountId' | 'reason' | 'failure'>,
  nowMs: number,
  random: () => number,
): AccountBackoff {
  const failures = previous?.reason === reason ? previous.failures + 1 : 1;
  return { accountId, reason, failures, failure, untilMs: endMs(reason, failures, nowMs, random) };
}

function endMs(reason: WaitReason, failures: number, nowMs: number, random: () => number): number | null {
  switch (reason) {
    case 'account':
    case 'permission':
    case 'paused':
      return null;
    case 'slots':
      return nowMs + backoff(failures, random, slots);
    case 'quota':
      return nowMs + backoff(failures, random, quota);
    case 'rate-limited':
    case 'title':
      return nowMs + backoff(failures, random);
    case 'network':
    case 'service':
      // A single failure says little: the evidence that is looked for at once shows whether the service is there.
      return failures === 1 ? nowMs : nowMs + backoff(failures - 1, random);
  }
}

/** The same account with nothing to wait for, its failures remembered: one good answer to a question proves little. */
export const ended = (account: AccountBackoff): AccountBackoff => ({ ...account, untilMs: 0 });

/** The browser is offline: until it says otherwise. */
export const offlineBackoff = (accountId: string): AccountBackoff => ({
  ...{ accountId, reason: 'network', untilMs: null, failures: 0, failure: null },
});

/** Whether nothing waits; failures may be remembered all the same. */
export const isEnded = (account: AccountBackoff | undefined): boolean =>
  account === undefined || account.untilMs === 0;

/** Whether requests of a kind must not leave. Waiting for a slot is no reason not to ask. */
export function isWaiting(account: AccountBackoff | undefined, nowMs: number, to: 'send' | 'ask'): boolean {
  if (account === undefined || (to === 'ask' && account.reason === 'slots')) return false;
  return account.untilMs === null || !isOver(account.untilMs, nowMs);
}

/** Whether an upload's own wait is over. */
export const isDue = ({ wait }: Pick<Upload, 'wait'>, nowMs: number): boolean =>
  wait === null || (wait.untilMs !== null && isOver(wait.untilMs, nowMs));

/** Fills in what queued uploads wait for where the reason is their account's or the user's pause. */
export function withWaits(
  uploads: readonly Upload[],
  backoffs: readonly AccountBackoff[],
  isPaused: boolean,
): readonly Upload[] {
  const byAccount = new Map(backoffs.filter((each) => !isEnded(each)).map((each) => [each.accountId, each]));
  return uploads.map((upload) => {
    if (upload.state !== 'queued' && upload.state !== 'deferred') return upload;
    if (isPaused) return { ...upload, wait: { reason: 'paused', untilMs: null } };
    const account = byAccount.get(upload.accountId);
    if (account === undefined || (upload.wait !== null && !isBlocked(account))) return upload;
    const { reason, untilMs, failure } = account;
    return { ...upload, wait: { reason, untilMs }, failure: upload.failure ?? failure };
  });
}
