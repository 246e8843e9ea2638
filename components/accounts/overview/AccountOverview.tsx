import { type Account, type Accounts, getAccountLabel } from '../../../lib/accounts/account.ts';
import { NoticeArea } from '../../notice/Notice.tsx';
import { useFeedback } from '../../notice/useFeedback.ts';
import { Takedowns } from '../../takedowns/Takedowns.tsx';
import { t } from '../../text.ts';
import { AccountInfoCard } from './AccountInfoCard.tsx';
import '../accounts.css';

/** @param props.account the current one */
export function AccountOverview({ accounts, account }: { accounts: Accounts; account: Account }) {
  const feedback = useFeedback();
  return (
    <div class="manager-view scroll stack gap-8 pad-4">
      <NoticeArea {...feedback} />
      <ul class="account-infos" aria-label={t('options.accounts')}>
        {accounts.list.map((each) => (
          <AccountInfoCard
            key={each.id}
            account={each}
            label={getAccountLabel(each, accounts.list)}
            isCurrent={each.id === account.id}
            feedback={feedback}
          />
        ))}
      </ul>
      <Takedowns key={account.id} label={getAccountLabel(account, accounts.list)} account={account} />
    </div>
  );
}
