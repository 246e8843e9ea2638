/** Keeps the popup's first load small. */

import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { toProblem } from '../problem/problem.ts';
import { t } from '../text.ts';
import type { ActionContext } from './file-actions.ts';

type RetryContext = Pick<ActionContext, 'feedback' | 'pageApi'>;

/**
 * @param address the requested host's
 * @param follow a site that the link redirects to
 */
export function retryWhenAllowed(
  request: Promise<boolean>,
  address: string,
  follow: string | undefined,
  item: UploadItem,
  context: RetryContext,
): Promise<void> {
  async function retryIfAllowed(isAllowed: boolean): Promise<boolean> {
    if (isAllowed)
      await context.pageApi.send('uploads.retry', { id: item.upload.id, follow }).catch((error) => {
        // The background noticed the permission first and has retried.
        if (toProblem(error).code !== 'gone') throw error;
      });
    return isAllowed;
  }
  return showRetryResult(request.then(retryIfAllowed), address, item, context);
}

/** Shows nothing until the browser has responded, because nothing is sent before. */
export async function showRetryResult(
  isSent: Promise<boolean>,
  address: string,
  { title }: UploadItem,
  { feedback }: Pick<RetryContext, 'feedback'>,
): Promise<void> {
  await feedback.run(isSent, (isAllowed) => {
    if (isAllowed) return t('uploads.outcome.retried', { title });
    return { tone: 'warn', text: t('notice.stillBlocked', { host: new URL(address).host }) };
  });
}
