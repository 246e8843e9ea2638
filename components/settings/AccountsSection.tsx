/** The connected accounts in the settings, and removing one. */
import { useState } from 'preact/hooks';
import { type Account, type Accounts, getAccountLabel, getAccountName } from '../../lib/accounts/account.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { AccountCard } from '../accounts/AccountCard.tsx';
import { Question } from '../dialog/Dialog.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';

export interface AccountsSectionProps {
  readonly accounts: Accounts;
  readonly current: Account;
  /** What the service said of an account that was just connected. */
  readonly connected: ConnectedAccount | null;
  readonly feedback: Feedback;
  /** Called with the address of the account's service. */
  readonly onKeyRejected: (address: string) => void;
}

export function AccountsSection(props: AccountsSectionProps) {
  const { accounts, current, connected, feedback, onKeyRejected } = props;
  const { send } = usePageApi();
  const [removing, setRemoving] = useState<Account | null>(null);
  return (
    <>
      <ul class="stack">
        {accounts.list.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            isCurrent={account.id === current.id}
            recentCheck={connected?.account.id === account.id ? connected : null}
            onUse={async () => {
              await feedback.run(send('accounts.select', { accountId: account.id }), () => null);
            }}
            onRename={(nickname) => {
              const renaming = send('accounts.rename', { accountId: account.id, nickname });
              void feedback.run(renaming, () => t('options.saved'));
            }}
            onKeyRejected={() => onKeyRejected(account.baseUrl)}
            onRemove={() => setRemoving(account)}
          />
        ))}
      </ul>
      {removing && (
        <Question
          title={t('options.askRemove.title', { name: getAccountLabel(removing, accounts.list) })}
          text={t('options.askRemove.text')}
          confirmLabel={t('options.askRemove.confirm')}
          onClose={() => setRemoving(null)}
          onConfirm={() =>
            feedback.run(send('accounts.remove', { accountId: removing.id }), () =>
              t('options.removed', { name: getAccountName(removing) }),
            )
          }
        />
      )}
    </>
  );
}
