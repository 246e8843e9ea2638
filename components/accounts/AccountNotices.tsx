/** What the user should know before anything else: offline, a service that gives no answer, an account on hold, data that cannot be read, a private window. */
import { type Account, getAccountName, toHostPattern } from '../../lib/accounts/account.ts';
import type { Problem } from '../../lib/protocol.ts';
import { Notice } from '../notice/Notice.tsx';
import { StorageNotices } from '../notice/StorageNotices.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { isUploadsProblem } from '../problem.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import type { AccountStatus } from './account-status.ts';

export interface AccountNoticesProps {
  readonly account: Account;
  readonly status: AccountStatus;
  /** What could not be read from storage. */
  readonly storageProblems: readonly Problem[];
  readonly isOnline: boolean;
  readonly isPrivate: boolean;
  readonly outcome: Outcome;
  readonly onSettings: () => void;
}

export function AccountNotices(props: AccountNoticesProps) {
  const { account, status, storageProblems, isOnline, isPrivate, outcome, onSettings } = props;
  const { requestHost, send } = useServices();
  const { host } = new URL(account.baseUrl);
  const uploadsProblem = storageProblems.find(isUploadsProblem);
  const isMemoryOnly = uploadsProblem?.code === 'storage-unavailable';
  return (
    <>
      {!isOnline && <Notice tone="info" text={t('notice.offline')} />}
      {status === 'unreachable' && (
        <Notice
          tone="warn"
          text={t('notice.unreachable', { account: getAccountName(account) })}
          action={{
            label: t('notice.tryNow'),
            onClick: () => outcome.run(send('uploads.poll', { accountId: account.id }), () => null),
          }}
        />
      )}
      {status === 'rejected' && (
        <Notice
          tone="bad"
          text={t('notice.keyRejected', { account: getAccountName(account) })}
          action={{ label: t('common.settings'), onClick: onSettings }}
        />
      )}
      {status === 'blocked' && (
        <Notice
          tone="bad"
          text={t('notice.blocked', { host })}
          action={{
            label: t('notice.allow'),
            onClick: async () => {
              const request = requestHost(toHostPattern(account.baseUrl));
              await outcome.run(request, (isAllowed) =>
                isAllowed ? null : { tone: 'warn', text: t('notice.stillBlocked', { host }) },
              );
            },
          }}
        />
      )}
      <StorageNotices problems={storageProblems} />
      {isMemoryOnly && <Notice tone="info" text={t('notice.memoryOnly')} />}
      {isPrivate && !isMemoryOnly && <Notice tone="info" text={t('notice.private')} />}
    </>
  );
}
