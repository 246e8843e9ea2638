import { isBlocked } from '../../../lib/accounts/account-backoff.ts';
import { getCapabilities } from '../../../lib/api/dialects/capabilities.ts';
import type * as page from '../../../page/account-hooks.ts';
import { usePage } from '../page-state.ts';

export const useShortlistOf: typeof page.useShortlistOf = (accountId) => {
  const shortlist = usePage('shortlist');
  return usePage('otherShortlists')[accountId ?? ''] ?? shortlist;
};
export const useUploadsOf: typeof page.useUploadsOf = () => usePage('uploads');
export const useAttention: typeof page.useAttention = () => usePage('attention');
export const useBlocked: typeof page.useBlocked = () => {
  const backoff = usePage('uploads')?.backoff;
  return new Map(backoff && isBlocked(backoff) ? [[backoff.accountId, backoff]] : []);
};
export const useExpiring: typeof page.useExpiring = () => usePage('expiring');
export const useEncodings: typeof page.useEncodings = () => usePage('encodings');
export const useCapabilities: typeof page.useCapabilities = ({ dialect }) => getCapabilities(dialect);
