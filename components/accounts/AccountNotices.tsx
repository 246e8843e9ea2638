/** What the user should know about the account before anything else: offline, its key refused, a private window. */
import { type Account, accountName } from '../../lib/accounts/account.ts';
import { Notice } from '../notice/Notice.tsx';
import { t } from '../text.ts';
import type { AccountStanding } from './AccountMenu.tsx';

export interface AccountNoticesProps {
  readonly account: Account;
  readonly standing: AccountStanding;
  readonly isOnline: boolean;
  readonly isPrivate: boolean;
  readonly onSettings: () => void;
}

export function AccountNotices({ account, standing, isOnline, isPrivate, onSettings }: AccountNoticesProps) {
  return (
    <>
      {!isOnline && <Notice tone="info" text={t('notice.offline')} />}
      {standing === 'refused' && (
        <Notice
          tone="bad"
          text={t('notice.keyRefused', { account: accountName(account) })}
          action={{ label: t('common.settings'), onClick: onSettings }}
        />
      )}
      {isPrivate && <Notice tone="info" text={t('notice.private')} />}
    </>
  );
}
