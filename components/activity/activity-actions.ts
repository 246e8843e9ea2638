import { type Account, toHostPattern } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/activity.ts';
import { retriableKinds } from '../../lib/uploads/event.ts';
import { sentNotice } from '../add-links/wording.ts';
import { createAction } from '../menu/action.ts';
import { t } from '../text.ts';
import { type ActionContext, fileActions } from '../uploads/file-actions.ts';
import { showInFolder, sourceActions } from '../uploads/file-menu.ts';
import type { RowActions } from '../uploads/RowControls.tsx';

interface ActivityContext extends ActionContext {
  readonly accounts: readonly Account[];
}

export function activityActions(entry: ActivityEntry, context: ActivityContext): RowActions {
  const { pageApi, feedback } = context;
  const { url, title, kind, fileCode, folderId, via, pageUrl } = entry;
  const source = sourceActions(url, context);
  // Undefined if the account was removed.
  const account = context.accounts.find(({ id }) => id === entry.accountId);

  if (account && kind === 'done' && fileCode !== null) {
    const file = { fileCode, canPlay: entry.canPlay ?? null };
    const { copyLink, openPage } = fileActions(account, file, context);
    const show = showInFolder({ accountId: account.id, fileCode, folderId }, context);
    return {
      icons: [copyLink, openPage],
      menu: () => [[openPage, show, copyLink, ...source]],
    };
  }

  // Uncertain links are decided in the uploads list.
  if (account && retriableKinds.has(kind) && url !== '') {
    const folder = { id: folderId, name: entry.folderName ?? '' };
    const run = async (anyway: boolean): Promise<void> => {
      const links = [{ url, pageUrl, typedTitle: title ?? undefined }];
      // Must run in the click itself. If the user refuses, the upload's row asks again.
      if (via) void pageApi.requestHost(toHostPattern(url));
      await feedback.run(
        pageApi.send('links.send', { links, folder, accountId: account.id, anyway, via }),
        (sent) => sentNotice(sent, folder, () => run(true), { account, pageApi, feedback }),
      );
    };
    const retry = createAction('retry', 'again', t('common.retry'), () => run(false));
    return { icons: [retry], menu: () => [[retry, ...source]] };
  }

  return { icons: [], menu: source.length > 0 ? () => [source] : null };
}
