/** Offers to follow the account's files when most have moved to another host. */
import type { Account } from '../../lib/accounts/account.ts';
import type { getMove } from '../../lib/accounts/public-address.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { t } from '../text.ts';

export function moveNotice(
  { id: accountId }: Account,
  { to }: NonNullable<ReturnType<typeof getMove>>,
  { send, feedback }: Pick<PageApi, 'send'> & { readonly feedback: Feedback },
): NoticeContent {
  const { host } = new URL(to);
  return {
    tone: 'info',
    text: t('account.pagesMoved', { host }),
    action: {
      label: t('account.followPages'),
      onClick: () =>
        feedback.run(send('accounts.answerNewPages', { accountId, isFollowed: true }), () =>
          t('account.pagesFollowed', { host }),
        ),
    },
  };
}
