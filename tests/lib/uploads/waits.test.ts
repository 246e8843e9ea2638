import { describe, expect, test } from 'vitest';
import type { AccountBackoff } from '../../../lib/accounts/account-backoff.ts';
import { addWaits } from '../../../lib/uploads/waits.ts';
import { sampleUpload } from './samples.ts';

describe('the reason why an upload waits', () => {
  const queue = [
    sampleUpload({ id: 'own', wait: { reason: 'service', untilMs: 7_000 } }),
    sampleUpload({ id: 'with its account' }),
    sampleUpload({ id: 'a file', source: 'file' }),
    sampleUpload({ id: 'refused', state: 'refused' }),
    sampleUpload({ id: 'free', accountId: 'another' }),
  ];
  const failure = { code: 'refused', msg: 'All slots are in use' } as const;
  const slots = {
    accountId: 'account',
    reason: 'slots',
    untilMs: 8_000,
    failures: 1,
    sinceMs: 0,
    failure,
    isForLinksOnly: true,
  } as const;
  const waits = (backoffs: readonly AccountBackoff[], isPaused = false) =>
    addWaits(queue, backoffs, isPaused).map(({ wait }) => wait?.reason ?? null);

  test('is its own, otherwise its account’s', () => {
    expect(waits([])).toEqual(['service', null, null, null, null]);
    expect(waits([slots])).toEqual(['service', 'slots', null, null, null]);
    expect(addWaits(queue, [slots], false)[1]).toMatchObject({ wait: { untilMs: 8_000 }, failure });
    expect(waits([slots], true)).toEqual(['paused', 'paused', 'paused', null, 'paused']);
    expect(waits([{ ...slots, untilMs: 0 }])).toEqual(['service', null, null, null, null]);
    const rejected = { ...slots, reason: 'account', untilMs: null, isForLinksOnly: false } as const;
    expect(waits([rejected]), 'only the user can end it').toEqual([
      'account',
      'account',
      'account',
      null,
      null,
    ]);
  });
});
