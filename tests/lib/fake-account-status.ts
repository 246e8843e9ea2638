/** The account status of a test: its storage is the test's, the rest answers unless it is given. */
import { createBackoffStore } from '../../lib/accounts/account-backoff.ts';
import {
  type AccountStatus,
  type AccountStatusOptions,
  createAccountStatus,
} from '../../lib/accounts/account-status.ts';
import type { StorageArea } from '../../lib/storage/stored.ts';

export const createFakeAccountStatus = (
  area: StorageArea,
  given: Partial<AccountStatusOptions> & Pick<AccountStatusOptions, 'clock'>,
): AccountStatus =>
  createAccountStatus({
    store: createBackoffStore(area),
    random: () => 0.5,
    isOnline: () => true,
    hasAccount: async () => true,
    hasHostPermission: async () => true,
    probe: async () => {},
    onChange: () => {},
    onBlocked: async () => {},
    ...given,
  });
