/** An account status that uses the test's storage. Everything else succeeds unless the test replaces it. */
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
