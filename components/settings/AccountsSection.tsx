import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useBlocked } from '#page/account-hooks.ts';
import { type Account, type Accounts, getAccountLabel, getAccountName } from '../../lib/accounts/account.ts';
import { readableAddress } from '../../lib/links/address-title.ts';
import type { ConnectedAccount, Problem } from '../../lib/protocol.ts';
import { NicknameForm, SelectAccount, UnencryptedWarning } from '../accounts/AccountParts.tsx';
import { Button } from '../button/Button.tsx';
import { KeyForm, type KeyRequest } from '../connect/KeyForm.tsx';
import { Question } from '../dialog/Dialog.tsx';
import { useOnEnd } from '../hooks/useOnEnd.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { StorageMeter } from '../progress/StorageMeter.tsx';
import { t } from '../text.ts';

interface AccountsSectionProps {
  readonly accounts: Accounts;
  readonly current: Account;
  /** The service's data, if the account was just connected. */
  readonly connected: ConnectedAccount | null;
  /** Another page asked for this account's key. */
  readonly keyRequest: KeyRequest | null;
  readonly onKeySaved: () => void;
  readonly feedback: Feedback;
}

export function AccountsSection(props: AccountsSectionProps) {
  const { accounts, current, connected, keyRequest, onKeySaved, feedback } = props;
  const { send } = usePageApi();
  const blocked = useBlocked();
  const [removingId, setRemovingId] = useState<string | null>(null);
  // Another page may remove it first.
  const removing = accounts.list.find(({ id }) => id === removingId);
  return (
    <>
      <ul class="divided">
        {accounts.list.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            isCurrent={account.id === current.id}
            recentCheck={connected?.account.id === account.id ? connected : null}
            feedback={feedback}
            keyRequest={keyRequest}
            onKeySaved={onKeySaved}
            isRejected={blocked.get(account.id)?.reason === 'account'}
            onRemove={() => setRemovingId(account.id)}
          />
        ))}
      </ul>
      {removing && (
        <Question
          title={t('options.askRemove.title', { name: getAccountLabel(removing, accounts.list) })}
          text={t('options.askRemove.text')}
          confirmLabel={t('options.askRemove.confirm')}
          onClose={() => setRemovingId(null)}
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
  /** The service's last response, if it is recent. */
  readonly recentCheck: ConnectedAccount | null;
  readonly keyRequest: KeyRequest | null;
  readonly onKeySaved: () => void;
  readonly feedback: Feedback;
  /** By any of the account's requests. */
  readonly isRejected: boolean;
  readonly onRemove: () => void;
}

type CheckResult =
  | { readonly usage: ConnectedAccount; readonly atMs: number }
  | { readonly problem: Problem };

/** Older data is requested again once the page is visible. */
const freshMs = 60_000;

function AccountCard(props: AccountCardProps) {
  const { account, isCurrent, recentCheck, feedback, isRejected, onRemove } = props;
  const { send, now } = usePageApi();
  const seen = (usage: ConnectedAccount): CheckResult => ({ usage, atMs: now() });
  const [result, setResult] = useState<CheckResult | null>(recentCheck && seen(recentCheck));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const name = getAccountName(account);

  async function check() {
    setConfirmed(false);
    try {
      setResult(seen(await send('accounts.check', { accountId: account.id })));
      setConfirmed(true);
    } catch (error) {
      setResult({ problem: toProblem(error) });
    }
  }

  const checkQuietly = () => check().then(() => setConfirmed(false));

  const actions = useRef<HTMLDivElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    if (wasRenaming.current && !isRenaming)
      actions.current?.querySelector<HTMLElement>('button:nth-last-of-type(2)')?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  useEffect(() => {
    if (recentCheck) setResult(seen(recentCheck));
    else if (isCurrent) void checkQuietly();
  }, [recentCheck, account.id]);

  const problem = result && 'problem' in result ? result.problem : null;
  const needsKey = isRejected || problem?.code === 'unauthorized';
  useOnEnd(isRejected, checkQuietly);
  useEffect(() => {
    const checkAgain = () => {
      const isOld = result !== null && 'atMs' in result && now() - result.atMs >= freshMs;
      if (!document.hidden && isOld) void checkQuietly();
    };
    document.addEventListener('visibilitychange', checkAgain);
    return () => document.removeEventListener('visibilitychange', checkAgain);
  }, [result]);

  return (
    <li data-account={account.id} class="inset-wide flow gap-3">
      <div class="account-card-text stack gap-half">
        {isRenaming ? (
          <NicknameForm account={account} feedback={feedback} onEnd={() => setRenaming(false)} />
        ) : (
          <p class="strong break-anywhere" dir="auto" title={account.email ?? name}>
            {account.nickname ?? account.email ?? name}
          </p>
        )}
        <p class="tone-quiet break-anywhere" title={account.baseUrl}>
          {account.nickname && account.email
            ? `${account.email} · ${readableAddress(account.baseUrl)}`
            : readableAddress(account.baseUrl)}
        </p>
        <UnencryptedWarning address={account.baseUrl} />
        <div role="status">
          {needsKey ? (
            // The usual sentence says "in the settings", which is here.
            <p class="space-above tone-bad">{t('options.keyRefused')}</p>
          ) : (
            <>
              {result && 'usage' in result && <StorageMeter {...result.usage} />}
              {problem && <p class="space-above tone-bad break-anywhere">{problemSentence(problem)}</p>}
            </>
          )}
          {isConfirmed && !needsKey && <p class="small tone-good">{t('options.checked')}</p>}
        </div>
        {needsKey && (
          <KeyForm
            account={account}
            keyRequest={props.keyRequest}
            onSaved={(connected) => {
              setResult(seen(connected));
              setConfirmed(true);
              props.onKeySaved();
            }}
          />
        )}
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
