/** What the dot beside the account says. */
import { expect, it } from 'vitest';
import { getConnectionStatus } from '../../../components/accounts/connection-status.ts';
import type { ApiErrorCode } from '../../../lib/api/index.ts';
import { waiting } from '../../gallery/samples/sample.ts';

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
  expect(getConnectionStatus([], true, code)).toBe(status);
});

it('offline, a rejected key is still reported, and an unreachable service is not', () => {
  expect(getConnectionStatus([], false, 'unauthorized')).toBe('rejected');
  expect(getConnectionStatus([], false, 'network')).toBe('offline');
});

it('is derived from why uploads wait', () => {
  expect(getConnectionStatus(waiting('account', 'one'), true)).toBe('rejected');
  expect(getConnectionStatus(waiting('permission', 'one'), true, 'network')).toBe('blocked');
  expect(getConnectionStatus(waiting('network', 'one'), true)).toBe('unreachable');
});
