/** What the dot beside the account says. */
import { expect, it } from 'vitest';
import { getAccountStatus } from '../../../components/accounts/account-status.ts';
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
  expect(getAccountStatus([], true, code)).toBe(status);
});

it('offline, a rejected key is still reported, and an unreachable service is not', () => {
  expect(getAccountStatus([], false, 'unauthorized')).toBe('rejected');
  expect(getAccountStatus([], false, 'network')).toBe('offline');
});

it('is derived from why uploads wait', () => {
  expect(getAccountStatus(waiting('account', 'one'), true)).toBe('rejected');
  expect(getAccountStatus(waiting('permission', 'one'), true, 'network')).toBe('blocked');
  expect(getAccountStatus(waiting('network', 'one'), true)).toBe('unreachable');
});
