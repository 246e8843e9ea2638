/** Whether an account can be used, as far as its uploads show. Pure. */
import type { Upload } from '../../lib/uploads/upload.ts';

/**
 * `offline`: the browser is. `unreachable`: the service gives no answer. `rejected`: it does not accept the key. `blocked`: the
 * browser does not let Linkhaul talk to it.
 */
export type AccountStatus = 'connected' | 'offline' | 'unreachable' | 'rejected' | 'blocked';

/** @param isUnreachable the last poll got no answer */
export function getAccountStatus(
  uploads: readonly Upload[],
  isOnline: boolean,
  isUnreachable: boolean,
): AccountStatus {
  for (const { wait } of uploads) {
    if (wait?.reason === 'account') return 'rejected';
    if (wait?.reason === 'permission') return 'blocked';
  }
  if (!isOnline) return 'offline';
  const isWaiting = uploads.some(({ wait }) => wait?.reason === 'network');
  return isUnreachable || isWaiting ? 'unreachable' : 'connected';
}
