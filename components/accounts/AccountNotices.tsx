import { useEffect, useState } from 'preact/hooks';
import { useAttention, useBlocked } from '#page/account-hooks.ts';
import { useIsPrivate } from '#page/hooks.ts';
import { useStorageProblems } from '#page/storage-problems.ts';
import { type Account, getAccountLabel, getAccountName, toHostPattern } from '../../lib/accounts/account.ts';
import { getMove } from '../../lib/accounts/public-address.ts';
import { pageProbe, rejectedKeyProbe } from '../../lib/timing/policies.ts';
import { calculateDelayMs } from '../../lib/timing/retry.ts';
import { countLinks, type UploadItem } from '../../lib/uploads/upload-items.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import { NoticeStack, type NoticeStackProps, type StackedNotice } from '../notice/NoticeStack.tsx';
import { storageNotices } from '../notice/storage-notices.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { isUploadsProblem } from '../problem/problem.ts';
import { format, plural, t } from '../text.ts';
import type { ConnectionStatus } from './connection-status.ts';
import { moveNotice } from './moved-pages.ts';

interface AccountNoticesProps {
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly status: ConnectionStatus;
  /** The status is older than the page's view of this account. */
  readonly isOld: boolean;
  /** The status, without failures that may be over. */
  readonly shownStatus: ConnectionStatus;
  readonly items: readonly UploadItem[] | null;
  readonly isPaused: boolean;
  readonly otherNotices: readonly NoticeContent[];
  readonly feedback: Feedback;
  readonly switchTo: (accountId: string) => unknown;
}

/** The most urgent notice about the account. The others can be unfolded. */
export function AccountNotices(props: AccountNoticesProps) {
  const probe = useProbe(props);
  return <NoticeStack notices={useStackedNotices(props, probe)} />;
}

function useStackedNotices(
  { accounts, account, shownStatus, items, isPaused, otherNotices, feedback, switchTo }: AccountNoticesProps,
  probe: () => Promise<void>,
): NoticeStackProps['notices'] {
  const { requestHost, send, openSettings } = usePageApi();
  const storageProblems = useStorageProblems();
  const attention = useAttention();
  const blocked = useBlocked();
  const isPrivate = useIsPrivate();
  const name = getAccountName(account);
  const { host } = new URL(account.baseUrl);
  const allow = async () => {
    const request = requestHost(toHostPattern(account.baseUrl));
    await feedback.run(request, (isAllowed) =>
      isAllowed ? null : { tone: 'warn', text: t('notice.stillBlocked', { host }) },
    );
  };
  const resume = () => feedback.run(send('uploads.resume', {}), () => t('queue.nowResumed'));
  const move = account.newPages?.isDismissed === false ? getMove(account) : null;
  const waiting = countLinks(items?.filter(({ state }) => state === 'waiting') ?? []);
  const isMemoryOnly = storageProblems.find(isUploadsProblem)?.code === 'storage-unavailable';
  const byStatus: Readonly<Partial<Record<ConnectionStatus, NoticeContent>>> = {
    rejected: {
      tone: 'bad',
      text: t('notice.keyRejected', { account: name }),
      action: { label: t('common.settings'), onClick: () => openSettings(account.id) },
    },
    blocked: {
      tone: 'bad',
      text: t('notice.blocked', { host }),
      action: { label: t('notice.allow'), onClick: allow },
    },
    unreachable: {
      tone: 'warn',
      text: t('notice.unreachable', { host }),
      action: { label: t('notice.tryNow'), onClick: probe },
    },
    offline: { tone: 'info', text: t('notice.offline') },
  };
  // Other accounts count in the toolbar button's badge, too.
  const otherAccountNotices = accounts.flatMap((other): readonly StackedNotice[] => {
    if (other.id === account.id) return [];
    const label = getAccountLabel(other, accounts);
    const count = attention.get(other.id) ?? 0;
    // If only one line fits, the name is cut first.
    const part = `${t('uploads.groups.attention')} (${format.number(count)})`;
    const use = { label: t('options.use'), onClick: () => switchTo(other.id) };
    return [
      ...(blocked.get(other.id)?.reason === 'account'
        ? [
            {
              tone: 'bad' as const,
              text: t('notice.keyRejected', { account: label }),
              action: { label: t('common.settings'), onClick: () => openSettings(other.id) },
            },
          ]
        : []),
      ...(count > 0
        ? [{ tone: 'warn' as const, text: t('problem.inPart', { part, sentence: label }), action: use }]
        : []),
    ];
  });
  return [
    ...storageNotices(storageProblems),
    byStatus[shownStatus],
    isPaused && {
      name: 'queue-paused',
      tone: 'warn',
      text: waiting > 0 ? plural('queue.pausedWith', waiting) : t('queue.paused'),
      action: { label: t('queue.resume'), onClick: resume },
    },
    ...otherNotices,
    ...otherAccountNotices,
    move && {
      ...moveNotice(account, move, { send, feedback }),
      onDismiss: () =>
        void feedback.run(
          send('accounts.answerNewPages', { accountId: account.id, isFollowed: false }),
          () => null,
        ),
    },
    isMemoryOnly && { tone: 'info', text: t('notice.memoryOnly') },
    isPrivate && !isMemoryOnly && { tone: 'info', text: t('notice.private') },
  ];
}

/** Polls while the service is unreachable or rejects the key, starting at once if `isOld`. Returns the poll. */
function useProbe({ account: { id: accountId }, status, isOld }: AccountNoticesProps): () => Promise<void> {
  const { send } = usePageApi();
  const [failures, setFailures] = useState(0);
  const probe = () =>
    send('uploads.poll', { accountId }).then(
      () => {},
      // The status notice already shows the failure.
      () => setFailures((count) => count + 1),
    );
  useEffect(() => setFailures(0), [accountId, status]);
  useEffect(() => {
    if (status !== 'unreachable' && status !== 'rejected') return;
    const policy = status === 'unreachable' ? pageProbe : rejectedKeyProbe;
    const delayMs = calculateDelayMs(policy, failures + 1, Math.random);
    const timer = setTimeout(probe, isOld && failures === 0 ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [accountId, status, failures]);
  return probe;
}
