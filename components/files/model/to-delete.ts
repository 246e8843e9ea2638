/** Asks, if the host can delete files. Otherwise moves them into a folder and offers the host's page. */
import { getWebsite } from '../../../lib/accounts/public-address.ts';
import { createAction, dangerous, type IconAction } from '../../menu/action.ts';
import type { NoticeContent } from '../../notice/Notice.tsx';
import { t } from '../../text.ts';
import { emptySelection } from './selection.ts';
import { bulkFiles, type FileTarget } from './targets.ts';
import type { FilesContext } from './useFiles.ts';

/** For folders, and for files that the host can't delete. */
export function deleteNotice({
  account,
  capabilities,
  pageApi,
}: Pick<FilesContext, 'account' | 'capabilities' | 'pageApi'>): NoticeContent {
  const website = getWebsite(account);
  return {
    tone: 'info',
    text: t(capabilities.canDeleteFiles ? 'files.delete.foldersHint' : 'files.toDelete.hint'),
    action: {
      label: t('files.toDelete.open', { host: new URL(website).host }),
      onClick: () => pageApi.open(website),
    },
  };
}

export function deleteAction(files: FilesContext, targets: readonly FileTarget[], hint?: string): IconAction {
  const run = () => startDelete(files, targets);
  return files.capabilities.canDeleteFiles
    ? dangerous(createAction('delete', 'trash', t('files.delete.action'), run, hint))
    : createAction('to-delete', 'trash', t('files.toDelete.move'), run, hint);
}

export function startDelete(files: FilesContext, targets: readonly FileTarget[]): Promise<void> | void {
  if (targets.length === 0) return files.feedback.show(deleteNotice(files));
  if (files.capabilities.canDeleteFiles) return files.openDialog({ what: 'delete', files: targets });
  return moveToDelete(files, targets);
}

/** Leaves out files that are already there. The list of jobs offers Undo. */
async function moveToDelete(files: FilesContext, targets: readonly FileTarget[]): Promise<void> {
  const { pageApi, account, feedback, shortlist, select } = files;
  const { id: accountId } = account;
  const moving = targets.filter(({ folderId }) => folderId !== shortlist.toDelete?.id);
  if (moving.length === 0) return feedback.show(deleteNotice(files));
  const start = async () => {
    const name = t('files.toDelete.folder');
    const folder = await pageApi.send('folders.toDelete', { accountId, name });
    await pageApi.send('bulk.start', {
      accountId,
      work: { kind: 'move', files: bulkFiles(moving), folder },
    });
  };
  if (await feedback.run(start(), () => deleteNotice(files))) select(emptySelection);
}
