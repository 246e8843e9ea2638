/** Keeps the popup's first load small. */
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';

export function removeUpload(
  message: 'uploads.remove' | 'uploads.deleteTransfer',
  outcome: 'uploads.outcome.removed' | 'uploads.outcome.dismissed',
  { upload: { id }, title }: UploadItem,
  context: UndoContext,
): Promise<boolean> {
  const { pageApi, feedback } = context;
  return feedback.run(pageApi.send(message, { id }), ({ undo }) =>
    recordChange(context, { text: t(outcome, { title }) }, undo),
  );
}
