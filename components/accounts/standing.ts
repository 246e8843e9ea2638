/** How an account stands with its service, as far as the outbox knows. Pure. */
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { AccountStanding } from './AccountMenu.tsx';

export function standingOf(
  accountId: string,
  items: readonly OutboxItem[],
  isOnline: boolean,
): AccountStanding {
  const isRefused = items.some((item) => item.accountId === accountId && item.waiting?.reason === 'account');
  if (isRefused) return 'refused';
  return isOnline ? 'connected' : 'offline';
}
