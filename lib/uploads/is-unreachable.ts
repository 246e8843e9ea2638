/** Whether an error means that the service is unreachable, not that it refuses. Pure. */
import type { ApiErrorCode } from '../api/index.ts';

/** Whether no answer came, or none of such a service. */
export const isUnreachable = (code: ApiErrorCode | null | undefined): boolean =>
  code === 'network' || code === 'timeout' || code === 'invalid-response';
