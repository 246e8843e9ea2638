import { useExpiring } from '#page/account-hooks.ts';
import { type Account, type Accounts, getAccountLabel } from '../../lib/accounts/account.ts';
import { isExpiryShown } from '../../lib/catalog/expiry-record.ts';
import { getLocalDay } from '../../lib/reports/period.ts';
import { routeHash, unviewedFiles } from '../files/model/route.ts';
import { formatDays } from '../format/units.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import { useNow, usePageApi } from '../page-api.ts';
import { plural, t } from '../text.ts';

export const expiryText = (account: string, count: number, days: number): string =>
  plural('expiry.notice', count, { account, days: formatDays(days) });

/** Notices of files that their hosts may soon delete. @param showFiles shows a list of an account's files, by its fragment */
export function useExpiryNotices(
  accounts: Accounts,
  showFiles: (account: Account, hash: string) => void,
): readonly NoticeContent[] {
  const { send } = usePageApi();
  const day = getLocalDay(useNow(60));
  const expiring = useExpiring();
  return accounts.list.flatMap((account) => {
    const record = expiring.get(account.id);
    // A count may end after its rule was taken away.
    if (record === undefined || account.deletesAfterDays === undefined || !isExpiryShown(record, day))
      return [];
    const { count, days } = record;
    return {
      tone: 'warn' as const,
      text: expiryText(getAccountLabel(account, accounts.list), count, days),
      action: {
        label: t('expiry.show'),
        onClick: () => showFiles(account, routeHash(unviewedFiles(days))),
      },
      onDismiss: () =>
        void send('expiry.dismiss', { accountId: account.id, count, day }).catch(console.error),
    };
  });
}
