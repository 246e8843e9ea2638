/** Keeps the popup's first load small. */
import type { Account } from '../../lib/accounts/account.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { t } from '../text.ts';
import { recordChange } from '../undo/undo.ts';
import type { ActionContext } from './file-actions.ts';

export function removeUpload(
  message: 'uploads.remove' | 'uploads.deleteTransfer',
  outcome: 'uploads.outcome.removed' | 'uploads.outcome.dismissed',
  { upload: { id }, title }: UploadItem,
  { account, pageApi: { send, now }, feedback }: ActionContext & { readonly account: Account },
): Promise<boolean> {
  const context = { accountId: account.id, send, now, feedback };
  return feedback.run(send(message, { id }), ({ undo }) =>
    recordChange(context, { text: t(outcome, { title }) }, undo),
  );
}
