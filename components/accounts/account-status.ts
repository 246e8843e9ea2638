/** Whether an account can be used, as far as its uploads show. Pure. */
import type { Upload } from '../../lib/uploads/upload.ts';

/** `rejected`: the service does not accept its key. `blocked`: the browser does not let Linkhaul talk to the service. */
export type AccountStatus = 'connected' | 'offline' | 'rejected' | 'blocked';

export function getAccountStatus(uploads: readonly Upload[], isOnline: boolean): AccountStatus {
  for (const { wait } of uploads) {
    if (wait?.reason === 'account') return 'rejected';
    if (wait?.reason === 'permission') return 'blocked';
  }
  return isOnline ? 'connected' : 'offline';
}
