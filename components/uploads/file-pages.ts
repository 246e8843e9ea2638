/** Addresses of files' pages, copied and opened. */
import type { Account } from '../../lib/accounts/account.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { t } from '../text.ts';

export const copyText = (
  text: string,
  { pageApi, feedback }: { readonly pageApi: Pick<PageApi, 'copy'>; readonly feedback: Feedback },
  success: string = t('common.copied'),
): Promise<void> =>
  pageApi.copy(text).then(
    () => feedback.show({ tone: 'good', text: success }),
    () => feedback.show({ tone: 'bad', text: t('common.notCopied') }),
  );

type Host = Pick<Account, 'baseUrl' | 'publicUrl'>;

/** Pages of a file at its service, without a key (docs/http-api.md, "Player page"). */
export const playerAddress = (host: Host, fileCode: string): string => fileAddress(host, fileCode, null);

/** The player's page, or the download page of what the service can't play. */
export const fileAddress = (
  { baseUrl, publicUrl = baseUrl }: Host,
  fileCode: string,
  canPlay: boolean | null,
): string => `${publicUrl}/${canPlay === false ? 'd' : 'e'}/${encodeURIComponent(fileCode)}`;
