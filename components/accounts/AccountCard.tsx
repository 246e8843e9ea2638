/** One account in the settings: whose it is, how much room it has, and what can be done with it. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { ConnectedAccount, Problem } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';
import { NicknameForm } from './NicknameForm.tsx';
import { StorageMeter } from './StorageMeter.tsx';
import { UnencryptedWarning } from './UnencryptedWarning.tsx';
import './accounts.css';

export interface AccountCardProps {
  readonly account: Account;
  readonly isCurrent: boolean;
  /** The last answer of the service, where it is recent enough not to ask again. */
  readonly recentCheck: ConnectedAccount | null;
  readonly onUse: () => Promise<void>;
  readonly onRename: (nickname: string) => void;
  readonly onKeyRejected: () => void;
  readonly onRemove: () => void;
}

type Status = { readonly usage: ConnectedAccount } | { readonly problem: string } | null;

/** On this page, "in the settings" would send people where they are. */
function sentenceFor(problem: Problem): string {
  return problem.code === 'unauthorized' ? t('options.keyRefused') : problemSentence(problem);
}

export function AccountCard(props: AccountCardProps) {
  const { account, isCurrent, recentCheck, onUse, onRename, onKeyRejected, onRemove } = props;
  const { send } = usePageApi();
  const [status, setStatus] = useState<Status>(recentCheck && { usage: recentCheck });
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const name = getAccountName(account);

  async function check() {
    setConfirmed(false);
    try {
      setStatus({ usage: await send('accounts.check', { accountId: account.id }) });
      setConfirmed(true);
    } catch (error) {
      const problem = problemOf(error);
      setStatus({ problem: sentenceFor(problem) });
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
    if (recentCheck) setStatus({ usage: recentCheck });
    else if (isCurrent) void check().then(() => setConfirmed(false));
  }, [recentCheck, account.id]);

  return (
    <li class={`account-box framed flow gap-3${isCurrent ? ' account-box-current' : ''}`}>
      <div class="account-card-text">
        {isRenaming ? (
          <NicknameForm account={account} onRename={onRename} onEnd={() => setRenaming(false)} />
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
          {status && 'usage' in status && <StorageMeter {...status.usage} />}
          {status && 'problem' in status && <p class="account-card-problem">{status.problem}</p>}
          {isConfirmed && <p class="small tone-good">{t('options.checked')}</p>}
        </div>
      </div>
      <div ref={actions} class="account-card-actions row gap-1">
        {isCurrent ? (
          <span class="account-badge">{t('options.inUse')}</span>
        ) : (
          <Button isSmall label={t('options.useNamed', { name })} onClick={onUse}>
            {t('options.use')}
          </Button>
        )}
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
