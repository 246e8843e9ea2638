import { expect, it } from 'vitest';
import { getConnectionStatus } from '../../../components/accounts/connection-status.ts';
import type { ApiErrorCode } from '../../../lib/api/index.ts';
import { account, waiting } from '../../gallery/samples/sample.ts';

const backoff = (reason: 'account' | 'permission' | 'network' | 'quota') =>
  account(waiting(reason, 'one')).backoff;

const cases: readonly (readonly [ApiErrorCode | undefined, string])[] = [
  [undefined, 'connected'],
  ['network', 'unreachable'],
  ['timeout', 'unreachable'],
  ['invalid-response', 'unreachable'],
  ['unauthorized', 'rejected'],
  ['quota-exceeded', 'connected'],
  ['rate-limited', 'connected'],
];

it.each(cases)('is derived from the result of the last poll: %s → %s', (code, status) => {
  expect(getConnectionStatus(null, true, code)).toBe(status);
});

it('offline, a rejected key is still reported, and an unreachable service is not', () => {
  expect(getConnectionStatus(null, false, 'unauthorized')).toBe('rejected');
  expect(getConnectionStatus(null, false, 'network')).toBe('offline');
});

it('is derived from why the account waits', () => {
  expect(getConnectionStatus(backoff('account'), true)).toBe('rejected');
  expect(getConnectionStatus(backoff('permission'), true, 'network')).toBe('blocked');
  expect(getConnectionStatus(backoff('network'), true)).toBe('unreachable');
  expect(getConnectionStatus(backoff('quota'), true)).toBe('connected');
});
