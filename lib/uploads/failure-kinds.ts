/** What an error says of the service beyond the call. Pure. */
import type { ApiErrorCode } from '../api/index.ts';

/** Whether no answer came, or none of such a service. */
export const isUnreachable = (code: ApiErrorCode | null | undefined): boolean =>
  code === 'network' || code === 'timeout' || code === 'invalid-response';

const ofCallAlone: ReadonlySet<string> = new Set<ApiErrorCode>([
  'timeout',
  'invalid-response',
  'refused',
  'not-found',
]);

/** Whether other calls may work where one fails so. */
export const isOfCallAlone = (code: string): boolean => ofCallAlone.has(code);
