/** Whether an account can be used, as far as its uploads and its last poll show. Pure. */
import type { ApiErrorCode } from '../../lib/api/index.ts';
import type { Upload } from '../../lib/uploads/upload.ts';
import { isUnreachable } from '../../lib/uploads/waits.ts';

/** `offline`: the browser. `unreachable`: no answer. `rejected`: the API key. `blocked`: the browser denies the host. */
export type ConnectionStatus = 'connected' | 'offline' | 'unreachable' | 'rejected' | 'blocked';

/** @param failureCode why the last poll failed, where it did and not too long ago */
export function getConnectionStatus(
  uploads: readonly Upload[],
  isOnline: boolean,
  failureCode?: ApiErrorCode,
): ConnectionStatus {
  for (const { wait } of uploads) {
    if (wait?.reason === 'account') return 'rejected';
    if (wait?.reason === 'permission') return 'blocked';
  }
  if (failureCode === 'unauthorized') return 'rejected';
  if (!isOnline) return 'offline';
  const isWaiting = uploads.some(({ wait }) => wait?.reason === 'network');
  return isWaiting || isUnreachable(failureCode) ? 'unreachable' : 'connected';
}
