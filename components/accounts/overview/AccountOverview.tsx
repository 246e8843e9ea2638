/** The account view of the manager: what the services say of every account, and the takedowns of the current one. */
import { type Account, type Accounts, getAccountLabel } from '../../../lib/accounts/account.ts';
import { NoticeArea } from '../../notice/Notice.tsx';
import { useFeedback } from '../../notice/useFeedback.ts';
import { Takedowns, type TakedownsProps } from '../../takedowns/Takedowns.tsx';
import { t } from '../../text.ts';
import { AccountInfoCard } from './AccountInfoCard.tsx';
import '../accounts.css';

export interface AccountOverviewProps {
  readonly accounts: Accounts;
  /** The current one. */
  readonly account: Account;
  readonly showFile: TakedownsProps['showFile'];
}

export function AccountOverview(props: AccountOverviewProps) {
  const { accounts, account, showFile } = props;
  const feedback = useFeedback();
  return (
    <div class="manager-view scroll account-overview">
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
      <Takedowns
        key={account.id}
        label={getAccountLabel(account, accounts.list)}
        account={account}
        showFile={showFile}
      />
    </div>
  );
}
