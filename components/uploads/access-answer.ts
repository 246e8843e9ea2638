/** After the browser was asked for the host that an upload lacks. Loaded on demand: the popup's first load does without it. */

import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { problemOf } from '../problem/problem.ts';
import { t } from '../text.ts';
import type { ActionContext } from './file-actions.ts';

/**
 * @param address whose host was asked for
 * @param follow a site that the link leads on to
 */
export async function followAnswer(
  request: Promise<boolean>,
  address: string,
  follow: string | undefined,
  { upload: { id }, title }: UploadItem,
  { feedback, pageApi }: Pick<ActionContext, 'feedback' | 'pageApi'>,
): Promise<void> {
  async function retryIfAllowed(isAllowed: boolean): Promise<boolean> {
    if (isAllowed)
      await pageApi.send('uploads.retry', { id, follow }).catch((error) => {
        // The background has seen the permission first.
        if (problemOf(error).code !== 'gone') throw error;
      });
    return isAllowed;
  }
  await feedback.run(request.then(retryIfAllowed), (isAllowed) => {
    if (isAllowed) return t('uploads.outcome.retried', { title });
    return { tone: 'warn', text: t('notice.stillBlocked', { host: new URL(address).host }) };
  });
}
