/** Shared by uploads and the activity. */
import type { Account } from '../../lib/accounts/account.ts';
import { createAction } from '../menu/action.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { AccountPage, PageApi } from '../page-api.ts';
import { t } from '../text.ts';

export interface ActionContext {
  readonly pageApi: PageApi;
  readonly feedback: Feedback;
  readonly page: AccountPage;
}

export const copyText = (
  text: string,
  { pageApi, feedback }: { readonly pageApi: Pick<PageApi, 'copy'>; readonly feedback: Feedback },
  success: string = t('common.copied'),
): Promise<void> =>
  pageApi.copy(text).then(
    () => feedback.show({ tone: 'good', text: success }),
    () => feedback.show({ tone: 'bad', text: t('common.notCopied') }),
  );

export function fileActions(
  account: Account,
  { fileCode, canPlay }: { readonly fileCode: string; readonly canPlay: boolean | null },
  context: ActionContext,
) {
  const page = fileAddress(account, fileCode, canPlay);
  const [copyKey, openKey, icon] =
    canPlay === false
      ? (['common.copyLink', 'common.openDownload', 'outside'] as const)
      : (['common.copyPlayerLink', 'common.openPlayer', 'play'] as const);
  return {
    copyLink: createAction('copy', 'copy', t(copyKey), () => copyText(page, context)),
    openPage: createAction('play', icon, t(openKey), () => context.pageApi.open(page)),
  };
}

type Host = Pick<Account, 'baseUrl' | 'publicUrl'>;

/** Pages of a file at its service, without a key (docs/http-api.md, "Player page"). */
export const playerAddress = (host: Host, fileCode: string): string => fileAddress(host, fileCode, null);

/** The player's page, or the download page of what the service can't play. */
export const fileAddress = (
  { baseUrl, publicUrl = baseUrl }: Host,
  fileCode: string,
  canPlay: boolean | null,
): string => `${publicUrl}/${canPlay === false ? 'd' : 'e'}/${encodeURIComponent(fileCode)}`;
