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

/** Keeps the popup's first load small. */
const loadPages = () => import('./file-pages.ts');

export function fileActions(
  account: Account,
  file: { readonly fileCode: string; readonly canPlay: boolean | null },
  context: ActionContext,
) {
  const [copyKey, openKey, icon] =
    file.canPlay === false
      ? (['common.copyLink', 'common.openDownload', 'outside'] as const)
      : (['common.copyPlayerLink', 'common.openPlayer', 'play'] as const);
  return {
    copyLink: createAction('copy', 'copy', t(copyKey), async () => {
      const [{ copyText }, { withPage }] = await Promise.all([import('../notice/copy-text.ts'), loadPages()]);
      await withPage(account, file, context, (address) => copyText(address, context));
    }),
    openPage: createAction('play', icon, t(openKey), async () => {
      const { withPage } = await loadPages();
      await withPage(account, file, context, (address) => context.pageApi.open(address));
    }),
  };
}
