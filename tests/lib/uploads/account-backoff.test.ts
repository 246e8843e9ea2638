import { describe, expect, test } from 'vitest';
import { calculateBackoffMs, isWaitOver, maxWaitMs } from '../../../lib/timing/backoff.ts';
import {
  type AccountBackoff,
  addWaits,
  createNextBackoff,
  endBackoff,
  isBackoffEnded,
  isBlocked,
  isWaiting,
} from '../../../lib/uploads/account-backoff.ts';
import type { WaitReason } from '../../../lib/uploads/upload.ts';
import { sampleUpload } from './samples.ts';

describe('the backoff', () => {
  test('doubles up to a limit, with half of it random', () => {
    const waits = (random: number) =>
      [1, 2, 3, 9, 1_000].map((failures) => calculateBackoffMs(failures, () => random));
    expect(waits(0)).toEqual([1_000, 2_000, 4_000, 150_000, 150_000]);
    expect(waits(1)).toEqual([2_000, 4_000, 8_000, 300_000, 300_000]);
  });

  test('ends on time, and when the clock was set back by more than the longest wait', () => {
    const isOver = [5, 6, 5 + maxWaitMs, 6 + maxWaitMs].map((untilMs) => isWaitOver(untilMs, 5));
    expect(isOver).toEqual([true, false, false, true]);
  });

  test('of an account: none after one lost response, growing after more, unlimited for a rejected key', () => {
    const waits = (reason: WaitReason) => {
      const given = { accountId: 'a', reason, failure: null };
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
      const before = { accountId: 'a', reason, failure: null, untilMs: 0, failures: 10_000 };
      expect(createNextBackoff(before, before, 0, () => 1).untilMs).toBeLessThanOrEqual(maxWaitMs);
    }
  });
});

describe('an account that waits', () => {
  const waiting = (changes: Partial<AccountBackoff>): AccountBackoff => ({
    ...{ accountId: 'account', reason: 'network', untilMs: 5_000, failures: 1, failure: null, ...changes },
  });

  test('sends and asks nothing until its time; while waiting for a slot, it may ask', () => {
    expect(isWaiting(undefined, 0, 'send')).toBe(false);
    expect(isWaiting(waiting({}), 4_999, 'ask')).toBe(true);
    expect(isWaiting(waiting({}), 5_000, 'send')).toBe(false);
    expect(isWaiting(waiting({ untilMs: null }), 9e12, 'send')).toBe(true);
    expect(isWaiting(waiting({ reason: 'slots' }), 0, 'send')).toBe(true);
    expect(isWaiting(waiting({ reason: 'slots' }), 0, 'ask')).toBe(false);
  });

  test('has ended when only its failure count is left', () => {
    expect(isBackoffEnded(endBackoff(waiting({ failures: 3 })))).toBe(true);
    expect(endBackoff(waiting({ failures: 3 })).failures).toBe(3);
    expect(isBackoffEnded(waiting({}))).toBe(false);
  });

  test('is blocked where only the user can end it', () => {
    expect(isBlocked(waiting({ reason: 'account', untilMs: null }))).toBe(true);
    expect(isBlocked(waiting({ reason: 'permission', untilMs: null }))).toBe(true);
    // The user has ended it, and the next answer shows whether it is over.
    expect(isBlocked(waiting({ reason: 'account', untilMs: 1 }))).toBe(false);
    expect(isBlocked(waiting({ untilMs: null }))).toBe(false);
  });
});

describe('the reason why an upload waits', () => {
  const queue = [
    sampleUpload({ id: 'own', wait: { reason: 'service', untilMs: 7_000 } }),
    sampleUpload({ id: 'with its account' }),
    sampleUpload({ id: 'refused', state: 'refused' }),
    sampleUpload({ id: 'free', accountId: 'another' }),
  ];
  const failure = { code: 'refused', msg: 'All slots are in use' };
  const slots = { accountId: 'account', reason: 'slots', untilMs: 8_000, failures: 1, failure } as const;
  const waits = (backoffs: readonly AccountBackoff[], isPaused = false) =>
    addWaits(queue, backoffs, isPaused).map(({ wait }) => wait?.reason ?? null);

  test('is its own, else that of its account', () => {
    expect(waits([])).toEqual(['service', null, null, null]);
    expect(waits([slots])).toEqual(['service', 'slots', null, null]);
    expect(addWaits(queue, [slots], false)[1]).toMatchObject({ wait: { untilMs: 8_000 }, failure });
    expect(waits([slots], true)).toEqual(['paused', 'paused', null, 'paused']);
    expect(waits([endBackoff(slots)])).toEqual(['service', null, null, null]);
    const rejected = { ...slots, reason: 'account', untilMs: null } as const;
    expect(waits([rejected]), 'only the user can end it').toEqual(['account', 'account', null, null]);
  });
});
