import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Account, type Accounts, getAccountLabel, getAccountName } from '../../lib/accounts/account.ts';
import type { ConnectedAccount, Problem } from '../../lib/protocol.ts';
import { NicknameForm, SelectAccount, UnencryptedWarning } from '../accounts/AccountParts.tsx';
import { StorageMeter } from '../accounts/StorageMeter.tsx';
import { Button } from '../button/Button.tsx';
import { Question } from '../dialog/Dialog.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';

interface AccountsSectionProps {
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
            feedback={feedback}
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

interface AccountCardProps {
  readonly account: Account;
  readonly isCurrent: boolean;
  /** The last answer of the service, where it is recent enough not to ask again. */
  readonly recentCheck: ConnectedAccount | null;
  readonly feedback: Feedback;
  readonly onKeyRejected: () => void;
  readonly onRemove: () => void;
}

type CheckResult = { readonly usage: ConnectedAccount } | { readonly problem: string };

/** On this page, "in the settings" would send people where they are. */
function sentenceFor(problem: Problem): string {
  return problem.code === 'unauthorized' ? t('options.keyRefused') : problemSentence(problem);
}

function AccountCard(props: AccountCardProps) {
  const { account, isCurrent, recentCheck, feedback, onKeyRejected, onRemove } = props;
  const { send } = usePageApi();
  const [result, setResult] = useState<CheckResult | null>(recentCheck && { usage: recentCheck });
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const name = getAccountName(account);

  async function check() {
    setConfirmed(false);
    try {
      setResult({ usage: await send('accounts.check', { accountId: account.id }) });
      setConfirmed(true);
    } catch (error) {
      const problem = problemOf(error);
      setResult({ problem: sentenceFor(problem) });
      if (problem.code === 'unauthorized') onKeyRejected();
    }
  }

  const actions = useRef<HTMLDivElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The “Rename” button has returned.
    if (wasRenaming.current && !isRenaming)
      actions.current?.querySelector<HTMLElement>('button:nth-last-of-type(2)')?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  useEffect(() => {
    if (recentCheck) setResult({ usage: recentCheck });
    else if (isCurrent) void check().then(() => setConfirmed(false));
  }, [recentCheck, account.id]);

  return (
    <li class={`inset-wide framed flow gap-3${isCurrent ? ' account-box-current' : ''}`}>
      <div class="account-card-text stack gap-half">
        {isRenaming ? (
          <NicknameForm account={account} feedback={feedback} onEnd={() => setRenaming(false)} />
        ) : (
          <p class="strong one-line" dir="auto" title={account.email ?? name}>
            {account.nickname ?? account.email ?? name}
          </p>
        )}
        <p class="tone-quiet one-line" title={account.baseUrl}>
          {account.nickname && account.email ? `${account.email} · ${account.baseUrl}` : account.baseUrl}
        </p>
        <UnencryptedWarning address={account.baseUrl} />
        <div role="status">
          {result && 'usage' in result && <StorageMeter {...result.usage} />}
          {result && 'problem' in result && (
            <p class="space-above tone-bad break-anywhere">{result.problem}</p>
          )}
          {isConfirmed && <p class="small tone-good">{t('options.checked')}</p>}
        </div>
      </div>
      <div ref={actions} class="account-card-actions row gap-1">
        <SelectAccount account={account} name={name} isCurrent={isCurrent} feedback={feedback} />
        <Button isSmall kind="quiet" label={t('options.checkNamed', { name })} onClick={check}>
          {t('options.check')}
        </Button>
        {!isRenaming && (
          <Button
            isSmall
            kind="quiet"
            label={t('options.renameNamed', { name })}
            onClick={() => setRenaming(true)}
          >
            {t('options.rename')}
          </Button>
        )}
        <Button isSmall kind="quiet" label={t('options.removeNamed', { name })} onClick={onRemove}>
          {t('options.remove')}
        </Button>
      </div>
    </li>
  );
}
