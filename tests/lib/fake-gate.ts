/** The account gate of a test: its storage is the test's, the rest answers unless it is given. */
import { createBackoffStore } from '../../lib/accounts/account-backoff.ts';
import { type AccountGate, createAccountGate, type GateOptions } from '../../lib/accounts/gate.ts';
import type { StorageArea } from '../../lib/storage/stored.ts';

export const openGate = (
  area: StorageArea,
  given: Partial<GateOptions> & Pick<GateOptions, 'clock'>,
): AccountGate =>
  createAccountGate({
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
