import type { Account } from '../../lib/accounts/account.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import type { PageApi } from '../page-api.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import { copyText, fileAddress } from './file-pages.ts';
import { formatComment } from './links-text.ts';
import { hasFailed, type UploadItem } from './upload-items.ts';

/** A link a line, to the player where there is one, in the order sent. A failure is a comment, and named in `failed`. */
export function finishedLinks(account: Account, rows: readonly UploadItem[]) {
  // Links pasted together are created at the same time, and sent one by one.
  const inOrder = rows.toSorted(
    ({ upload: one }, { upload: other }) =>
      one.createdAtMs - other.createdAtMs || (one.sentAtMs ?? 0) - (other.sentAtMs ?? 0),
  );
  const failed = inOrder.filter(({ state }) => hasFailed(state)).map(({ title }) => title);
  const lines = inOrder.flatMap(({ state, upload: { fileCode, canPlay }, title }) => {
    if (hasFailed(state)) return formatComment(t('uploads.notUploaded', { names: title }));
    return state === 'done' && fileCode !== null ? fileAddress(account, fileCode, canPlay) : [];
  });
  return { text: lines.join('\n'), count: lines.length - failed.length, failed };
}

export function copyFinishedLinks(
  account: Account,
  rows: readonly UploadItem[],
  pageApi: Pick<PageApi, 'copy'>,
  feedback: Feedback,
): Promise<void> {
  const { text, count, failed } = finishedLinks(account, rows);
  const copied = plural('files.copy.copied', count, { format: t('files.copy.addresses') });
  const names = format.list(failed);
  const success = joinSentences([copied, failed.length > 0 && t('uploads.notUploaded', { names })]);
  return copyText(text, { pageApi, feedback }, success);
}
