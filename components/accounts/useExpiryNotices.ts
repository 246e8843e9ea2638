import { useExpiring } from '#page/account-hooks.ts';
import { type Account, type Accounts, getAccountLabel } from '../../lib/accounts/account.ts';
import { type ExpiryRecord, isExpiryShown } from '../../lib/accounts/expiry-record.ts';
import { getLocalDay } from '../../lib/reports/period.ts';
import { routeHash, unviewedFiles } from '../files/model/route.ts';
import { formatDays } from '../format/units.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import { useNow, usePageApi } from '../page-api.ts';
import { format, joinFacts, plural, t } from '../text.ts';

/** How many files the host may soon delete, and for how many we don't know. Empty until they are counted. */
export function expiryText(
  account: string,
  { count, days, unread, unreported, isWhole }: ExpiryRecord,
): string {
  if (days === 0) return '';
  const unknown = [
    unread > 0 && t('files.detailsBar.unread', { count: format.number(unread) }),
    unreported > 0 && t('files.detailsBar.unknown', { count: format.number(unreported) }),
    !isWhole && t('files.empty.stillReading'),
  ];
  const isKnown = unknown.every((each) => each === false);
  const known = count > 0 && plural('expiry.notice', count, { account, days: formatDays(days) });
  return joinFacts([known || t(isKnown ? 'expiry.none' : 'files.column.lastView'), ...unknown]);
}

/** @param showFiles opens Files at a URL fragment */
export function useExpiryNotices(
  accounts: Accounts,
  showFiles: (account: Account, hash: string) => void,
): readonly NoticeContent[] {
  const { send } = usePageApi();
  const day = getLocalDay(useNow(60));
  const expiring = useExpiring();
  return accounts.list.flatMap((account) => {
    const record = expiring.get(account.id);
    // The rule may be removed while files are counted.
    if (record === undefined || account.deletesAfterDays === undefined || !isExpiryShown(record, day))
      return [];
    const { count, days } = record;
    return {
      tone: 'warn' as const,
      text: expiryText(getAccountLabel(account, accounts.list), record),
      action: {
        label: t('expiry.show'),
        onClick: () => showFiles(account, routeHash(unviewedFiles(days))),
      },
      onDismiss: () =>
        void send('expiry.dismiss', { accountId: account.id, count, day }).catch(console.error),
    };
  });
}
