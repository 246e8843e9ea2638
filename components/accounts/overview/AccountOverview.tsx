import { type Account, type Accounts, getAccountLabel } from '../../../lib/accounts/account.ts';
import { NoticeArea } from '../../notice/Notice.tsx';
import { type Feedback, useViewFeedback } from '../../notice/useFeedback.ts';
import { t } from '../../text.ts';
import { AccountInfoCard } from './AccountInfoCard.tsx';
import '../accounts.css';

interface AccountOverviewProps {
  readonly accounts: Accounts;
  readonly account: Account;
  readonly feedback: Feedback;
  /** Opens Files at a URL fragment. */
  readonly showFiles: (account: Account, hash: string) => void;
}

export function AccountOverview(props: AccountOverviewProps) {
  const { accounts, account, showFiles } = props;
  const feedback = useViewFeedback(props.feedback);
  return (
    <div class="manager-view scroll stack gap-4 pad-4">
      <NoticeArea {...feedback} />
      <ul class="stack gap-4" aria-label={t('options.accounts')}>
        {accounts.list.map((each) => (
          <AccountInfoCard
            key={each.id}
            account={each}
            label={getAccountLabel(each, accounts.list)}
            isCurrent={each.id === account.id}
            feedback={feedback}
            onShowFiles={(hash) => showFiles(each, hash)}
          />
        ))}
      </ul>
    </div>
  );
}
