import { describe, expect, test } from 'vitest';
import {
  type AccountBackoff,
  type BackoffReason,
  isBlocked,
  isWaiting,
} from '../../../lib/accounts/account-backoff.ts';
import { createNextBackoff } from '../../../lib/accounts/account-status.ts';

describe('the backoff', () => {
  test('of an account: none after one lost response, growing after more, unlimited for a rejected key', () => {
    const waits = (reason: BackoffReason) => {
      const given = { accountId: 'a', reason, failure: null, isForLinksOnly: true };
      let next = createNextBackoff(undefined, given, 0, () => 1);
      return [1, 2, 3].map(() => {
        const { untilMs } = next;
        next = createNextBackoff(next, given, 0, () => 1);
        return untilMs;
      });
    };
    expect(waits('network')).toEqual([0, 2_000, 4_000]);
    expect(waits('slots')).toEqual([2_000, 4_000, 8_000]);
    expect(waits('quota')).toEqual([60_000, 120_000, 240_000]);
    expect(waits('account')).toEqual([null, null, null]);
    for (const reason of ['network', 'service', 'slots', 'quota', 'rate-limited'] as const) {
      const before = {
        accountId: 'a',
        reason,
        failure: null,
        isForLinksOnly: true,
        untilMs: 0,
        sinceMs: 0,
        failures: 10_000,
      };
      expect(createNextBackoff(before, before, 0, () => 1).untilMs).toBeLessThanOrEqual(3_600_000);
    }
  });

  test('knows since when the account has failed for this reason', () => {
    const given = { accountId: 'a', failure: null, isForLinksOnly: true } as const;
    const at = (previous: AccountBackoff | undefined, reason: BackoffReason, nowMs: number) =>
      createNextBackoff(previous, { ...given, reason }, nowMs, () => 1);
    const first = at(undefined, 'slots', 5_000);
    expect([first.sinceMs, at(first, 'slots', 9_000).sinceMs]).toEqual([5_000, 5_000]);
    expect(at({ ...first, untilMs: 0 }, 'slots', 9_000).sinceMs, 'no link was taken since').toBe(5_000);
    expect(at(first, 'network', 9_000).sinceMs).toBe(9_000);
  });
});

describe('an account that waits', () => {
  const waiting = (changes: Partial<AccountBackoff>): AccountBackoff => ({
    sinceMs: 0,
    accountId: 'account',
    reason: 'network',
    untilMs: 5_000,
    failures: 1,
    failure: null,
    isForLinksOnly: false,
    ...changes,
  });

  test('sends no link until its time', () => {
    expect(isWaiting(undefined, 0)).toBe(false);
    expect(isWaiting(waiting({}), 4_999)).toBe(true);
    expect(isWaiting(waiting({}), 5_000)).toBe(false);
    expect(isWaiting(waiting({ untilMs: null }), 9e12)).toBe(true);
  });

  test('is blocked if only the user can end it', () => {
    expect(isBlocked(waiting({ reason: 'account', untilMs: null }))).toBe(true);
    expect(isBlocked(waiting({ reason: 'permission', untilMs: null }))).toBe(true);
    // The user has ended it, and the next response shows whether it is over.
    expect(isBlocked(waiting({ reason: 'account', untilMs: 1 }))).toBe(false);
    expect(isBlocked(waiting({ untilMs: null }))).toBe(false);
  });
});
