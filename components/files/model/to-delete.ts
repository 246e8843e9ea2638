/** What the user means to delete: the API cannot, so it is moved into a folder, and the service's own page is offered. */
import { getPublicUrl } from '../../../lib/accounts/public-address.ts';
import type { NoticeContent } from '../../notice/Notice.tsx';
import { t } from '../../text.ts';
import { emptySelection } from './selection.ts';
import { bulkFiles, type FileTarget } from './targets.ts';
import type { FilesContext } from './useFiles.ts';

/** Says where files are deleted, and leads there. */
export function deleteNotice({ account, pageApi }: Pick<FilesContext, 'account' | 'pageApi'>): NoticeContent {
  const website = getPublicUrl(account);
  return {
    tone: 'info',
    text: t('files.toDelete.hint'),
    action: {
      label: t('files.toDelete.open', { host: new URL(website).host }),
      onClick: () => pageApi.open(website),
    },
  };
}

/** Moves files there, except those that are there already; the list of jobs has its Undo. */
export async function moveToDelete(files: FilesContext, targets: readonly FileTarget[]): Promise<void> {
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
