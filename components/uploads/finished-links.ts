import type { Account } from '../../lib/accounts/account.ts';
import type { FilePages } from '../../lib/accounts/public-address.ts';
import { hasFailed, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { copyText } from '../notice/copy-text.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import { choosePage, findPages } from './file-pages.ts';
import { formatComment } from './links-text.ts';

/**
 * One link a line, in the order sent, to the player if there is one. Failed uploads and files without an address become comments. `failed`
 * has the failed titles.
 */
export function finishedLinks(items: readonly UploadItem[], pages: ReadonlyMap<string, FilePages>) {
  // Links pasted together are created at once but sent one by one.
  const inOrder = items.toSorted(
    ({ upload: one }, { upload: other }) =>
      one.createdAtMs - other.createdAtMs || (one.sentAtMs ?? 0) - (other.sentAtMs ?? 0),
  );
  const failed = inOrder.filter(({ state }) => hasFailed(state)).map(({ title }) => title);
  const lines = inOrder.flatMap(({ state, upload: { fileCode, canPlay }, title }) => {
    if (hasFailed(state)) return formatComment(t('uploads.notUploaded', { names: title }));
    if (state !== 'done' || fileCode === null) return [];
    const found = pages.get(fileCode);
    return (found && choosePage(found, canPlay)) ?? formatComment(title);
  });
  const count = lines.filter((line) => !line.startsWith('#')).length;
  return { text: lines.join('\n'), count, failed };
}

export async function copyFinishedLinks(
  account: Account,
  items: readonly UploadItem[],
  pageApi: Pick<PageApi, 'copy' | 'send'>,
  feedback: Feedback,
): Promise<void> {
  const pages = new Map<string, FilePages>();
  async function find(owner: Account, owned: readonly UploadItem[]): Promise<void> {
    const codes = owned.flatMap(({ state, upload }) => (state === 'done' ? (upload.fileCode ?? []) : []));
    if (codes.length === 0) return;
    const found = await findPages(pageApi, owner, codes);
    for (const [at, each] of found.entries()) pages.set(codes[at] ?? '', each);
  }
  // Uploads moved to another account have their pages there.
  const byOwner = Map.groupBy(items, ({ owner = account }) => owner);
  const finding = Promise.all([...byOwner].map(([owner, owned]) => find(owner, owned)));
  if (!(await feedback.run(finding, () => null))) return;
  const { text, count, failed } = finishedLinks(items, pages);
  const copied = plural('files.copy.copied', count, { format: t('files.copy.addresses') });
  const names = format.list(failed);
  const success = joinSentences([copied, failed.length > 0 && t('uploads.notUploaded', { names })]);
  return copyText(text, { pageApi, feedback }, success);
}
