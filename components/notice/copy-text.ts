import type { PageApi } from '../page-api.ts';
import { plural, t } from '../text.ts';
import type { Feedback } from './useFeedback.ts';

export const copyText = (
  text: string,
  { pageApi, feedback }: { readonly pageApi: Pick<PageApi, 'copy'>; readonly feedback: Feedback },
  success: string = plural('common.linksCopied', 1),
): Promise<void> =>
  pageApi.copy(text).then(
    () => feedback.show({ tone: 'good', text: success }),
    () => feedback.show({ tone: 'bad', text: t('common.notCopied') }),
  );
