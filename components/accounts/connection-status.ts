import type { ApiErrorCode } from '../../lib/api/index.ts';
import type { UploadsView } from '../../lib/uploads/read-uploads.ts';
import { isUnreachable } from '../../lib/uploads/waits.ts';

/** `offline`: no network. `unreachable`: the service doesn't respond. `rejected`: the API key is. `blocked`: no host permission. */
export type ConnectionStatus = 'connected' | 'offline' | 'unreachable' | 'rejected' | 'blocked';

/** @param failureCode of the last poll, if it failed recently */
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
