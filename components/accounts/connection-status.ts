/** Whether an account can be used, as far as its backoff and its last poll show. Pure. */
import type { ApiErrorCode } from '../../lib/api/index.ts';
import type { UploadsView } from '../../lib/uploads/read-uploads.ts';
import { isUnreachable } from '../../lib/uploads/waits.ts';

/** `offline`: the browser. `unreachable`: no answer. `rejected`: the API key. `blocked`: the browser denies the host. */
export type ConnectionStatus = 'connected' | 'offline' | 'unreachable' | 'rejected' | 'blocked';

/** @param failureCode why the last poll failed, where it did and not too long ago */
export function getConnectionStatus(
  backoff: UploadsView['backoff'],
  isOnline: boolean,
  failureCode?: ApiErrorCode,
): ConnectionStatus {
  if (backoff?.reason === 'account') return 'rejected';
  if (backoff?.reason === 'permission') return 'blocked';
  if (failureCode === 'unauthorized') return 'rejected';
  if (!isOnline) return 'offline';
  return backoff?.reason === 'network' || isUnreachable(failureCode) ? 'unreachable' : 'connected';
}
