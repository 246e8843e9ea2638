/** The account view of the manager: what the services say of every account, side by side. */
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import { accountLabel } from '../accounts/AccountMenu.tsx';
import { t } from '../text.ts';
import { AccountInfoCard } from './AccountInfoCard.tsx';
import './account-overview.css';

/** What the manager gives its account view. */
export interface AccountViewProps {
  readonly accounts: Accounts;
  /** The current one. */
  readonly account: Account;
  readonly onSettings: () => void;
}

export function AccountOverview({ accounts, account, onSettings }: AccountViewProps) {
  return (
    <div class="account-overview">
      <ul class="account-infos" aria-label={t('options.accounts')}>
        {accounts.list.map((each) => (
          <AccountInfoCard
            key={each.id}
            account={each}
            label={accountLabel(each, accounts.list)}
            isCurrent={each.id === account.id}
            onSettings={onSettings}
          />
        ))}
      </ul>
    </div>
  );
}
