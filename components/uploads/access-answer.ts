/** After the browser was asked for the host that an upload lacks. Loaded on demand: the popup's first load does without it. */

import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { problemOf } from '../problem/problem.ts';
import { t } from '../text.ts';
import type { ActionContext } from './file-actions.ts';

type Answering = Pick<ActionContext, 'feedback' | 'pageApi'>;

/**
 * Sends it again if the host is allowed.
 *
 * @param address whose host was asked for
 * @param follow a site that the link leads on to
 */
export function followAnswer(
  request: Promise<boolean>,
  address: string,
  follow: string | undefined,
  row: UploadItem,
  context: Answering,
): Promise<void> {
  async function retryIfAllowed(isAllowed: boolean): Promise<boolean> {
    if (isAllowed)
      await context.pageApi.send('uploads.retry', { id: row.upload.id, follow }).catch((error) => {
        // The background has seen the permission first.
        if (problemOf(error).code !== 'gone') throw error;
      });
    return isAllowed;
  }
  return sayAnswer(request.then(retryIfAllowed), address, row, context);
}

/** Nothing is said while the browser asks: until then nothing is sent. */
export async function sayAnswer(
  isSent: Promise<boolean>,
  address: string,
  { title }: UploadItem,
  { feedback }: Pick<Answering, 'feedback'>,
): Promise<void> {
  await feedback.run(isSent, (isAllowed) => {
    if (isAllowed) return t('uploads.outcome.retried', { title });
    return { tone: 'warn', text: t('notice.stillBlocked', { host: new URL(address).host }) };
  });
}
