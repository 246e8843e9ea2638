/** Loaded on demand: the kinds of links are a large table. */

import { findRuleSubject } from '../../lib/links/rules.ts';
import type { Upload } from '../../lib/uploads/upload.ts';
import { t } from '../text.ts';
import type { ActionContext } from './file-actions.ts';

export function makeRule(
  { url, accountId, folder, via }: Upload,
  { pageApi, feedback }: Pick<ActionContext, 'pageApi' | 'feedback'>,
): Promise<unknown> {
  const subject = findRuleSubject([{ url }]);
  const rule = subject && { ...subject, accountId, folder, via, titlePattern: null };
  return feedback.run(rule ? pageApi.send('rules.save', rule) : Promise.resolve(null), () =>
    rule ? t('rules.added') : null,
  );
}
