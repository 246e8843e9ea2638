/** When a link goes to another account instead, for every reason why it can wait or fail. */
import { describe, expect, test } from 'vitest';
import type { AccountBackoff } from '../../../lib/accounts/account-backoff.ts';
import { fullAfterMs } from '../../../lib/timing/policies.ts';
import { findFullTime, getFallbackReason } from '../../../lib/uploads/fallback.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { accountId, sampleUpload } from './samples.ts';

const nowMs = 50_000_000;
const sinceMs = nowMs - 60_000;
const waiting = (reason: AccountBackoff['reason'], msg: string | null = null): AccountBackoff => ({
  accountId,
  reason,
  untilMs: nowMs + 1,
  sinceMs,
  failures: 1,
  failure: msg === null ? null : { code: 'refused', msg },
  isForLinksOnly: reason === 'slots',
});
const queued = (changes: Partial<Upload> = {}) => sampleUpload({ createdAtMs: 1, ...changes });
const later = sinceMs + fullAfterMs;

describe('an account is full for its queued links', () => {
  test.each<[AccountBackoff['reason'], string | null, number | undefined]>([
    ['quota', null, 0],
    ['quota', 'limit reached: 10 per day', 0],
    ['quota', 'Not enough space', 0],
    ['quota', 'limit reached, 30 per min', later],
    ['quota', 'limit: 5 per second', later],
    ['slots', null, later],
    ['slots', 'No free slots', later],
    ['slots', 'All slots of the queue are in use', later],
    ['slots', 'Too many uploads', later],
    ['slots', 'The queue is full, try again later', 0],
    ['slots', 'max urls limit: 15', 0],
    ['slots', 'Too many links', 0],
    ['rate-limited', 'Too Many Requests', undefined],
    ['network', null, undefined],
    ['service', 'No upload server available', undefined],
    ['account', 'Wrong auth', undefined],
    ['permission', null, undefined],
  ])('%s, “%s”: %s', (reason, msg, atMs) => {
    expect(findFullTime(queued(), waiting(reason, msg), null, nowMs)?.atMs).toBe(atMs);
  });

  test('counted from when the link could first have been sent there', () => {
    const slots = waiting('slots');
    const at = (changes: Partial<Upload>) => findFullTime(queued(changes), slots, null, nowMs)?.atMs;
    expect(at({ createdAtMs: nowMs - 5 })).toBe(nowMs - 5 + fullAfterMs);
    expect(at({ reroute: { reason: 'full', msg: null, atMs: nowMs - 7 } })).toBe(nowMs - 7 + fullAfterMs);
  });

  test('no longer once the wait is over, except for a link that was turned away itself', () => {
    const over = { ...waiting('quota', 'per day'), untilMs: nowMs };
    const failure = { code: 'quota-exceeded', msg: 'per day' } as const;
    expect(findFullTime(queued(), over, null, nowMs)).toBeNull();
    const turnedAway = { reason: 'quota', failure } as const;
    expect(findFullTime(queued(), over, turnedAway, nowMs)).toEqual({ atMs: 0, msg: 'per day' });
    expect(findFullTime(queued(), over, { ...turnedAway, reason: 'rate-limited' }, nowMs)).toBeNull();
  });

  test('full slots affect links only, not files that this browser sends', () => {
    const file = queued({ source: 'file', via: 'browser' });
    expect(findFullTime(file, waiting('slots', 'The queue is full'), null, nowMs)).toBeNull();
    expect(findFullTime(file, waiting('quota'), null, nowMs)?.atMs).toBe(0);
  });
});

describe('a link that an account doesn’t accept has a fallback', () => {
  const failed = (state: Upload['state'], failure: Upload['failure'] = null) =>
    getFallbackReason(sampleUpload({ state, failure }));
  test.each<[NonNullable<Upload['failure']>['code'], string | null]>([
    ['refused', 'refused'],
    ['too-many-attempts', 'refused'],
    ['connection-lost', 'refused'],
    ['invalid-response', 'refused'],
    ['folder-gone', null],
    ['same-file', null],
    ['file-gone', null],
    ['incomplete', null],
    ['source.access', null],
  ])('refused, %s: %s', (code, reason) => {
    expect(failed('refused', { code, msg: null })).toBe(reason);
  });

  test('failed, but not vanished: the service may show its file late', () => {
    expect(failed('failed', { code: 'transfer-failed', msg: null })).toBe('failed');
    expect(failed('vanished')).toBeNull();
    expect(failed('vanished', { code: 'transfer-failed', msg: null })).toBe('failed');
    expect(failed('vanished', { code: 'invalid-response', msg: null })).toBeNull();
    expect(failed('vanished', { code: 'never-shown', msg: null })).toBeNull();
  });

  test('not if the user deletes it, whatever the service says of it then', () => {
    const failure = { code: 'transfer-failed', msg: 'Cancelled' } as const;
    expect(getFallbackReason(sampleUpload({ state: 'failed', failure, intent: 'dismiss' }))).toBeNull();
  });

  test.each([
    ['Cancelled', null],
    ['Upload was cancelled by user', null],
    ['DELETED', null],
    ['Download aborted', 'failed'],
    ['Source file was removed', 'failed'],
  ])('failed, in the host’s words “%s”: %s', (msg, reason) => {
    expect(failed('failed', { code: 'transfer-failed', msg })).toBe(reason);
  });

  test.each<Upload['state']>([
    ...(['queued', 'sending', 'deferred', 'uncertain', 'accepted', 'running'] as const),
    ...(['verifying', 'done', 'archived'] as const),
  ])('never while it may be in the account: %s', (state) => {
    expect(failed(state)).toBeNull();
  });
});
