/** Actions on an activity entry. */
import type { Account } from '../../lib/accounts/account.ts';
import type { ActivityEntry, ActivityKind } from '../../lib/uploads/activity.ts';
import { createAction } from '../menu/action.ts';
import { outcomeNotice } from '../send/wording.ts';
import { t } from '../text.ts';
import { type ActionContext, fileActions } from '../uploads/file-actions.ts';
import { showInFolder, sourceActions } from '../uploads/file-menu.ts';
import type { RowActions } from '../uploads/RowControls.tsx';

export interface ActivityContext extends ActionContext {
  readonly accounts: readonly Account[];
}

/** Uncertain links are decided in the list of uploads. */
const retriableKinds: ReadonlySet<ActivityKind> = new Set([
  'failed',
  'refused',
  'cancelled',
  'dismissed',
  'deleted',
]);

export function activityActions(entry: ActivityEntry, context: ActivityContext): RowActions {
  const { services, feedback } = context;
  const { url, title, kind, fileCode, folderId } = entry;
  const source = sourceActions(url, context);
  // A removed account cannot be asked for anything.
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

  if (account && retriableKinds.has(kind) && url !== '') {
    const folder = { id: folderId, name: entry.folderName ?? '' };
    const run = async (): Promise<void> => {
      const links = [{ url, title: title ?? undefined }];
      await feedback.run(
        services.send('links.send', { links, folder, accountId: account.id, anyway: true }),
        (sent) => outcomeNotice(sent, folder, run),
      );
    };
    const retry = createAction('retry', 'again', t('common.retry'), run);
    return { icons: [retry], menu: () => [[retry, ...source]] };
  }

  return { icons: [], menu: source.length > 0 ? () => [source] : null };
}
