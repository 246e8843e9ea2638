/** The API cannot delete files, so they are moved into a folder, and the service's own page is offered. */
import { getPublicUrl } from '../../../lib/accounts/public-address.ts';
import type { NoticeContent } from '../../notice/Notice.tsx';
import { t } from '../../text.ts';
import { emptySelection } from './selection.ts';
import { bulkFiles, type FileTarget } from './targets.ts';
import type { FilesContext } from './useFiles.ts';

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

/** Except those already there; the list of jobs offers Undo. */
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
