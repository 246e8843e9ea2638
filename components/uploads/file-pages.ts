import type { Account } from '../../lib/accounts/account.ts';
import type { FilePages } from '../../lib/accounts/public-address.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { t } from '../text.ts';

interface PageContext {
  readonly pageApi: Pick<PageApi, 'copy' | 'open' | 'send'>;
  readonly feedback: Feedback;
}

/** The service's addresses, otherwise built like those of the account's other files. */
export const findPages = (
  { send }: Pick<PageApi, 'send'>,
  { id: accountId }: Pick<Account, 'id'>,
  fileCodes: readonly string[],
): Promise<readonly FilePages[]> => send('files.pages', { accountId, fileCodes });

export const choosePage = ({ download, player }: FilePages, canPlay: boolean | null): string | null =>
  canPlay === false ? download : (player ?? download);

/** Runs an action with a page's address, or explains why there is none. */
export async function withPage(
  account: Account,
  { fileCode, canPlay }: { readonly fileCode: string; readonly canPlay: boolean | null },
  { pageApi, feedback }: PageContext,
  act: (address: string) => unknown,
): Promise<void> {
  let pages: FilePages | undefined;
  const finding = findPages(pageApi, account, [fileCode]).then((found) => {
    [pages] = found;
  });
  if (!(await feedback.run(finding, () => null))) return;
  const address = pages ? choosePage(pages, canPlay) : null;
  if (address === null) feedback.show({ tone: 'warn', text: noAddressText(account) });
  else await act(address);
}

const noAddressText = ({ baseUrl }: Pick<Account, 'baseUrl'>): string =>
  t('files.noAddress', { host: new URL(baseUrl).host });
